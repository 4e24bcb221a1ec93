package dev.parley.session.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.Decision;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import dev.parley.session.port.CommandCall;
import dev.parley.session.port.People.Answer;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A house whose timers are late: what was due counts all the same before anything else is asked (rulings B9, B10). */
class HouseholdWaitsTest {
    private final List<Attestation> attested = new ArrayList<>();
    private OffsetDateTime now = OffsetDateTime.parse("2026-03-10T10:00:00Z");

    private SessionHousehold houseOf(String person) {
        HouseSpec spec = HouseSpec.standard().visitedBy(person, true);
        HouseTime late = new HouseTime() {
            @Override
            public OffsetDateTime now() {
                return now;
            }

            @Override
            public Timer at(Instant moment, Runnable callback) {
                return () -> {};
            }
        };
        SessionHousehold house = new SessionHousehold(
                spec,
                Registrar.inConversation(SessionHousehold.room(spec), attested::add),
                null,
                knowledge -> {},
                late,
                ProfileStore.NONE,
                new PinTries());
        house.settleIn();
        attested.clear();
        return house;
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    /** What system asked for. */
    private List<String> byItself() {
        return attested.stream()
                .filter(each -> each.request().actor().equals("system"))
                .map(each -> each.request().action())
                .toList();
    }

    /** Ruling B5: zed's age is unknown, nobody vouches for it in time, and zed goes on to something else. */
    @Test
    void anUpdateForWhichNobodyVouchedStandsInTheWayOfNoOther() {
        SessionHousehold house = houseOf("zed");
        house.remember("zed", "birthdate", "1990-01-01");
        pass(Duration.ofSeconds(61));
        house.remember("zed", "nickname", "Zeddy");
        assertEquals("Zeddy", house.fact("zed", "nickname"));
        assertNull(house.fact("zed", "birthdate"));
        assertEquals(List.of("authority_verified", "timeout", "done", "authority_verified", "applied"), byItself());
        house.remember("zed", "nickname", "Z");
        assertEquals("Z", house.fact("zed", "nickname"));
    }

    /** The first question is over, so that the wish that comes after it is a new one. */
    @Test
    void aCommandThatIsWishedAgainAfterItsTimeIsAskedAboutAgain() {
        SessionHousehold house = houseOf("ana");
        assertEquals(Answer.AWAITS_YES, house.command("ana", garage("c1")));
        pass(Duration.ofSeconds(31));
        house.dropped("ana", garage("c1"), true);
        assertEquals(Answer.AWAITS_YES, house.command("ana", garage("c2")));
        assertTrue(
                byItself().containsAll(List.of("confirmation_timeout", "done")),
                byItself().toString());
        assertEquals(List.of(), refused());
    }

    /** What has run out by itself is not dropped for another reason. */
    @Test
    void aCommandThatIsDroppedAfterItsTimeHasRunOut() {
        SessionHousehold house = houseOf("ana");
        house.command("ana", garage("c1"));
        pass(Duration.ofSeconds(31));
        house.dropped("ana", garage("c1"), false);
        assertTrue(byItself().contains("confirmation_timeout"), byItself().toString());
        assertFalse(byItself().contains("context_changed"), byItself().toString());
        assertEquals(List.of(), refused());
    }

    private static CommandCall garage(String call) {
        return new CommandCall(call, "open_garage", "arguments of " + call, "question of " + call);
    }

    /** Ruling B17: a yes that nothing came of lapses with its question, and the next call asks for one of its own. */
    @Test
    void aYesThatIsNotUsedInTimeIsUsedNoMore() {
        SessionHousehold house = houseOf("ana");
        house.command("ana", garage("c1"));
        pass(Duration.ofSeconds(20));
        assertTrue(house.answered("ana", garage("c1"), true, 1));
        pass(Duration.ofSeconds(11));
        assertNotNull(house.dispatchRefusal("ana", garage("c1")));
        assertEquals(Answer.AWAITS_YES, house.command("ana", garage("c2")));
    }

    /** Ruling B17: a yes falls when somebody comes, and stays fallen when they leave. */
    @Test
    void aYesFallsWithTheCompanyInWhichItWasSaid() {
        SessionHousehold house = houseOf("ana");
        house.command("ana", garage("c1"));
        assertTrue(house.answered("ana", garage("c1"), true, 1));
        Json.Obj ben = Json.Obj.EMPTY.with("person", "ben");
        house.changed(new PeopleChanged("mode", "participant_detected", "ana", ben.with("known", true), ""));
        house.changed(new PeopleChanged("mode", "participant_left", "ana", ben, ""));
        assertNotNull(house.dispatchRefusal("ana", garage("c1")));
    }

    /** Ruling B17: arguments that were not shown are another call. */
    @Test
    void aYesToOtherArgumentsReleasesNothing() {
        SessionHousehold house = houseOf("ana");
        house.command("ana", garage("c1"));
        CommandCall other = new CommandCall("c1", "open_garage", "other arguments", "question of c1");
        assertFalse(house.answered("ana", other, true, 1));
        assertTrue(house.answered("ana", garage("c1"), true, 1));
        assertNotNull(house.dispatchRefusal("ana", other));
        assertNull(house.dispatchRefusal("ana", garage("c1")));
        assertNotNull(house.dispatchRefusal("ana", garage("c1")), "a yes is used once");
    }

    private List<String> refused() {
        return attested.stream()
                .filter(each -> each.decision() != Decision.ALLOWED)
                .map(each -> each.request().action())
                .toList();
    }
}
