package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Driven;
import dev.parley.kernel.people.age.AgeTable;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.command.Order;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which timeout is due when, from the house and the moments alone (rulings B10 and X6). */
class DeadlinesTest {
    private static final OffsetDateTime START = OffsetDateTime.parse("2026-03-10T10:00:00Z");

    private final HouseFold fold = new HouseFold(new Household());
    private House house = House.EMPTY;
    private OffsetDateTime now = START;
    private Deadlines deadlines = Deadlines.none(Timeouts.DEFAULTS);

    /** One request a second. */
    private void ask(String... lines) {
        for (String line : lines) {
            now = now.plusSeconds(1);
            take(Driven.request(now, line));
        }
    }

    private void take(Request request) {
        house = fold.after(house, List.of(request));
        deadlines = deadlines.after(house, request.at().toInstant());
    }

    private void people() {
        for (String person : List.of("ana", "ben")) {
            ask(
                    "system " + person + " person_added birthdate=1980-05-01 role=OWNER",
                    "system " + person + " identity.voice_signal person=" + person + " confidence=0.9",
                    "system " + person + " identity.validation_success");
        }
    }

    private Due due() {
        Due due = deadlines.next();
        assertNotNull(due);
        return due;
    }

    private String printed(String person, String machine) {
        HouseMachine machines = new HouseMachine(AgeTable.DEFAULT);
        Person it = house.person(person);
        assertNotNull(it);
        return switch (machine) {
            case "identity" -> machines.identity.printed(it.identity());
            case "command" -> machines.command.printed(it.command());
            case "profile" -> machines.profile.printed(it.profile());
            case "delegation" -> machines.delegation.printed(it.delegation());
            case "consent" -> machines.consent.printed(it.consent());
            default -> throw new AssertionError(machine);
        };
    }

    @Test
    void aWaitThatBeganUnderAClockFarAheadIsNoLongerThanAnyOther() {
        people();
        ask("system ana consent.consent_request purpose=recording", "system ben identity.speaking_turn");
        Instant back = now.minusYears(20).toInstant();
        deadlines = deadlines.setBack(back, back.plusSeconds(60));
        assertEquals(
                List.of(Duration.ofSeconds(20), Duration.ofSeconds(30)),
                deadlines.all().stream()
                        .map(each -> Duration.between(back, each.at()))
                        .toList());
        assertEquals(deadlines, deadlines.setBack(back, back), "what has begun has begun");
    }

    /** Each kind of wait: what begins it, how long it lasts by default, which event ends it, and where that leads. */
    @ParameterizedTest
    @CsvSource({
        "system eva identity.voice_signal person=eva confidence=0.7,identity,timeout,PT30S,UNKNOWN",
        "system ana identity.strong_conflict,identity,timeout,PT30S,UNKNOWN",
        "system ana identity.speaking_turn,identity,silence_timeout,PT20S,CONFIRMED",
        "user_ana ana command.command_detected command=open_garage,command,confirmation_timeout,PT30S,CANCELLED",
        "user_ana ana profile.profile_update_requested field=nickname value=A confirmation_required=true,profile,timeout,PT1M,CANCELLED",
        "user_ben ana delegation.delegation_intent_detected group=media,delegation,timeout,PT30S,NONE",
        "system ana consent.consent_request purpose=recording,consent,timeout,PT30S,NONE",
    })
    void everyWaitEndsWithItsEvent(String line, String machine, String action, Duration length, String leadsTo) {
        people();
        ask("system eva person_added role=GUEST", line);
        Due due = due();
        assertEquals(now.toInstant().plus(length), due.at());
        Request request = due.request(now.plus(length));
        assertEquals("system", request.actor());
        assertEquals(machine, request.machine());
        assertEquals(action, request.action());
        assertEquals(
                machine.equals("command") ? Json.Obj.EMPTY.with("reason", "timeout") : Json.Obj.EMPTY,
                request.parameters());
        take(request);
        assertEquals(leadsTo, printed(due.person(), machine));
        assertNull(deadlines.next());
    }

    /** An ambiguous or rejected identity began to wait when it became so, not when it was probable. */
    @Test
    void aRejectedIdentityWaitsForItsOwnTime() {
        ask("system eva person_added role=GUEST", "system eva identity.explicit_identity_claim person=eva");
        Instant probable = now.toInstant();
        assertEquals(probable.plusSeconds(30), due().at());
        ask("system eva identity.voice_signal person=eva confidence=0.7");
        assertEquals(probable.plusSeconds(30), due().at(), "another signal does not begin it anew");
        ask("system eva identity.validation_failure");
        assertEquals(now.toInstant().plusSeconds(30), due().at());
        take(due().request(now.plusSeconds(30)));
        assertEquals("UNKNOWN", printed("eva", "identity"));
    }

