package dev.parley.kernel.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Step;
import dev.parley.kernel.people.command.Binding;
import dev.parley.kernel.people.command.CommandEvent;
import dev.parley.kernel.people.command.CommandMachine;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.command.CommandState.Executed;
import dev.parley.kernel.people.command.CommandState.Idle;
import dev.parley.kernel.people.command.CommandState.Result;
import dev.parley.kernel.people.command.CommandState.Why;
import dev.parley.kernel.people.command.ConfirmationRules;
import dev.parley.kernel.people.command.Order;
import dev.parley.kernel.people.rooms.PeopleRooms;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every state of a command with every event and every rule, against lists written down from section 3, B3, B9 and B17. */
class CommandTableTest {
    private static final Binding CALL = new Binding("c1", "sha", "asked");
    private static final Binding OTHER = new Binding("c2", "sha", "asked");
    private static final Order PLAIN = new Order("unlock", "ana", false);
    private static final Order MARKED = new Order("unlock", "ana", true);
    private static final Order BOUND = new Order("unlock", "ana", false, CALL);
    private static final Order ASKED = new Order("unlock", "ana", true, CALL);

    private final CommandMachine machine = new CommandMachine();
    private final Map<String, CommandState> states = states();
    private final Map<String, CommandEvent> events = events();

    private static Map<String, CommandState> states() {
        Map<String, CommandState> states = new LinkedHashMap<>();
        states.put("idle", new Idle(null));
        states.put("idle after unlock", new Idle("unlock"));
        states.put("judged", new CommandState.PendingAuthorization(PLAIN));
        states.put("judged, marked", new CommandState.PendingAuthorization(MARKED));
        states.put("asked", new CommandState.PendingConfirmation(MARKED));
        states.put("asked for c1", new CommandState.PendingConfirmation(ASKED));
        states.put("released", new Executed(PLAIN, null, false));
        states.put("confirmed", new Executed(MARKED, null, false));
        states.put("released for c1", new Executed(BOUND, null, false));
        states.put("confirmed for c1", new Executed(ASKED, null, false));
        states.put("started", new Executed(ASKED, null, true));
        states.put("done well", new Executed(ASKED, Result.SUCCESS, true));
        states.put("done unstarted", new Executed(ASKED, Result.FAILURE, false));
        states.put("denied", new CommandState.Denied(PLAIN));
        states.put("late", new CommandState.Cancelled(MARKED, Why.TIMEOUT));
        states.put("overtaken", new CommandState.Cancelled(MARKED, Why.CONTEXT));
        states.put("declined", new CommandState.Cancelled(MARKED, Why.DECLINED));
        return states;
    }

    private static Map<String, CommandEvent> events() {
        Map<String, CommandEvent> events = new LinkedHashMap<>();
        events.put("detected", new CommandEvent.CommandDetected(PLAIN));
        events.put("granted", new CommandEvent.AuthorizationGranted(null, false));
        events.put("granted with a yes", new CommandEvent.AuthorizationGranted("unlock", true));
        events.put("granted for another", new CommandEvent.AuthorizationGranted("lock", false));
        events.put("refused", new CommandEvent.AuthorizationDenied("unlock"));
        events.put("refused for another", new CommandEvent.AuthorizationDenied("lock"));
        events.put("required", new CommandEvent.ConfirmationRequired());
        events.put("yes", new CommandEvent.ConfirmationReceived("unlock", "ana", false));
        events.put("timeout", new CommandEvent.ConfirmationTimedOut());
        events.put("changed", new CommandEvent.ContextChanged(false));
        events.put("no", new CommandEvent.ContextChanged(true));
        events.put("start c1", new CommandEvent.ExecutionStarted("unlock", CALL));
        events.put("start another", new CommandEvent.ExecutionStarted("lock", CALL));
        events.put("start nothing", new CommandEvent.ExecutionStarted(null, Binding.NONE));
        events.put("success", new CommandEvent.ExecutionEnded(null, Result.SUCCESS));
        events.put("failure", new CommandEvent.ExecutionEnded("unlock", Result.FAILURE));
        events.put("success of another", new CommandEvent.ExecutionEnded("lock", Result.SUCCESS));
        events.put("done", new CommandEvent.Done());
        return events;
    }

