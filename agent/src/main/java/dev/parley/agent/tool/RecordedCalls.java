package dev.parley.agent.tool;

import dev.parley.agent.record.Recorder;
import dev.parley.agent.record.ViolationRune;
import dev.parley.kernel.Attestation;
import dev.parley.kernel.AttestationSink;
import dev.parley.kernel.Effect;
import dev.parley.kernel.Level;
import dev.parley.kernel.Step;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.VerdictFold;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolCalls;
import dev.parley.kernel.tool.ToolCase;
import dev.parley.kernel.tool.ToolEffect;
import dev.parley.kernel.tool.ToolEvent;
import dev.parley.kernel.tool.ToolInvariants;
import dev.parley.kernel.tool.ToolRequests;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolRoom;
import dev.parley.kernel.tool.ToolState;
import dev.parley.kernel.tool.ToolStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The tool room of a conversation together with its record: a verdict and the facts that follow from it are one batch,
 * which is all or nothing (ruling E6). The caller holds the router's lock, so that the order of decisions is the order of
 * runes.
 */
final class RecordedCalls implements AttestationSink {
    private static final String OPENED = "room.opened";
    private static final CompletableFuture<Void> NOTHING = CompletableFuture.completedFuture(null);

    private final String conversation;
    private final Recorder recorder;
    private final Timeline timeline;
    private final ToolRoom room;
    private final ToolCalls calls;
    private final Map<String, CallOrigin> origins = new HashMap<>();
    private final Map<String, Json> contents = new HashMap<>();
    private CompletableFuture<Void> durable = NOTHING;
    private boolean opened;
    private boolean silent;
    private long epoch;

    /** A decided and recorded event. */
    record Offered(ToolState before, Step<ToolState> step, CompletableFuture<Void> durable) {
        boolean changed() {
            return step instanceof Step.Moved<ToolState> move && !move.next().equals(before);
        }
    }

    RecordedCalls(String conversation, Recorder recorder, Timeline timeline) {
        this.conversation = conversation;
        this.recorder = recorder;
        this.timeline = timeline;
        this.room = ToolRoom.of(conversation);
        this.calls = new ToolCalls(room, this);
    }

    ToolCalls calls() {
        return calls;
    }

    void originates(String callId, CallOrigin origin) {
        origins.putIfAbsent(callId, origin);
    }

    int origins() {
        return origins.size();
    }

    /** The result as it was delivered, with what the tool answered. */
    ToolResult complete(ToolResult result) {
        return result.withContent(contents.getOrDefault(result.callId(), Json.Null.NULL));
    }

    Offered offer(ToolEvent event, long newEpoch) {
        return offer(event, Json.Null.NULL, newEpoch);
    }

    /** @param content what a tool answered; the room itself sees its digest alone */
    Offered offer(ToolEvent event, Json content, long newEpoch) {
        epoch = newEpoch;
        ToolState before = calls.state(event.callId());
        Violation stray = event instanceof ToolEvent.ResultArrived result ? ToolInvariants.stray(before, result) : null;
        if (stray != null) {
            return late(event, before, stray);
        }
        ToolCall made = before.made();
        if (made != null && event instanceof ToolEvent.CallProposed proposed && made.sameAs(proposed.call())) {
            return repeated(made.callId(), before);
        }
        if (!(content instanceof Json.Null)) {
            contents.put(event.callId(), content);
        }
        Verdict<ToolCase> verdict = calls.request(ToolRequests.of(actor(event), event));
        if (!calls.state(event.callId()).open()) {
            origins.remove(event.callId());
        }
        return new Offered(before, step(verdict), durable);
    }

    private String actor(ToolEvent event) {
        return switch (event) {
            case ToolEvent.CallProposed _ -> {
                String agent =
                        origins.getOrDefault(event.callId(), CallOrigin.NONE).agent();
                yield agent.isEmpty() ? "agent" : agent;
            }
            case ToolEvent.ApprovalAnswered answered -> answered.approver().id();
            default -> ToolRequests.SYSTEM;
        };
    }

    private static Step<ToolState> step(Verdict<ToolCase> verdict) {
        if (verdict.isAllowed() && verdict.state() instanceof ToolCase.Call call) {
            return new Step.Moved<>(call.state(), verdict.effects());
        }
        Violation first = verdict.violations().getFirst();
        return Step.refused(first.id(), first.reason());
    }

    /** The same wish again asks for nothing new; whoever wished it gets the one result. */
    private Offered repeated(String callId, ToolState before) {
        Json.Obj payload = Json.Obj.EMPTY.with("call_id", callId);
        return new Offered(
                before,
                Step.moved(before),
                recorder.append(List.of(draft("tool.call_repeated", payload, callId)))
                        .durable());
    }

