package dev.parley.session.tool;

import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.Approver;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolCalls;
import dev.parley.kernel.tool.ToolCase;
import dev.parley.kernel.tool.ToolEvent;
import dev.parley.kernel.tool.ToolRequests;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolRoom;
import dev.parley.kernel.tool.ToolRoom.Taint;
import dev.parley.kernel.tool.ToolState;
import dev.parley.kernel.tool.ToolStatus;
import dev.parley.session.record.Recorder;
import dev.parley.session.record.VerdictRecorder;
import dev.parley.session.time.LoopClock;
import dev.parley.state.Calls;
import dev.parley.state.Calls.Open;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The tool room of one conversation. Every step is decided there and recorded before it counts; that a call was dispatched,
 * and its one result, are facts that follow their verdicts in the record.
 */
public final class CallLedger {
    private final Recorder recorder;
    private final LoopClock clock;
    private final VerdictRecorder<ToolCase, ToolEvent> verdicts;
    private final ToolCalls calls;

    /** The calls that another runtime left open, by how they were settled. */
    public record Ended(List<String> unknown, List<String> cancelled) {}

    public CallLedger(Recorder recorder, LoopClock clock) {
        this(recorder, clock, Taint.OFF);
    }

    /** @param taint for how long what changes the world needs a yes once something from outside was seen */
    CallLedger(Recorder recorder, LoopClock clock, Taint taint) {
        this.recorder = recorder;
        this.clock = clock;
        ToolRoom open = ToolRoom.of(recorder.conversation());
        ToolRoom room = open.asking(taint);
        this.verdicts = new VerdictRecorder<>(recorder, room);
        this.calls = new ToolCalls(verdicts.registrar());
    }

    /** What a call's prompt holds from outside the house beside the results of tools (ruling E10). */
    List<String> sources(List<String> ofTools) {
        if (!recorder.state().calls().hasContext()) {
            return ofTools;
        }
        List<String> all = new ArrayList<>(ofTools);
        all.add("items of the client");
        return all;
    }

    /** Whether the turn of this call had seen something from outside the house when the call was made (ruling E10). */
    boolean isTainted(String callId) {
        return calls.registrar().view().state(callId) instanceof ToolCase.Call call && call.tainted();
    }

    public ToolState state(String callId) {
        return calls.state(callId);
    }

    /** Whether no call lacks its result. */
    boolean isAtRest() {
        return calls.openCount() == 0;
    }

    /** What somebody asks for who answers the question that is open about this call. */
    Request answer(String callId, boolean approved, Approver approver, String present) {
        ToolCall made = state(callId).made();
        String question = state(callId) instanceof ToolState.AwaitingApproval open ? open.question() : "";
        String arguments = made == null ? "" : made.argumentsSha256();
        return ToolRequests.of(new ToolEvent.ApprovalAnswered(
                callId, approved, approver, arguments, question, present, clock.steadyMillis()));
    }

    /** Lets go of a settled call. */
    void forget(String callId) {
        calls.forget(callId);
    }

    /** Decides and records one step with what follows from it, a result with this content; the effects are left to the caller. */
    Verdict<ToolCase> decide(Request request, long turn, Json content) {
        verdicts.about(turn);
        return verdicts.completing(
                event -> event instanceof ToolSettled settled ? settled.withContent(content) : event,
                () -> calls.request(request));
    }

    /** A call that the room refused as a whole has a denial for its result. */
    void denied(String callId, String tool, long turn) {
        ToolResult result = new ToolResult(
                callId, tool, ToolStatus.DENIED, Json.Null.NULL, "the call is malformed", clock.steadyMillis());
        recorder.write(result.settled(), turn);
    }

    /**
     * Takes up the calls of a runtime that was lost, and writes the results that are missing. A call that was dispatched may
     * have run: it is unknown and is never run again (ruling E4). One that was not is cancelled, and its question with it.
     */
    public Ended takeUp(List<Rune> recorded, String reason) {
        Map<String, Open> left = recorder.state().calls().open();
        verdicts.takeUp(recorded).forEach(calls::follow);
        left.forEach((id, call) -> {
            if (calls.state(id) instanceof ToolState.Settled(ToolCall _, ToolResult result)) {
                recorder.because(call.newest());
                recorder.write(result.settled(), calls.turn(id));
            }
        });
        Ended ended = new Ended(new ArrayList<>(), new ArrayList<>());
        for (ToolState state : calls.open()) {
            ToolCall call = state.made();
            if (call != null) {
                Open before = left.get(call.callId());
                recorder.because(before == null ? 0 : before.newest());
                settle(call, state instanceof ToolState.Dispatched, reason, ended);
            }
        }
        calls.registrar().subjects().stream()
                .filter(subject -> !calls.state(subject).open())
                .forEach(calls::forget);
        left.forEach((id, call) -> {
            if (!call.isDecided()) {
                settleUndecided(id, call, reason, ended);
            }
        });
        return ended;
    }

    /** Ends a call of the log's first schema, in which tools had no room. */
    private void settleUndecided(String id, Open call, String reason, Ended ended) {
        boolean dispatched = call.progress() == Calls.Progress.RUNNING;
        ToolStatus status = dispatched ? ToolStatus.UNKNOWN : ToolStatus.CANCELLED;
        recorder.because(call.newest());
        recorder.write(new ToolSettled(id, call.tool(), status.printed(), Json.Null.NULL, reason), call.turn());
        (dispatched ? ended.unknown() : ended.cancelled()).add(id);
    }

    private void settle(ToolCall call, boolean dispatched, String reason, Ended ended) {
        ToolEvent event = dispatched
                ? new ToolEvent.ProcessLost(call.callId(), clock.steadyMillis())
                : new ToolEvent.CancelRequested(call.callId(), reason, clock.steadyMillis());
        decide(ToolRequests.of(event), calls.turn(call.callId()), Json.Null.NULL);
        (dispatched ? ended.unknown() : ended.cancelled()).add(call.callId());
    }
}