    /** Ruling B1: nothing is ever due for a confirmed identity. */
    @Test
    void aConfirmedIdentityWaitsForNothing() {
        people();
        assertEquals(List.of(), deadlines.all());
    }

    /** Ruling B14: an active loan runs out; ruling B3: what waits under it is off. */
    @Test
    void anActiveLoanRunsOutAfterAnHour() {
        people();
        ask(
                "user_ben ana delegation.delegation_intent_detected group=media",
                "user_ben ana delegation.owner_confirmation by=ben");
        assertEquals(new Due(now.toInstant().plus(Duration.ofHours(1)), "ana", Wait.DELEGATION), due());
        take(due().request(now.plusHours(1)));
        assertEquals("EXPIRED", printed("ana", "delegation"));
    }

    /** Ruling B3: no answer to an authorisation in time is a denial by system. */
    @Test
    void aMissingAuthorisationIsADenial() {
        people();
        Person ana = house.person("ana");
        assertNotNull(ana);
        house = house.with(
                ana.command(new CommandState.PendingAuthorization(new Order("open_garage", "ana", true)), null));
        deadlines = deadlines.after(house, now.toInstant());
        assertEquals(new Due(now.toInstant().plusSeconds(5), "ana", Wait.AUTHORIZATION), due());
        take(due().request(now.plusSeconds(5)));
        assertEquals("DENIED", printed("ana", "command"));
    }

    @Test
    void silenceBeginsWhenSomebodyStopsSpeaking() {
        people();
        deadlines = deadlines.heard("ana");
        ask("system ana identity.speaking_turn");
        assertNull(deadlines.next(), "who speaks is not silent");
        Instant later = now.toInstant().plusSeconds(90);
        deadlines = deadlines.silent("ana", later);
        assertEquals(new Due(later.plusSeconds(20), "ana", Wait.SILENCE), due());
    }

    @Test
    void whatIsAskedForAnewWaitsAnew() {
        people();
        ask("user_ana ana command.command_detected command=open_garage");
        Instant first = due().at();
        ask("user_ana ana command.context_changed reason=declined");
        assertNull(deadlines.next());
        ask("user_ana ana command.done", "user_ana ana command.command_detected command=open_garage");
        assertEquals(first.plusSeconds(3), due().at());
    }

    @Test
    void theEarliestComesFirstAndThenWhoCameIntoTheHouseFirst() {
        people();
        now = START.plusMinutes(5);
        take(Driven.request(now, "system ben consent.consent_request purpose=recording"));
        take(Driven.request(now, "system ana consent.consent_request purpose=recording"));
        take(Driven.request(now, "system ben identity.speaking_turn"));
        assertEquals(
                List.of("ben SILENCE", "ana CONSENT", "ben CONSENT"),
                deadlines.all().stream()
                        .map(due -> due.person() + " " + due.kind())
                        .toList());
    }

    /** Ruling B10: the defaults are documented. */
    @Test
    void thePageAboutPeopleNamesEveryWaitItsEventAndItsLength() throws IOException {
        String page = Files.readString(Path.of(System.getProperty("parley.root", ".."), "docs", "people.md"));
        Pattern row = Pattern.compile("\\| `(\\w+)` \\| [^|]+ \\| `(\\w+)` \\| (\\w+) \\|");
        List<String> told = row.matcher(page)
                .results()
                .map(found -> found.group(1) + " " + found.group(2) + " " + Duration.parse("PT" + found.group(3)))
                .toList();
        List<String> built = Arrays.stream(Wait.values())
                .map(wait -> wait.field() + " " + wait.action() + " " + wait.usual())
                .toList();
        assertEquals(built, told);
    }

    @ParameterizedTest
    @EnumSource(Wait.class)
    void aConfiguredLengthReplacesTheUsualOne(Wait wait) {
        Timeouts own = Timeouts.DEFAULTS.with(wait, Duration.ofMillis(7));
        assertEquals(Duration.ofMillis(7), own.of(wait));
        for (Wait other : Wait.values()) {
            assertEquals(other == wait ? Duration.ofMillis(7) : other.usual(), own.of(other));
        }
        assertThrows(IllegalArgumentException.class, () -> own.with(wait, Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> own.with(wait, Timeouts.LONGEST.plusMillis(1)));
    }
}