    /** A result that nobody waits for is a fact about the tool: it is written down and decides nothing. */
    private Offered late(ToolEvent event, ToolState before, Violation stray) {
        List<RuneDraft> batch = new ArrayList<>();
        batch.add(draft("tool.late", Json.Obj.EMPTY.with("call_id", event.callId()), event.callId()));
        violated(stray, event.callId(), batch);
        return new Offered(
                before,
                Step.refused(stray.id(), stray.reason()),
                recorder.append(batch).durable());
    }

    /** Something that a running call reported on its way. */
    void progress(String callId, Json progress, long newEpoch) {
        epoch = newEpoch;
        if (calls.state(callId) instanceof ToolState.Dispatched) {
            Json.Obj payload = Json.Obj.EMPTY.with("call_id", callId).with("progress", progress);
            recorder.append(List.of(draft("tool.progress", payload, callId)));
        }
    }

    @Override
    public void accept(Attestation attestation) {
        accept(attestation, List.of());
    }

    @Override
    public void accept(Attestation attestation, List<? extends Effect> effects) {
        if (silent) {
            return;
        }
        String callId = attestation.target();
        List<RuneDraft> batch = new ArrayList<>();
        if (!opened) {
            batch.add(draft(OPENED, room.settings().with("room", room.name()), callId)
                    .withVisibility(Visibility.INTERNAL));
        }
        RuneDraft verdict = VerdictRune.draft(conversation, room.name(), attestation);
        batch.add(draft(verdict.kind(), verdict.payload(), callId)
                .withLane(verdict.envelope().lane())
                .withVisibility(verdict.envelope().visibility()));
        attestation.violations().forEach(violation -> violated(violation, callId, batch));
        effects.forEach(effect -> fact(effect, batch));
        durable = recorder.append(batch).durable();
        opened = true;
    }

    private void fact(Effect effect, List<RuneDraft> batch) {
        if (effect instanceof ToolEffect.RunTool(ToolCall call, var _, long _)) {
            Json.Obj payload = Json.Obj.EMPTY.with("call_id", call.callId()).with("tool", call.tool());
            batch.add(draft("tool.dispatched", payload, call.callId()));
        } else if (effect instanceof ToolEffect.DeliverResult(ToolResult result)) {
            batch.add(draft("tool.result", complete(result).toJson(), result.callId()));
            if (result.status() == ToolStatus.SANDBOX_VIOLATION) {
                Violation violation =
                        new Violation(ToolInvariants.SANDBOX.id(), ToolInvariants.SANDBOX.level(), result.reason());
                violated(violation, result.callId(), batch);
            }
        }
    }

    /** Every failed invariant of the runtime leaves its own rune (ruling X1). */
    private void violated(Violation violation, String callId, List<RuneDraft> batch) {
        if (violation.id().startsWith("INV-") && violation.level().compareTo(Level.WARN) >= 0) {
            Json.Obj payload = ViolationRune.payload(violation).with("call_id", callId);
            batch.add(draft(ViolationRune.KIND, payload, callId).withVisibility(Visibility.INTERNAL));
        }
    }

    private RuneDraft draft(String kind, Json.Obj payload, String callId) {
        CallOrigin origin = origins.getOrDefault(callId, CallOrigin.NONE);
        return RuneDraft.of(conversation, kind, payload)
                .withAgent(origin.agent())
                .withTurn(origin.turn())
                .withIdempotencyKey(callId)
                .withLeaseEpoch(epoch)
                .withTimes(timeline.source().monotonicNanos(), timeline.source().wallMillis());
    }

    /** Folds what was recorded before this process began. */
    void replay() {
        silent = true;
        for (Rune rune : recorder.read(conversation)) {
            if (room.name().equals(VerdictRune.room(rune))) {
                opened = true;
                again(rune);
            } else if (rune.kind().equals("tool.result")) {
                Json content = rune.payload().get("content");
                contents.put(
                        String.valueOf(rune.payload().text("call_id")), content == null ? Json.Null.NULL : content);
            }
        }
        silent = false;
    }

    private void again(Rune rune) {
        VerdictFold.Folded<ToolCase> folded = new VerdictFold<>(calls.registrar()).accept(rune);
        Verdict<ToolCase> verdict = folded.verdict();
        if (verdict == null || folded.difference() != null) {
            throw new IllegalStateException("rune " + rune.eventId() + " of " + conversation
                    + " is not what its request leads to: " + folded.difference());
        }
        String callId = verdict.attestation().target();
        originates(
                callId, new CallOrigin(rune.envelope().agent(), rune.envelope().turn()));
        calls.follow(verdict);
        if (!calls.state(callId).open()) {
            origins.remove(callId);
        }
    }
}