    private static Map<String, CommandState> beforeTheRelease() {
        Map<String, CommandState> rows = new LinkedHashMap<>();
        for (String idle : List.of("idle", "idle after unlock")) {
            rows.put(idle + " | detected", new CommandState.PendingAuthorization(PLAIN));
        }
        rows.put("judged | granted", new Executed(PLAIN, null, false));
        rows.put("judged | granted with a yes", new CommandState.PendingConfirmation(MARKED));
        rows.put("judged | refused", new CommandState.Denied(PLAIN));
        rows.put("judged | required", new CommandState.PendingAuthorization(MARKED));
        rows.put("judged, marked | granted", new CommandState.PendingConfirmation(MARKED));
        rows.put("judged, marked | granted with a yes", new CommandState.PendingConfirmation(MARKED));
        rows.put("judged, marked | refused", new CommandState.Denied(MARKED));
        rows.put("judged, marked | required", new CommandState.PendingAuthorization(MARKED));
        Map.of("asked", MARKED, "asked for c1", ASKED).forEach((asked, order) -> {
            rows.put(asked + " | yes", new Executed(order, null, false));
            rows.put(asked + " | timeout", new CommandState.Cancelled(order, Why.TIMEOUT));
            rows.put(asked + " | changed", new CommandState.Cancelled(order, Why.CONTEXT));
            rows.put(asked + " | no", new CommandState.Cancelled(order, Why.DECLINED));
            rows.put(asked + " | required", new CommandState.PendingConfirmation(order));
        });
        return rows;
    }

    /** A yes for a call falls with its time and its company until the call starts; a release is used once. */
    private static Map<String, CommandState> afterTheRelease() {
        Map<String, CommandState> rows = new LinkedHashMap<>();
        Map.of("released", PLAIN, "confirmed", MARKED, "released for c1", BOUND, "confirmed for c1", ASKED)
                .forEach((released, order) -> {
                    rows.put(released + " | success", new Executed(order, Result.SUCCESS, false));
                    rows.put(released + " | failure", new Executed(order, Result.FAILURE, false));
                    rows.put(released + " | start c1", new Executed(order, null, true));
                });
        rows.put("confirmed for c1 | timeout", new CommandState.Cancelled(ASKED, Why.TIMEOUT));
        rows.put("confirmed for c1 | changed", new CommandState.Cancelled(ASKED, Why.CONTEXT));
        rows.put("confirmed for c1 | no", new CommandState.Cancelled(ASKED, Why.CONTEXT));
        rows.put("started | success", new Executed(ASKED, Result.SUCCESS, true));
        rows.put("started | failure", new Executed(ASKED, Result.FAILURE, true));
        for (String over : List.of("done well", "done unstarted", "denied", "overtaken", "declined")) {
            rows.put(over + " | done", new Idle(null));
        }
        rows.put("late | done", new Idle("unlock"));
        return rows;
    }

    @Test
    void everyStateTakesWhatItsRowsSayAndNothingElse() {
        Map<String, CommandState> rows = beforeTheRelease();
        rows.putAll(afterTheRelease());
        states.forEach((from, state) -> events.forEach((what, event) -> {
            String row = from + " | " + what;
            CommandState to = rows.remove(row);
            Step<CommandState> expected = to == null
                    ? Step.refused(
                            "people.command.no_transition",
                            "a command that is " + machine.printed(state) + " does not take "
                                    + machine.label(event).split(",", 2)[0])
                    : Step.moved(to);
            assertEquals(expected, machine.step(state, event), row);
        }));
        assertEquals(Map.of(), rows, "rows that were never met");
    }

    @ParameterizedTest
    @CsvSource({
        "idle,detected,IDLE,command_detected",
        "judged,granted,PENDING_AUTHORIZATION,'authorization_granted, immediate'",
        "asked,granted with a yes,PENDING_CONFIRMATION,'authorization_granted, requires confirmation'",
        "started,refused,EXECUTED,authorization_denied",
        "denied,required,DENIED,confirmation_required",
        "late,yes,CANCELLED,confirmation_received",
        "late,timeout,CANCELLED,confirmation_timeout",
        "late,no,CANCELLED,context_changed",
        "late,start c1,CANCELLED,execution_started",
        "late,success,CANCELLED,execution_success",
        "late,failure,CANCELLED,execution_failure",
        "late,done,CANCELLED,done",
    })
    void statesAndEventsHaveTheNamesOfTheRecord(String state, String event, String printed, String label) {
        assertEquals(printed, machine.printed(states.getOrDefault(state, new Idle(null))));
        assertEquals(label, machine.label(events.getOrDefault(event, new CommandEvent.Done())));
        assertEquals("command", machine.name());
    }

    @Test
    void whatIsKnownOfACommandInEachState() {
        states.forEach((name, state) -> {
            assertEquals(name.equals("overtaken"), state.isWithdrawn(), name);
            assertEquals(name.startsWith("idle"), state.order() == null, name);
            assertEquals(
                    name.equals("confirmed for c1"),
                    state instanceof Executed executed && executed.isUnusedYes(),
                    name);
        });
        assertEquals(ASKED, new CommandState.PendingConfirmation(ASKED).order());
        assertTrue(CALL.isBound());
        assertFalse(Binding.NONE.isBound());
    }

