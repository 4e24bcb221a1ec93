package dev.parley.agent.tool;

import dev.parley.agent.record.Recorder;
import dev.parley.agent.record.ViolationRune;
import dev.parley.kernel.Level;
import dev.parley.kernel.Step;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.kernel.tool.ToolEvent;
import dev.parley.kernel.tool.ToolInvariants;
import dev.parley.kernel.tool.ToolLedger;
import dev.parley.kernel.tool.ToolRune;
import dev.parley.kernel.tool.ToolRuneDecoder;
import dev.parley.kernel.tool.ToolRuneEncoder;
import dev.parley.kernel.tool.ToolState;
import dev.parley.kernel.tool.ToolStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of a conversation's calls together with its record: decide, record, apply. The caller holds the router's
 * lock, so that the order of decisions is the order of runes.
 */
final class RecordedCalls {
    private final String conversation;
    private final Recorder recorder;
    private final Timeline timeline;
    private final ToolLedger ledger = new ToolLedger();
    private final Map<String, CallOrigin> origins = new HashMap<>();

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
    }

    ToolLedger ledger() {
        return ledger;
    }

    void originates(String callId, CallOrigin origin) {
        origins.putIfAbsent(callId, origin);
    }

    int origins() {
        return origins.size();
    }

    Offered offer(ToolEvent event, long epoch) {
        ToolState before = ledger.state(event.callId());
        Step<ToolState> step = ledger.decide(event);
        List<RuneDraft> batch = new ArrayList<>();
        for (ToolRune rune : ToolRuneEncoder.encode(event, before, step)) {
            batch.add(draft(rune.kind(), rune.payload(), event.callId(), epoch));
        }
        Violation violation = violation(step);
        if (violation != null) {
            Json.Obj payload = ViolationRune.payload(violation).with("call_id", event.callId());
            batch.add(draft(ViolationRune.KIND, payload, event.callId(), epoch).withVisibility(Visibility.INTERNAL));
        }
        CompletableFuture<Void> durable = recorder.append(batch).durable();
        if (step instanceof Step.Moved<ToolState> move) {
            ledger.apply(event, move);
            if (!move.next().open()) {
                origins.remove(event.callId());
            }
        }
        return new Offered(before, step, durable);
    }

    /** The invariant that refused the event, or that of the sandbox where a tool tried to leave it. */
    private static @Nullable Violation violation(Step<ToolState> step) {
        return switch (step) {
            case Step.Refused<ToolState>(String rule, String reason) ->
                rule.startsWith("INV-") ? new Violation(rule, Level.REJECT, reason) : null;
            case Step.Moved<ToolState> move ->
                move.next() instanceof ToolState.Settled settled
                                && settled.result().status() == ToolStatus.SANDBOX_VIOLATION
                                && !move.effects().isEmpty()
                        ? new Violation(
                                ToolInvariants.SANDBOX.id(),
                                ToolInvariants.SANDBOX.level(),
                                settled.result().reason())
                        : null;
        };
    }

    private RuneDraft draft(String kind, Json.Obj payload, String callId, long epoch) {
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
        for (Rune rune : recorder.read(conversation)) {
            String kind = rune.envelope().kind();
            if (kind.startsWith("tool.")) {
                ToolRuneDecoder.decode(new ToolRune(kind, rune.payload())).ifPresent(event -> again(rune, event));
            }
        }
    }

    private void again(Rune rune, ToolEvent event) {
        originates(
                event.callId(),
                new CallOrigin(rune.envelope().agent(), rune.envelope().turn()));
        if (!(ledger.fold(event) instanceof Step.Moved<ToolState> move)) {
            throw new IllegalStateException(
                    "rune " + rune.eventId() + " of " + conversation + " records a move that is none");
        }
        if (!move.next().open()) {
            origins.remove(event.callId());
        }
    }
}
