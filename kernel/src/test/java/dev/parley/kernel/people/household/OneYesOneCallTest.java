package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.people.Driven;
import dev.parley.kernel.people.age.AgeTable;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A yes covers one call (ruling B17). */
class OneYesOneCallTest {
    private static final String ADULT = "1980-05-01";

    private final Driven<Place, HouseEvent> it = Driven.of(new Household());

    private static String bound(String call) {
        return " command=open_garage call=" + call + " arguments=args_" + call + " question=q_" + call;
    }

    private Driven<Place, HouseEvent> asks(String call) {
        return it.ask("user_ana ana command.command_detected" + bound(call));
    }

    private Driven<Place, HouseEvent> yes(String call) {
        return it.ask("user_ana ana command.confirmation_received" + bound(call));
    }

    private Driven<Place, HouseEvent> starts(String call) {
        return it.ask("system ana command.execution_started" + bound(call));
    }

    private void isAt(String call, String state) {
        Person ana = Household.house(it.registrar().view()).person("ana");
        CalledCommand called = ana == null ? null : ana.calls().get(call);
        assertEquals(
                state, called == null ? "NONE" : new HouseMachine(AgeTable.DEFAULT).command.printed(called.state()));
    }

    @Test
    void aYesReleasesTheCallItWasSaidToAndNoOther() {
        it.confirmed("ana", "OWNER", ADULT);
        asks("c1").allowed();
        asks("c2").allowed();
        yes("c2").allowed();
        isAt("c1", "PENDING_CONFIRMATION");
        isAt("c2", "EXECUTED");
        starts("c1").denied("people.confirmation.other_call");
        starts("c2").allowed();
        starts("c2").denied("people.confirmation.other_call");
    }

    /** Finding 1: while the first run is under way and a stranger has come, the second run needs an approval it does not get. */
    @Test
    void aRunThatIsUnderWayLendsItsYesToNobody() {
        it.confirmed("ana", "OWNER", ADULT);
        asks("c1");
        yes("c1").allowed();
        starts("c1").allowed();
        it.ask("system ana mode.participant_detected person=x known=false").allowed();
        asks("c2").concluded("people.command.unverified_company");
        isAt("c1", "EXECUTED");
        isAt("c2", "DENIED");
        starts("c2").denied("people.confirmation.other_call");
        it.ask("system ana command.execution_success call=c1").allowed();
        it.ask("system ana command.done call=c1").allowed();
        isAt("c1", "NONE");
    }

    /** Finding 3: other arguments, another question, another call or none at all are not what the person said yes to. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "call=c1 arguments=other question=q_c1",
                "call=c1 arguments=args_c1 question=other",
                "call=c1 arguments=args_c1",
                "call=c1",
                "call=c2 arguments=args_c1 question=q_c1",
            })
    void aYesToAnotherQuestionReleasesNothing(String said) {
        it.confirmed("ana", "OWNER", ADULT);
        asks("c1");
        it.ask("user_ana ana command.confirmation_received command=open_garage " + said);
        assertFalse(it.last().isAllowed());
        it.ask("user_ana ana command.confirmation_received command=open_garage");
        assertFalse(it.last().isAllowed());
        isAt("c1", "PENDING_CONFIRMATION");
        starts("c1").denied("people.confirmation.other_call");
        it.ask(
                        "user_ana ana command.confirmation_received call=c1 command=disable_alarm arguments=args_c1 question=q_c1")
                .denied("people.confirmation.other_command");
    }

    /** A stranger, a known guest, and one who leaves: whoever comes or goes, the yes falls and stays fallen. */
    @ParameterizedTest
    @ValueSource(strings = {"person=x known=false", "person=ben known=true"})
    void aYesFallsWhenTheCompanyChanges(String guest) {
        it.confirmed("ana", "OWNER", ADULT);
        asks("c1");
        yes("c1").allowed();
        it.ask("system ana mode.participant_detected " + guest).allowed();
        isAt("c1", "CANCELLED");
        it.ask("system ana mode.participant_left " + guest.substring(0, guest.indexOf(' ')))
                .allowed()
                .house("mode", "PRIVATE");
        starts("c1").denied("people.confirmation.other_call");
        yes("c1").denied("people.confirmation.context");
    }

