package dev.parley.session.tool;

import dev.parley.kernel.Level;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.session.Settings;
import dev.parley.session.event.SessionEvent.ApprovalAnswered;
import dev.parley.session.event.SessionEvent.ToolFinished;
import dev.parley.session.port.People;
import dev.parley.session.port.Reply.ToolRequest;
import dev.parley.session.port.Tools;
import dev.parley.session.port.Tools.Terms;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import dev.parley.session.tool.ToolCall.Phase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs the tool calls of a conversation. Each call is recorded before it starts and settles exactly once; a call outlives
 * its turn where its tool may not be cancelled, and its result is recorded all the same (ruling D2).
 */
public final class ToolDesk {
    /** The rule that refuses an answer to a request that nobody made or that was answered already. */
    public static final String NOT_PENDING = "tool.approval.not_pending";

    private final Settings settings;
    private final LoopClock clock;
    private final Recorder recorder;
    private final Tools tools;
    private final People people;
    private final Consumer<Long> approvalsChanged;
    private final Map<String, ToolCall> calls = new LinkedHashMap<>();
    private final Map<String, Integer> uses = new LinkedHashMap<>();
    private final Map<Long, Integer> perTurn = new LinkedHashMap<>();
    private long frozenTurn;

    public ToolDesk(
            Settings settings,
            LoopClock clock,
            Recorder recorder,
            Tools tools,
            People people,
            Consumer<Long> approvalsChanged) {
        this.settings = settings;
        this.clock = clock;
        this.recorder = recorder;
        this.tools = tools;
        this.people = people;
        this.approvalsChanged = approvalsChanged;
    }

    /** Registers a call and gives it the id under which it is known; a repeated id gets a suffix. */
    public String admit(long turn, ToolRequest request) {
        int use = uses.merge(request.id(), 1, Integer::sum);
        String id = use == 1 ? request.id() : request.id() + "#" + use;
        ToolCall call = new ToolCall(id, request.tool(), request.args(), turn, tools.terms(request.tool()));
        calls.put(id, call);
        recorder.data("tool.call", turn, described(call).with("tool", call.tool).with("args", call.args));
        return id;
    }

    /** Starts a call, or asks for its approval, or denies it. Tells the listener when it has settled. */
    public void dispatch(String id, Consumer<String> settled) {
        ToolCall call = call(id);
        call.settled = settled;
        Terms terms = call.terms;
        long allowed = settings.budget().toolCalls();
        int used = perTurn.merge(call.turn, 1, Integer::sum);
        if (terms == null) {
            deny(call, "unlisted");
        } else if (allowed != Settings.Budget.NONE && used > allowed) {
            deny(call, "budget");
        } else if (terms.needsApproval()) {
            requestApproval(call);
        } else {
            start(call, terms);
        }
    }

    private ToolCall call(String id) {
        ToolCall call = calls.get(id);
        if (call == null) {
            throw new IllegalStateException("No call " + id + " was admitted.");
        }
        return call;
    }

    private void deny(ToolCall call, String why) {
        settle(call, "denied", Json.Obj.EMPTY.with("status", "denied").with("reason", why));
    }

    private void requestApproval(ToolCall call) {
        call.phase = Phase.AWAITING_APPROVAL;
        recorder.data("tool.approval_requested", call.turn, described(call));
        call.deadline = clock.after(
                settings.approvalTimeoutMs(), Rank.TIMER, () -> closeApproval(call, "expired", "tool.denied"));
        approvalsChanged.accept(call.turn);
    }

    /** Ends a request that was not granted. */
    private void closeApproval(ToolCall call, String outcome, String kind) {
        call.disarm();
        call.phase = Phase.ADMITTED;
        recorder.data(kind, call.turn, described(call).with("outcome", outcome));
        approvalsChanged.accept(call.turn);
        String status = outcome.equals("cancelled") ? "cancelled" : "denied";
        settle(call, status, Json.Obj.EMPTY.with("status", status).with("reason", outcome));
    }