    private static CommandEvent yes(@Nullable String command, String by, boolean impersonated, Binding binding) {
        return new CommandEvent.ConfirmationReceived(command, by, impersonated, binding);
    }

    private List<String> broken(String state, CommandEvent event) {
        TreeSet<String> broken = new TreeSet<>();
        for (var rule : ConfirmationRules.all()) {
            String failure = rule.check().failure(states.getOrDefault(state, new Idle(null)), event);
            if (failure != null) {
                broken.add(rule.id().substring("people.confirmation.".length()) + ": " + failure);
            }
        }
        return List.copyOf(broken);
    }

    private static final String ANOTHER_PERSON = "identity: somebody else asked for it";
    private static final String ANOTHER_COMMAND = "other_command: it does not name the pending command";
    private static final String ANOTHER_CALL = "other_call: it was said to another call";
    private static final String NOT_RELEASED = "other_call: nothing was released for this call";

    @Test
    void aYesIsOfTheOneWhoAskedToTheCommandAndTheCallThatTheyWereAskedFor() {
        assertEquals(List.of(), broken("asked", yes("unlock", "ana", false, Binding.NONE)));
        assertEquals(List.of(), broken("asked for c1", yes("unlock", "ana", false, CALL)));
        assertEquals(List.of(ANOTHER_CALL), broken("asked", yes("unlock", "ana", false, CALL)));
        assertEquals(List.of(ANOTHER_CALL), broken("asked for c1", yes("unlock", "ana", false, OTHER)));
        assertEquals(List.of(ANOTHER_CALL), broken("asked for c1", yes("unlock", "ana", false, Binding.NONE)));
        assertEquals(List.of(ANOTHER_PERSON), broken("asked", yes("unlock", "ben", false, Binding.NONE)));
        assertEquals(List.of(ANOTHER_PERSON), broken("asked", yes("unlock", "ana", true, Binding.NONE)));
        assertEquals(List.of(ANOTHER_COMMAND), broken("asked", yes("lock", "ana", false, Binding.NONE)));
        assertEquals(List.of(ANOTHER_COMMAND), broken("asked", yes(null, "ana", false, Binding.NONE)));
    }

    @Test
    void aYesThatComesTooLateIsToldWhy() {
        List<String> expired = List.of("expired: its time is over");
        List<String> cancelled = List.of("context: the command was cancelled");
        for (String state : states.keySet()) {
            if (!state.startsWith("asked")) {
                List<String> expected = switch (state) {
                    case "late", "idle after unlock" -> expired;
                    case "overtaken", "declined" -> cancelled;
                    default -> List.of();
                };
                assertEquals(expected, broken(state, yes("unlock", "ana", false, Binding.NONE)), state);
            }
        }
        assertEquals(List.of(), broken("idle after unlock", yes("lock", "ana", false, Binding.NONE)));
        assertEquals(List.of(), broken("idle after unlock", yes(null, "ana", false, Binding.NONE)));
        assertEquals(expired, broken("late", yes("lock", "ben", true, OTHER)));
    }

    @Test
    void onlyWhatWasReleasedForThisCallAndNotYetStartedIsStarted() {
        for (String state : states.keySet()) {
            boolean released =
                    (state.endsWith("for c1") && !state.startsWith("asked")) || state.equals("done unstarted");
            assertEquals(
                    released ? List.of() : List.of(NOT_RELEASED),
                    broken(state, new CommandEvent.ExecutionStarted("unlock", CALL)),
                    state);
            assertEquals(
                    List.of(NOT_RELEASED), broken(state, new CommandEvent.ExecutionStarted("unlock", OTHER)), state);
        }
        events.forEach((name, event) -> {
            if (!name.startsWith("start") && !name.equals("yes")) {
                states.keySet().forEach(state -> assertEquals(List.of(), broken(state, event), name));
            }
        });
    }

    /** A digest without the call that it belongs to binds nothing. */
    @Test
    void aCallIsNamedWhereverItsArgumentsOrItsQuestionAre() {
        for (String rest : List.of("arguments=sha", "question=asked", "arguments=sha question=asked")) {
            Driven.of(PeopleRooms.command())
                    .ask("user_ana k command_detected command=unlock " + rest)
                    .denied("request.malformed", "IDLE");
        }
        Driven.of(PeopleRooms.command())
                .ask("user_ana k command_detected command=unlock call=c1")
                .allowed("PENDING_AUTHORIZATION")
                .ask("system k authorization_granted", "system k execution_started command=unlock")
                .denied("request.malformed", "EXECUTED")
                .ask("system k execution_started command=unlock call=c1")
                .allowed("EXECUTED");
    }
}
