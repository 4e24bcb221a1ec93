package dev.parley.session.tool;

import dev.parley.kernel.Effect;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.event.ConversationEvents.ContextAdded;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.ToolEvents.ToolCallProposed;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.Approver;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolCalls;
import dev.parley.kernel.tool.ToolCase;
import dev.parley.kernel.tool.ToolEffect;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
    /** Whether the far end has told its agent of what nobody said here. */
    private boolean hasContext;

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
        recorder.listen(event -> hasContext |= event instanceof ContextAdded);
    }

    /** What a call's prompt holds from outside the house beside the results of tools (ruling E10). */
    List<String> sources(List<String> ofTools) {
        if (!hasContext) {
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

    /** The ids of all calls that were made, in order. */
    static List<String> made(List<Rune> recorded) {
        List<String> ids = new ArrayList<>();
        for (Rune rune : recorded) {
            boolean isCall = EventCatalogue.is(rune, ToolDecided.class)
                    && "call".equals(rune.payload().text("action"));
            if (isCall || EventCatalogue.is(rune, ToolCallProposed.class)) {
                ids.add(callOf(rune));
            }
        }
        return ids;
    }

    /**
     * Takes up the calls of a runtime that was lost, and writes the results that are missing. A call that was dispatched may
     * have run: it is unknown and is never run again (ruling E4). One that was not is cancelled, and its question with it.
     */
    public Ended takeUp(List<Rune> recorded, String reason) {
        hasContext = recorded.stream().anyMatch(rune -> EventCatalogue.is(rune, ContextAdded.class));
        Map<String, ToolResult> unwritten = new LinkedHashMap<>();
        for (Verdict<ToolCase> verdict : verdicts.takeUp(recorded)) {
            calls.follow(verdict);
            for (Effect effect : verdict.effects()) {
                if (effect instanceof ToolEffect.DeliverResult(ToolResult result)) {
                    unwritten.put(result.callId(), result);
                }
            }
        }
        Map<String, Long> newest = new HashMap<>();
        for (Rune rune : recorded) {
            if (!isAboutCalls(rune)) {
                continue;
            }
            newest.put(callOf(rune), rune.eventId());
            if (EventCatalogue.is(rune, ToolSettled.class)) {
                unwritten.remove(callOf(rune));
            }
        }
        for (ToolResult result : unwritten.values()) {
            recorder.because(newest.getOrDefault(result.callId(), 0L));
            recorder.write(result.settled(), calls.turn(result.callId()));
        }
        Ended ended = new Ended(new ArrayList<>(), new ArrayList<>());
        for (ToolState state : calls.open()) {
            ToolCall call = state.made();
            if (call != null) {
                recorder.because(newest.getOrDefault(call.callId(), 0L));
                settle(call, state instanceof ToolState.Dispatched, reason, ended);
            }
        }
        calls.registrar().subjects().stream()
                .filter(subject -> !calls.state(subject).open())
                .forEach(calls::forget);
        EarlierCalls.settle(recorded, recorder, reason, ended);
        return ended;
    }

    /** The first version of the log has kinds of this prefix that the catalogue does not list. */
    private static boolean isAboutCalls(Rune rune) {
        return rune.kind().startsWith("tool.") || EventCatalogue.is(rune, ToolDecided.class);
    }

    /** The call that a rune is about, or an empty text. */
    private static String callOf(Rune rune) {
        boolean isVerdict = EventCatalogue.is(rune, ToolDecided.class);
        String id = rune.payload().text(isVerdict ? "target" : "call_id");
        return id == null ? "" : id;
    }

    private void settle(ToolCall call, boolean dispatched, String reason, Ended ended) {
        ToolEvent event = dispatched
                ? new ToolEvent.ProcessLost(call.callId(), clock.steadyMillis())
                : new ToolEvent.CancelRequested(call.callId(), reason, clock.steadyMillis());
        decide(ToolRequests.of(event), calls.turn(call.callId()), Json.Null.NULL);
        (dispatched ? ended.unknown() : ended.cancelled()).add(call.callId());
    }
}
