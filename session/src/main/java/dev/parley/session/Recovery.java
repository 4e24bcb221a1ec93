package dev.parley.session;

import dev.parley.kernel.Step;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolEvent;
import dev.parley.kernel.tool.ToolLedger;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolRune;
import dev.parley.kernel.tool.ToolRuneDecoder;
import dev.parley.kernel.tool.ToolRuneEncoder;
import dev.parley.kernel.tool.ToolState;
import dev.parley.session.port.Journal;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import dev.parley.session.turn.Floor;
import dev.parley.session.turn.TurnLedger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Ends honestly what a lost process left open in a conversation: its turn is aborted because nothing shows how it would
 * have ended, a call that was dispatched is unknown, one that was not is cancelled. Nothing is spoken, asked or run again.
 */
public final class Recovery {
    /** Ruling D3: without evidence there is no speech, and no other end either. */
    public static final String REASON = Floor.NO_EVIDENCE;

    private final List<Rune> recorded;
    private final Recorder recorder;
    private final LoopClock clock;

    private Recovery(List<Rune> recorded, Recorder recorder, LoopClock clock) {
        this.recorded = recorded;
        this.recorder = recorder;
        this.clock = clock;
    }

    /** Writes what is missing after these runes of a conversation. */
    public static void close(List<Rune> recorded, Journal journal, TimeSource time, Timers timers) {
        if (recorded.isEmpty()) {
            return;
        }
        LoopClock clock = new LoopClock(time, timers, Runnable::run);
        Recorder recorder = new Recorder(recorded.getFirst().conversation(), journal, clock);
        long epoch = recorded.stream()
                .mapToLong(rune -> rune.envelope().leaseEpoch())
                .max()
                .orElse(0);
        recorder.under(epoch + 1);
        Recovery recovery = new Recovery(recorded, recorder, clock);
        recovery.settleCalls();
        new TurnLedger(recorder, clock).takeUp(recorded, REASON);
    }

    private void settleCalls() {
        ToolLedger ledger = new ToolLedger();
        Set<String> settled = new HashSet<>();
        for (Rune rune : recorded) {
            if (rune.kind().startsWith("tool.")) {
                ToolRuneDecoder.decode(new ToolRune(rune.kind(), rune.payload()))
                        .ifPresent(ledger::fold);
            }
            if (rune.kind().equals("tool.result")) {
                settled.add(String.valueOf(rune.payload().text("call_id")));
            }
        }
        for (ToolState state : ledger.all()) {
            settle(ledger, state, settled);
        }
    }

    private void settle(ToolLedger ledger, ToolState state, Set<String> settled) {
        if (state instanceof ToolState.Settled(var call, ToolResult result)) {
            if (!settled.contains(call.callId())) {
                recorder.data("tool.result", turn(call.callId()), written(result));
            }
            return;
        }
        var made = state.made();
        if (made == null) {
            return;
        }
        ToolEvent event = state instanceof ToolState.Dispatched
                ? new ToolEvent.ProcessLost(made.callId(), clock.nowMs())
                : new ToolEvent.CancelRequested(made.callId(), REASON, clock.nowMs());
        Step<ToolState> step = ledger.decide(event);
        for (ToolRune rune : ToolRuneEncoder.encode(event, state, step)) {
            recorder.data(rune.kind(), turn(made.callId()), rune.payload());
        }
    }

    private long turn(String callId) {
        return recorded.stream()
                .filter(rune -> callId.equals(rune.payload().text("call_id")))
                .mapToLong(Rune::turn)
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
