package dev.parley.kernel.people;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.people.consent.ConsentEvent;
import dev.parley.kernel.people.consent.ConsentState;
import dev.parley.kernel.people.delegation.DelegationEvent;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.rooms.PeopleRooms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sections 4 and 5: delegation and consent, rulings B7, B8 and B14. */
class DelegationAndConsentTest {
    private static final String INTENT = "user_ana d delegation_intent_detected group=security to=ben by=ana";

    private final Driven<Kept<DelegationState>, DelegationEvent> loan = Driven.of(PeopleRooms.delegation());
    private final Driven<Kept<ConsentState>, ConsentEvent> consent = Driven.of(PeopleRooms.consent());

    private void lend(String state) {
        switch (state) {
            case "NONE" -> {}
            case "PENDING_CONFIRMATION" -> loan.ask(INTENT);
            case "ACTIVE" -> loan.ask(INTENT, "user_ana d owner_confirmation by=ana");
            case "REVOKED" -> loan.ask(INTENT, "user_ana d owner_confirmation", "user_ana d revoke_command");
            case "EXPIRED" -> loan.ask(INTENT, "user_ana d owner_confirmation", "system d conversation_end");
            default -> throw new AssertionError(state);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "NONE,delegation_intent_detected group=media,PENDING_CONFIRMATION",
        "PENDING_CONFIRMATION,owner_confirmation,ACTIVE",
        "PENDING_CONFIRMATION,owner_denial,NONE",
        "PENDING_CONFIRMATION,timeout,NONE",
        "PENDING_CONFIRMATION,conversation_end,NONE",
        "ACTIVE,revoke_command,REVOKED",
        "ACTIVE,conversation_end,EXPIRED",
        "ACTIVE,timeout,EXPIRED",
        "REVOKED,done,NONE",
        "EXPIRED,done,NONE",
    })
    void lendsAsTheTableSays(String from, String event, String to) {
        lend(from);
        loan.ask((event.equals("timeout") ? "system" : "user_ana") + " d " + event)
                .allowed(to);
    }

    @ParameterizedTest
    @CsvSource({
        "NONE,owner_confirmation",
        "NONE,revoke_command",
        "PENDING_CONFIRMATION,revoke_command",
        "PENDING_CONFIRMATION,delegation_intent_detected group=media",
        "ACTIVE,owner_confirmation",
        "ACTIVE,delegation_intent_detected group=media",
        "ACTIVE,done",
        "REVOKED,revoke_command",
        "REVOKED,owner_confirmation",
        "EXPIRED,owner_confirmation",
    })
    void lendsNothingWithoutARow(String in, String event) {
        lend(in);
        loan.ask("user_ana d " + event).denied("people.delegation.no_transition", in);
    }

    /** Ruling B8: a yes or a withdrawal that names another group or another person is for another loan. */
    @ParameterizedTest
    @CsvSource({
        "PENDING_CONFIRMATION,owner_confirmation group=media by=ana",
        "PENDING_CONFIRMATION,owner_confirmation group=security to=cat by=ana",
        "ACTIVE,revoke_command group=media",
        "ACTIVE,revoke_command to=cat",
    })
    void takesNoAnswerThatIsForAnotherLoan(String in, String event) {
        lend(in);
        loan.ask("user_ana d " + event).denied("people.delegation.no_transition", in);
    }

    @Test
    void isLentByTheOneWhoLends() {
        lend("PENDING_CONFIRMATION");
        loan.ask("user_ben d owner_confirmation by=ben").denied("people.confirmation.identity", "PENDING_CONFIRMATION");
        loan.ask("user_ben d owner_confirmation by=ana").denied("people.confirmation.identity");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " group=kitchen", " group=5"})
    void lendsOnlyGroupsThatThereAre(String group) {
        loan.ask("user_ana d delegation_intent_detected to=ben by=ana" + group).denied("request.malformed", "NONE");
    }

    private void consent(String state) {
        switch (state) {
            case "NONE" -> {}
            case "PENDING" -> consent.ask("system c consent_request purpose=recording by=ana");
            case "GRANTED" -> consent.ask("system c consent_request purpose=recording", "user_ana c explicit_grant");
            case "EXPIRED" -> {
                consent("GRANTED");
                consent.ask("system c conversation_end");
            }
            case "REVOKED" -> {
                consent("GRANTED");
                consent.ask("user_ana c revoke");
            }
            default -> throw new AssertionError(state);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "NONE,consent_request purpose=memory,PENDING",
        "PENDING,explicit_grant,GRANTED",
        "PENDING,explicit_grant purpose=recording by=ana,GRANTED",
        "PENDING,explicit_denial,NONE",
        "PENDING,timeout,NONE",
        "GRANTED,conversation_end,EXPIRED",
        "GRANTED,revoke,REVOKED",
        "REVOKED,done,NONE",
        "EXPIRED,done,NONE",
    })
    void consentsAsTheTableSays(String from, String event, String to) {
        consent(from);
        consent.ask((event.equals("timeout") ? "system" : "user_ana") + " c " + event)
                .allowed(to);
    }

    @ParameterizedTest
    @CsvSource({
        "NONE,explicit_grant",
        "NONE,revoke",
        "PENDING,consent_request purpose=memory",
        "PENDING,explicit_grant purpose=memory",
        "PENDING,revoke",
        "PENDING,conversation_end",
        "GRANTED,explicit_grant",
        "GRANTED,timeout",
        "GRANTED,done",
        "REVOKED,explicit_grant",
        "EXPIRED,revoke",
    })
    void consentsToNothingWithoutARow(String in, String event) {
        consent(in);
        consent.ask("user_ana c " + event).denied("people.consent.no_transition", in);
    }

    private ConsentState state() {
        Kept<ConsentState> kept = consent.last().state();
        return kept == null ? new ConsentState.None(null) : kept.state();
    }

    /** B7: denial, timeout and revocation are three different outcomes. */
    @Test
    void tellsDenialTimeoutAndRevocationApart() {
        consent("PENDING");
        consent.ask("user_ana c explicit_denial");
        assertEquals(new ConsentState.None(ConsentState.Outcome.DENIED), state());
        consent("PENDING");
        consent.ask("system c timeout");
        assertEquals(new ConsentState.None(ConsentState.Outcome.TIMED_OUT), state());
        consent("REVOKED");
        assertEquals(new ConsentState.Revoked("recording"), state());
    }

    @Test
    void needsAPurpose() {
        consent.ask("system c consent_request").denied("request.malformed", "NONE");
    }
}
