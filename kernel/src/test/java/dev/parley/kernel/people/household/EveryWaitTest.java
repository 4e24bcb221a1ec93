package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Driven;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.command.Binding;
import dev.parley.kernel.people.command.CommandGroup;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.command.CommandState.Result;
import dev.parley.kernel.people.command.CommandState.Why;
import dev.parley.kernel.people.command.Order;
import dev.parley.kernel.people.consent.ConsentState;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.delegation.Loan;
import dev.parley.kernel.people.identity.Evidence;
import dev.parley.kernel.people.identity.IdentityState;
import dev.parley.kernel.people.profile.ProfileState;
import dev.parley.kernel.people.profile.Update;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is waited for in every state of every machine, from a list of its own (rulings B3, B10, B14 and B17), and which of two
 * people's waits each change of the clockwork moves: one or several by name, and never another.
 */
class EveryWaitTest {
    private static final OffsetDateTime START = OffsetDateTime.parse("2026-03-10T10:00:00Z");
    private static final Instant THEN = START.toInstant();
    private static final Instant LATER = THEN.plusSeconds(7);

    private static final Order PLAIN = new Order("open_garage", "ana", true);
    private static final Order HARMLESS = order("c0", false);
    private static final Order BOUND = order("c1", true);
    private static final Update UPDATE = new Update("nickname", Json.of("A"), "ana", true, true, AgeClass.ADULT);
    private static final Loan LOAN = new Loan(CommandGroup.MEDIA, "ana", "ben");

    private static Order order(String call, boolean confirmed) {
        return new Order("open_garage", "ana", confirmed, new Binding(call, "args", "question"));
    }

    private static Person person(String id) {
        House house = new HouseFold(new Household())
                .after(House.EMPTY, List.of(Driven.request(START, "system " + id + " person_added role=OWNER")));
        Person person = house.person(id);
        assertNotNull(person);
        return person;
    }

    /** Every state and the wait that runs in it. */
    private static Map<Object, String> states() {
        Map<Object, String> states = new LinkedHashMap<>();
        states.put(new IdentityState.Unknown(), "");
        states.put(new IdentityState.Probable(Evidence.NONE), "IDENTITY");
        states.put(new IdentityState.Ambiguous(Evidence.NONE), "IDENTITY");
        states.put(new IdentityState.Rejected(), "IDENTITY");
        states.put(new IdentityState.Confirmed("ana"), "");
        states.put(new IdentityState.ConfirmedActive("ana"), "SILENCE");
        states.put(new CommandState.Idle(null), "");
        states.put(new CommandState.PendingAuthorization(PLAIN), "AUTHORIZATION");
        states.put(new CommandState.PendingAuthorization(BOUND), "AUTHORIZATION of c1");
        states.put(new CommandState.PendingConfirmation(PLAIN), "CONFIRMATION");
        states.put(new CommandState.PendingConfirmation(BOUND), "CONFIRMATION of c1");
        states.put(new CommandState.Executed(BOUND, null, false), "CONFIRMATION of c1");
        states.put(new CommandState.Executed(BOUND, null, true), "");
        states.put(new CommandState.Executed(BOUND, Result.SUCCESS, false), "");
        states.put(new CommandState.Executed(HARMLESS, null, false), "");
        states.put(new CommandState.Executed(PLAIN, null, false), "");
        states.put(new CommandState.Denied(BOUND), "");
        states.put(new CommandState.Cancelled(BOUND, Why.TIMEOUT), "");
        states.put(new ProfileState.None(), "");
        states.put(new ProfileState.PendingValidation(UPDATE), "");
        states.put(new ProfileState.PendingConfirmation(UPDATE), "PROFILE");
        states.put(new ProfileState.Approved(UPDATE), "");
        states.put(new ProfileState.Rejected(), "");
        states.put(new ProfileState.Cancelled(true), "");
        states.put(new DelegationState.None(), "");
        states.put(new DelegationState.PendingConfirmation(LOAN), "DELEGATION_CONFIRMATION");
        states.put(new DelegationState.Active(LOAN), "DELEGATION");
        states.put(new DelegationState.Revoked(LOAN), "");
        states.put(new DelegationState.Expired(LOAN), "");
        states.put(new ConsentState.None(null), "");
        states.put(new ConsentState.Pending("recording"), "CONSENT");
        states.put(new ConsentState.Granted("recording", "ana"), "");
        states.put(new ConsentState.Expired("recording"), "");
        states.put(new ConsentState.Revoked("recording"), "");
        return states;
    }

    private static Person in(Person person, Object state) {
        return switch (state) {
            case IdentityState identity -> person.identity(identity);
            case CommandState command -> person.command(command, null);
            case ProfileState profile -> person.profile(profile);
            case DelegationState delegation -> person.delegation(delegation);
            case ConsentState consent -> person.consent(consent);
            default -> throw new AssertionError(state);
        };
    }

    private static String shown(Due due) {
        return due.kind() + (due.call() == null ? "" : " of " + due.call());
    }