    /** The mode need not change: a second guest whom the house knows is other company too. */
    @Test
    void aYesFallsWhenAnotherGuestComesIntoTheSameMode() {
        it.confirmed("ana", "OWNER", ADULT);
        it.ask("system ana mode.participant_detected person=ben known=true").house("mode", "SHARED_VERIFIED");
        asks("c1");
        asks("c2");
        yes("c1").allowed();
        it.ask("system ana mode.participant_detected person=cem known=true").house("mode", "SHARED_VERIFIED");
        isAt("c1", "CANCELLED");
        yes("c2").denied("people.confirmation.context");
    }

    @Test
    void aYesLapsesWithItsQuestion() {
        it.confirmed("ana", "OWNER", ADULT);
        asks("c1");
        Instant asked = Instant.EPOCH;
        Deadlines waits = Deadlines.none(Timeouts.DEFAULTS)
                .after(Household.house(it.registrar().view()), asked);
        yes("c1").allowed();
        waits = waits.after(Household.house(it.registrar().view()), asked.plusSeconds(20));
        Due due = waits.next();
        assertTrue(due != null && due.at().equals(asked.plus(Duration.ofSeconds(30))));
        assertEquals("c1", due.call());
        it.registrar().request(due.request(OffsetDateTime.parse("2026-03-10T11:00:00Z")));
        isAt("c1", "CANCELLED");
        starts("c1").denied("people.confirmation.other_call");
    }

    /** The rules are asked again at the moment of dispatch. */
    @ParameterizedTest
    @ValueSource(strings = {"identity.strong_conflict", "age.confidence_drop"})
    void whatNoLongerHoldsIsNotDispatched(String change) {
        it.confirmed("ana", "OWNER", ADULT);
        asks("c1");
        yes("c1").allowed();
        it.ask("system ana " + change).allowed();
        starts("c1");
        assertFalse(it.last().isAllowed());
        isAt("c1", "EXECUTED");
    }

    @Test
    void aLoanThatIsRevokedTakesTheYesWithIt() {
        it.confirmed("ana", "OWNER", ADULT).confirmed("ben", "OPERATOR", ADULT);
        it.ask("user_ana ben delegation.delegation_intent_detected group=security");
        it.ask("user_ana ben delegation.owner_confirmation").allowed();
        String alarm = " command=disable_alarm call=c1 arguments=a question=q";
        it.ask("user_ben ben command.command_detected" + alarm, "user_ben ben command.confirmation_received" + alarm)
                .allowed();
        it.ask("user_ana ben delegation.revoke_command").allowed();
        it.ask("system ben command.execution_started" + alarm).denied("people.confirmation.other_call");
    }

    /** Two harmless calls of one person run side by side, and a request without a call is judged as ever. */
    @Test
    void harmlessCallsRunSideBySideAndOldRequestsAsBefore() {
        it.confirmed("ana", "OWNER", ADULT);
        for (String call : List.of("c1", "c2")) {
            String light = " command=turn_on_light call=" + call;
            it.ask("user_ana ana command.command_detected" + light).allowed();
            it.ask("system ana command.execution_started" + light).allowed();
        }
        it.ask("user_ana ana command.command_detected command=open_garage")
                .house("command/ana", "PENDING_CONFIRMATION");
        it.ask("user_ana ana command.confirmation_received command=open_garage")
                .allowed()
                .house("command/ana", "EXECUTED");
        it.ask("user_ana ana command.command_detected command=turn_on_light").denied("people.command.no_transition");
        it.ask("system ana command.execution_started command=open_garage").denied("request.malformed");
    }
}
