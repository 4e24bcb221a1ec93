package dev.parley.kernel.people;

import dev.parley.kernel.people.command.CommandEvent;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.rooms.PeopleRooms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 3: command execution, rulings B3 and B9. */
class CommandTest {
    private static final String NO_ROW = "people.command.no_transition";
    private static final String YES = "user_ana k confirmation_received command=unlock by=ana";

    private final Driven<Kept<CommandState>, CommandEvent> it = Driven.of(PeopleRooms.command());

    private void reach(String state) {
        if (state.equals("IDLE")) {
            return;
        }
        it.ask("user_ana k command_detected command=unlock by=ana");
        switch (state) {
            case "PENDING_AUTHORIZATION" -> {}
            case "PENDING_CONFIRMATION" -> it.ask("system k authorization_granted requires_confirmation=true");
            case "EXECUTED" -> it.ask("system k authorization_granted");
            case "DENIED" -> it.ask("system k authorization_denied");
            case "CANCELLED" ->
                it.ask("system k authorization_granted requires_confirmation=true", "system k context_changed");
            default -> throw new AssertionError(state);
        }
        it.allowed(state);
    }

    /** Every row of the table. */
    @ParameterizedTest
    @CsvSource({
        "IDLE,user_ana k command_detected command=unlock,PENDING_AUTHORIZATION",
        "PENDING_AUTHORIZATION,system k authorization_denied,DENIED",
        "PENDING_AUTHORIZATION,system k authorization_granted,EXECUTED",
        "PENDING_AUTHORIZATION,system k authorization_granted requires_confirmation=true,PENDING_CONFIRMATION",
        "PENDING_AUTHORIZATION,system k confirmation_required,PENDING_AUTHORIZATION",
        "PENDING_CONFIRMATION,user_ana k confirmation_received command=unlock by=ana,EXECUTED",
        "PENDING_CONFIRMATION,user_ana k confirmation_received command=unlock,EXECUTED",
        "PENDING_CONFIRMATION,system k confirmation_timeout,CANCELLED",
        "PENDING_CONFIRMATION,system k context_changed,CANCELLED",
        "PENDING_CONFIRMATION,user_ana k context_changed reason=declined,CANCELLED",
        "EXECUTED,system k execution_success,EXECUTED",
        "EXECUTED,system k execution_failure,EXECUTED",
        "DENIED,system k done,IDLE",
        "CANCELLED,system k done,IDLE",
    })
    void movesAsTheTableSays(String from, String line, String to) {
        reach(from);
        it.ask(line).allowed(to);
    }

    @ParameterizedTest
    @CsvSource({
        "IDLE,system k authorization_granted",
        "IDLE,system k done",
        "IDLE,system k confirmation_required",
        "PENDING_AUTHORIZATION,user_ana k command_detected command=other",
        "PENDING_AUTHORIZATION,system k context_changed",
        "PENDING_AUTHORIZATION,system k confirmation_timeout",
        "PENDING_AUTHORIZATION,user_ana k confirmation_received command=unlock",
        "PENDING_AUTHORIZATION,system k authorization_granted command=other",
        "PENDING_CONFIRMATION,system k authorization_granted",
        "PENDING_CONFIRMATION,system k execution_success",
        "EXECUTED,system k confirmation_timeout",
        "EXECUTED,user_ana k confirmation_received command=unlock",
        "EXECUTED,system k context_changed",
        "DENIED,system k authorization_granted",
        "DENIED,system k execution_success",
        "CANCELLED,user_ana k confirmation_received command=unlock by=ana",
        "CANCELLED,system k command_detected command=unlock",
    })
    void refusesWhatHasNoRow(String in, String line) {
        reach(in);
        it.ask(line).denied(NO_ROW, in);
    }

    /** B3: {@code done} is refused before the result, and there is one result. */
    @Test
    void isNotDoneBeforeItsResult() {
        reach("EXECUTED");
        it.ask("system k done").denied(NO_ROW, "EXECUTED");
        it.ask("system k execution_failure").allowed("EXECUTED");
        it.ask("system k execution_success").denied(NO_ROW, "EXECUTED");
        it.ask("system k done").allowed("IDLE");
    }

    /** B3: {@code confirmation_required} marks the command. */
    @Test
    void needsAConfirmationOnceAnybodySaidSo() {
        reach("PENDING_AUTHORIZATION");
        it.ask("system k confirmation_required", "system k authorization_granted requires_confirmation=false")
                .allowed("PENDING_CONFIRMATION");
    }

    @Test
    void needsAConfirmationWhenTheRequestSaidSo() {
        it.ask(
                        "user_ana k command_detected command=unlock requires_confirmation=true",
                        "system k authorization_granted")
                .allowed("PENDING_CONFIRMATION");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "user_ben k confirmation_received command=unlock by=ben",
                "user_ben k confirmation_received command=unlock",
                "user_ben k confirmation_received command=unlock by=ana",
            })
    void isConfirmedByWhoAskedOnly(String line) {
        reach("PENDING_CONFIRMATION");
        it.ask(line).denied("people.confirmation.identity", "PENDING_CONFIRMATION");
    }

    @ParameterizedTest
    @ValueSource(strings = {" command=other", ""})
    void isConfirmedByItsName(String command) {
        reach("PENDING_CONFIRMATION");
        it.ask("user_ana k confirmation_received by=ana" + command)
                .denied("people.confirmation.other_command", "PENDING_CONFIRMATION");
    }

    /** B14: a late confirmation is expired, in the machine alone too. */
    @Test
    void isNotConfirmedAfterItsTimeout() {
        reach("PENDING_CONFIRMATION");
        it.ask("system k confirmation_timeout", YES).denied("people.confirmation.expired", "CANCELLED");
        it.ask("system k done", YES).denied("people.confirmation.expired", "IDLE");
    }

    @Test
    void isNotConfirmedAfterTheContextChanged() {
        reach("CANCELLED");
        it.ask(YES).denied("people.confirmation.context", "CANCELLED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "user_ana k command_detected",
                "user_ana k command_detected command=unlock requires_confirmation=yes",
                "user_ana k execute",
            })
    void refusesWhatItCannotRead(String line) {
        it.ask(line).denied("request.malformed", "IDLE");
    }
}