    @Test
    void eachStateWaitsForWhatTheListSays() {
        Map<String, String> found = new LinkedHashMap<>();
        Map<String, String> listed = new LinkedHashMap<>();
        states().forEach((state, wait) -> {
            Deadlines waits = Deadlines.none(Timeouts.DEFAULTS).after(House.EMPTY.with(in(person("ana"), state)), THEN);
            listed.put(state.toString(), wait);
            found.put(
                    state.toString(),
                    waits.all().stream().map(EveryWaitTest::shown).collect(Collectors.joining(" and ")));
        });
        assertEquals(listed, found);
    }

    @Test
    void theListLeavesNoStateOut() {
        Set<Class<?>> listed = states().keySet().stream().map(Object::getClass).collect(Collectors.toSet());
        Set<Class<?>> all = Stream.of(
                        IdentityState.class,
                        CommandState.class,
                        ProfileState.class,
                        DelegationState.class,
                        ConsentState.class)
                .flatMap(machine -> Arrays.stream(machine.getPermittedSubclasses()))
                .collect(Collectors.toSet());
        assertEquals(all, listed);
    }

    /** Two people who wait for as much as one can at a time; Ben came first. */
    private static Deadlines busy() {
        House house = House.EMPTY;
        for (String id : List.of("ben", "ana")) {
            Person person = person(id)
                    .identity(new IdentityState.ConfirmedActive(id))
                    .command(new CommandState.PendingConfirmation(PLAIN), null)
                    .profile(new ProfileState.PendingConfirmation(UPDATE))
                    .delegation(new DelegationState.PendingConfirmation(LOAN))
                    .consent(new ConsentState.Pending("recording"))
                    .called("judged_" + id, new CommandState.PendingAuthorization(order("judged_" + id, true)), null)
                    .called("asked_" + id, new CommandState.PendingConfirmation(order("asked_" + id, true)), null)
                    .called("yes_" + id, new CommandState.Executed(order("yes_" + id, true), null, false), null)
                    .called("started_" + id, new CommandState.Executed(order("started_" + id, true), null, true), null);
            house = house.with(person);
        }
        return Deadlines.none(Timeouts.DEFAULTS).after(house, THEN);
    }

    private static final List<String> PER_PERSON = List.of(
            "SILENCE",
            "CONFIRMATION",
            "PROFILE",
            "DELEGATION_CONFIRMATION",
            "CONSENT",
            "AUTHORIZATION of judged_",
            "CONFIRMATION of asked_",
            "CONFIRMATION of yes_");

    /** By person, kind and call: since when each wait runs, as far as it counts now. */
    private static Map<String, Instant> begun(Deadlines waits) {
        Map<String, Instant> all = new TreeMap<>();
        for (Due due : waits.all()) {
            Instant since = due.at().minus(waits.timeouts().of(due.kind()));
            assertNull(all.put(due.person() + " " + shown(due), since));
        }
        return all;
    }

    /** What busy people wait for, where those waits that this picks have begun at another moment. */
    private static Map<String, Instant> where(BiPredicate<String, String> picked, Instant other) {
        Map<String, Instant> all = new TreeMap<>();
        for (String person : List.of("ana", "ben")) {
            for (String wait : PER_PERSON) {
                String name = wait.endsWith("_") ? wait + person : wait;
                all.put(person + " " + name, picked.test(person, name) ? other : THEN);
            }
        }
        return all;
    }

    private static Map<String, Instant> without(BiPredicate<String, String> picked) {
        Map<String, Instant> all = where(picked, LATER);
        all.values().removeIf(LATER::equals);
        return all;
    }

    @Test
    void whatIsDueComesByItsTimeAndThenByWhoCameFirst() {
        List<String> order = new ArrayList<>();
        for (Due due : busy().all()) {
            order.add(due.person() + " " + shown(due));
        }
        List<String> expected = new ArrayList<>();
        expected.addAll(List.of("ben AUTHORIZATION of judged_ben", "ana AUTHORIZATION of judged_ana"));
        expected.addAll(List.of("ben SILENCE", "ana SILENCE"));
        for (String who : List.of("ben", "ana")) {
            for (String wait : List.of(
                    "CONFIRMATION",
                    "DELEGATION_CONFIRMATION",
                    "CONSENT",
                    "CONFIRMATION of asked_" + who,
                    "CONFIRMATION of yes_" + who)) {
                expected.add(who + " " + wait);
            }
        }
        expected.addAll(List.of("ben PROFILE", "ana PROFILE"));
        assertEquals(expected, order);
    }

    @Test
    void aQuestionThatIsHeardLaterMovesTheWaitsOfItsCallAlone() {
        assertEquals(where((_, _) -> false, LATER), begun(busy()));
        for (String call : List.of("asked_ana", "yes_ana", "asked_ben", "yes_ben")) {
            assertEquals(
                    where((_, wait) -> wait.equals("CONFIRMATION of " + call), LATER),
                    begun(busy().awaiting(call, LATER)));
        }
        assertEquals(busy(), busy().awaiting("judged_ana", LATER), "it waits for no yes");
        assertEquals(busy(), busy().awaiting("started_ana", LATER));
        assertEquals(busy(), busy().awaiting("unheard_of", LATER));
    }