    public void answered(ApprovalAnswered event) {
        ToolCall call = calls.get(event.call());
        if (call == null || call.phase != Phase.AWAITING_APPROVAL || call.turn == frozenTurn) {
            refuse(event, NOT_PENDING, Level.REJECT, "no approval of " + event.call() + " is pending");
            return;
        }
        if (!event.approved()) {
            closeApproval(call, "denied", "tool.denied");
            return;
        }
        Violation objection = people.objectionToApproval(event.by());
        if (objection != null) {
            refuse(event, objection.id(), objection.level(), objection.reason());
            return;
        }
        call.disarm();
        recorder.data(
                "tool.approved",
                call.turn,
                described(call).with("outcome", "approved").with("by", event.by()));
        call.phase = Phase.ADMITTED;
        approvalsChanged.accept(call.turn);
        Terms terms = call.terms;
        if (terms != null) {
            start(call, terms);
        }
    }

    private void refuse(ApprovalAnswered event, String rule, Level level, String reason) {
        recorder.violation(rule, level, reason + " (answer of '" + event.by() + "')", 0);
    }

    private void start(ToolCall call, Terms terms) {
        call.phase = Phase.RUNNING;
        call.runs++;
        recorder.data("tool.started", call.turn, described(call));
        if (terms.timeoutMs() != Terms.NO_TIMEOUT) {
            call.deadline = clock.after(terms.timeoutMs(), Rank.TIMER, () -> timeOut(call));
        }
        tools.start(call.id, call.tool, call.args);
    }

    private void timeOut(ToolCall call) {
        tools.cancel(call.id);
        settle(call, "timeout", Json.Obj.EMPTY.with("status", "timeout"));
    }

    public void finished(ToolFinished event) {
        ToolCall call = calls.get(event.call());
        boolean running = call != null && (call.phase == Phase.RUNNING || call.phase == Phase.STOPPING);
        if (call == null || !running) {
            recorder.telemetry("tool.late", 0, Json.Obj.EMPTY.with("call", event.call()));
            return;
        }
        settle(call, event.status().name().toLowerCase(Locale.ROOT), event.result());
    }

    private void settle(ToolCall call, String status, Json result) {
        call.disarm();
        call.phase = Phase.SETTLED;
        recorder.data(
                "tool.result",
                call.turn,
                described(call).with("status", status).with("runs", call.runs).with("pii_result", result));
        call.settled.accept(call.id);
    }

    /** The person took the floor: what may be cancelled is, the rest runs on; nothing new starts in this turn. */
    public void interrupted(long turn) {
        frozenTurn = turn;
        for (ToolCall call : of(turn)) {
            if (call.phase == Phase.RUNNING && call.terms != null && call.terms.cancelOnInterrupt()) {
                stop(call);
            }
        }
    }

    /** The person did not take the floor after all. */
    public void resumed() {
        frozenTurn = 0;
    }

    private void stop(ToolCall call) {
        call.disarm();
        call.phase = Phase.STOPPING;
        call.deadline = clock.after(settings.cancelDeadlineMs(), Rank.TIMER, () -> {
            recorder.telemetry("tool.given_up", call.turn, described(call));
            settle(call, "cancelled", Json.Obj.EMPTY.with("status", "cancelled"));
        });
        tools.cancel(call.id);
    }

    /** The turn is over: its calls are treated as at an interruption, its open approvals are cancelled. */
    public void turnEnded(long turn) {
        interrupted(turn);
        for (ToolCall call : of(turn)) {
            call.settled = id -> {};
            if (call.phase == Phase.AWAITING_APPROVAL) {
                closeApproval(call, "cancelled", "tool.denied");
            }
        }
        frozenTurn = 0;
    }

    public boolean isApprovalPending(long turn) {
        return of(turn).stream().anyMatch(call -> call.phase == Phase.AWAITING_APPROVAL);
    }

    private List<ToolCall> of(long turn) {
        return calls.values().stream().filter(call -> call.turn == turn).toList();
    }

    private static Json.Obj described(ToolCall call) {
        return Json.Obj.EMPTY.with("call", call.id);
    }
}
