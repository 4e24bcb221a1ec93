package dev.parley.session.recover;

import dev.parley.kernel.Step;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolEvent;
import dev.parley.kernel.tool.ToolLedger;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolRune;
import dev.parley.kernel.tool.ToolRuneDecoder;
import dev.parley.kernel.tool.ToolRuneEncoder;
import dev.parley.kernel.tool.ToolState;
import dev.parley.session.record.Recorder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Calls without a result when their runtime was lost. One that was dispatched may have run: it is unknown and is never run
 * again (ruling E4). One that was not, is cancelled, and its question with it.
 */
final class OpenCalls {
    private final List<Rune> recorded;
    private final ToolLedger ledger;
    private final Recorder recorder;
    private final Set<String> settled = new HashSet<>();
    private final List<String> unknown = new ArrayList<>();
    private final List<String> cancelled = new ArrayList<>();

    OpenCalls(List<Rune> recorded, ToolLedger ledger, Recorder recorder) {
        this.recorded = recorded;
        this.ledger = ledger;
        this.recorder = recorder;
        for (Rune rune : recorded) {
            if (rune.kind().startsWith("tool.")) {
                ToolRuneDecoder.decode(new ToolRune(rune.kind(), rune.payload()))
                        .ifPresent(ledger::fold);
            }
            if (rune.kind().equals("tool.result")) {
                settled.add(String.valueOf(rune.payload().text("call_id")));
            }
        }
    }

    List<String> unknown() {
        return unknown;
    }

    List<String> cancelled() {
        return cancelled;
    }

    /** Writes the results that are missing. */
    void settle(String reason, long nowMs) {
        for (ToolState state : ledger.all()) {
            settle(state, reason, nowMs);
        }
    }

    private void settle(ToolState state, String reason, long nowMs) {
        if (state instanceof ToolState.Settled(var call, ToolResult result)) {
            if (!settled.contains(call.callId())) {
                recorder.because(newest(call.callId()));
                recorder.data("tool.result", turn(call.callId()), written(result));
            }
            return;
        }
        var made = state.made();
        if (made == null) {
            return;
        }
        boolean dispatched = state instanceof ToolState.Dispatched;
        ToolEvent event = dispatched
                ? new ToolEvent.ProcessLost(made.callId(), nowMs)
                : new ToolEvent.CancelRequested(made.callId(), reason, nowMs);
        recorder.because(newest(made.callId()));
        Step<ToolState> step = ledger.decide(event);
        for (ToolRune rune : ToolRuneEncoder.encode(event, state, step)) {
            recorder.data(rune.kind(), turn(made.callId()), rune.payload());
        }
        if (step instanceof Step.Moved<ToolState> move) {
            ledger.apply(event, move);
            (dispatched ? unknown : cancelled).add(made.callId());
        }
    }

    private long turn(String callId) {
        return recorded.stream()
                .filter(rune -> callId.equals(rune.payload().text("call_id")))
                .mapToLong(Rune::turn)
                .findFirst()
                .orElse(0);
    }

    /** The newest rune about a call, to which its end goes back. */
    private long newest(String callId) {
        return recorded.reversed().stream()
                .filter(rune -> callId.equals(rune.payload().text("call_id")))
                .mapToLong(Rune::eventId)
                .findFirst()
                .orElse(0);
    }

    private static Json.Obj written(ToolResult result) {
        return Json.Obj.EMPTY
                .with("call_id", result.callId())
                .with("tool", result.tool())
                .with("status", result.status().printed())
                .with("content", result.content())
                .with("reason", result.reason())
                .with("at_ms", result.atMs());
    }
}