    @Test
    void whoSpeaksIsNotSilentAndWhoFallsSilentIsSilentFromThen() {
        assertEquals(without((who, wait) -> who.equals("ana") && wait.equals("SILENCE")), begun(busy().heard("ana")));
        assertEquals(
                without((_, wait) -> wait.equals("SILENCE")),
                begun(busy().heard("ana").heard("ben")));
        assertEquals(
                where((who, wait) -> who.equals("ben") && wait.equals("SILENCE"), LATER),
                begun(busy().heard("ben").silent("ben", LATER)));
        assertEquals(
                without((who, wait) -> who.equals("ana") && wait.equals("SILENCE"))
                        .keySet(),
                begun(busy().heard("ana").silent("ben", LATER)).keySet(),
                "another's silence is not hers");
    }

    /** Each kind of wait of each person, found by name, stands still and goes on without the others. */
    @ParameterizedTest
    @EnumSource(Wait.class)
    void oneWaitBeginsAtAnotherMoment(Wait kind) {
        Deadlines waits = busy();
        boolean runs = kind != Wait.IDENTITY && kind != Wait.DELEGATION;
        for (String person : List.of("ana", "ben")) {
            Deadlines.Running found = waits.running(person, kind);
            assertEquals(runs, found != null);
            if (found != null) {
                String name = person + " " + kind + (found.call() == null ? "" : " of " + found.call());
                assertEquals(
                        where((who, wait) -> name.equals(who + " " + wait), LATER), begun(waits.begun(found, LATER)));
            }
        }
        assertNull(waits.running("eva", kind));
        assertEquals(waits, waits.begun(new Deadlines.Running("eva", kind, "nothing"), LATER));
    }

    @Test
    void whatWasSentIsWaitedForNoMoreAndEverythingElseIs() {
        Deadlines waits = busy();
        for (Due sent : waits.all()) {
            String name = sent.person() + " " + shown(sent);
            assertEquals(without((who, wait) -> name.equals(who + " " + wait)), begun(waits.without(sent)));
        }
    }

    /** Nobody has more time because a clock was set back, and what has begun in time keeps what it has left. */
    @Test
    void aClockThatIsSetBackBeginsOnlyWhatWouldBeginTooLate() {
        Deadlines waits = busy().awaiting("asked_ana", LATER);
        assertEquals(waits, waits.setBack(THEN.minusSeconds(1), LATER), "the latest moment is not after itself");
        assertEquals(
                where((_, wait) -> wait.equals("CONFIRMATION of asked_ana"), THEN.minusSeconds(1)),
                begun(waits.setBack(THEN.minusSeconds(1), LATER.minusNanos(1))));
    }

    /** Who goes on from what was kept waits for the same since the same moments; nobody is heard there yet. */
    @Test
    void whatWasKeptIsWaitedForElsewhere() {
        Deadlines waits = busy().awaiting("asked_ana", LATER).heard("ben");
        Deadlines elsewhere = Deadlines.none(Timeouts.DEFAULTS).restored(waits.keep());
        assertEquals(new Deadlines(Timeouts.DEFAULTS, waits.since(), Set.of()), elsewhere);
        assertEquals(
                List.copyOf(waits.since().keySet()),
                List.copyOf(elsewhere.since().keySet()));
        assertThrows(
                IllegalArgumentException.class,
                () -> Deadlines.none(Timeouts.DEFAULTS).restored(Json.of("nothing")));
        Timeouts own = Timeouts.DEFAULTS.with(Wait.CONSENT, Duration.ofSeconds(3));
        assertEquals(own, Deadlines.none(own).restored(waits.keep()).timeouts());
    }

    /** After every verdict: what still waits goes on, what is over is gone, and what is new begins. */
    @Test
    void onlyWhatStillWaitsHasWaitedSinceBefore() {
        Person ana = person("ana").consent(new ConsentState.Pending("recording"));
        Deadlines first = Deadlines.none(Timeouts.DEFAULTS).heard("ben").after(House.EMPTY.with(ana), THEN);
        Deadlines both =
                first.after(House.EMPTY.with(ana.command(new CommandState.PendingConfirmation(PLAIN), null)), LATER);
        assertEquals(Map.of("ana CONSENT", THEN, "ana CONFIRMATION", LATER), begun(both));
        assertEquals(Set.of("ben"), both.speaking());
        Deadlines another = both.after(House.EMPTY.with(ana.consent(new ConsentState.Pending("sharing"))), LATER);
        assertEquals(Map.of("ana CONSENT", LATER), begun(another), "another purpose is another wait");
        assertEquals(Map.of(), begun(another.after(House.EMPTY.with(person("ana")), LATER)));
        assertNull(Deadlines.none(Timeouts.DEFAULTS).next());
    }
}
