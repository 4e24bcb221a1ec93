package dev.parley.agent.turn;

import dev.parley.agent.record.Recorder;
import dev.parley.agent.record.ViolationRune;
import dev.parley.agent.tool.Timeline;
import dev.parley.kernel.Invariant;
import dev.parley.kernel.Step;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.kernel.turn.TurnMachine;
import dev.parley.kernel.turn.TurnSignal;
import dev.parley.kernel.turn.TurnState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Owns the turns of a conversation that has no session: starts and ends them, and sweeps up those that hang. */
public final class TurnEngine implements Turns {
    private final String conversation;
    private final Recorder recorder;
    private final Timeline timeline;
    private final long stuckMs;
    private final List<Invariant<TurnFact>> invariants;
    private final TurnMachine machine = new TurnMachine();
    private final Map<Long, Open> open = new LinkedHashMap<>();
    private long lastTurn;

    /** A turn that has started and not ended. */
    private record Open(String agent, TurnState state, long lastSignAtMs) {}

    public TurnEngine(String conversation, Recorder recorder, Timeline timeline, long stuckMs) {
        this(conversation, recorder, timeline, stuckMs, TurnInvariants.ALL);
    }

    TurnEngine(
            String conversation,
            Recorder recorder,
            Timeline timeline,
            long stuckMs,
            List<Invariant<TurnFact>> invariants) {
        this.conversation = conversation;
        this.recorder = recorder;
        this.timeline = timeline;
        this.stuckMs = stuckMs;
        this.invariants = List.copyOf(invariants);
    }

    @Override
    public synchronized TurnStart start(String agent) {
        return start(agent, lastTurn + 1);
    }

    @Override
    public synchronized TurnStart start(String agent, long turn) {
        Invariant<TurnFact> broken = broken(new TurnFact.Starting(agent, turn, openTurnOf(agent), lastTurn));
        if (broken != null) {
            String reason = reason(broken, new TurnFact.Starting(agent, turn, openTurnOf(agent), lastTurn));
            violated(broken, reason, turn, agent);
            return new TurnStart.Refused(broken.id(), reason);
        }
        TurnState active = moved(
                moved(machine.initial(), new TurnSignal.TurnOpenProposed(TurnState.NO_EPOCH)),
                new TurnSignal.TurnOpened(TurnState.NO_EPOCH));
        append(draft("turn.started", Json.Obj.EMPTY, turn, agent));
        open.put(turn, new Open(agent, active, timeline.nowMs()));
        lastTurn = Math.max(lastTurn, turn);
        return new TurnStart.Started(turn);
    }

    @Override
    public synchronized void alive(long turn) {
        open.computeIfPresent(turn, (_, known) -> new Open(known.agent(), known.state(), timeline.nowMs()));
    }

    @Override
    public synchronized boolean complete(long turn, String reason) {
        return end(turn, new TurnSignal.Committed(reason, TurnState.NO_EPOCH), "turn.completed", reason);
    }

    @Override
    public synchronized boolean interrupt(long turn, String reason) {
        return end(turn, new TurnSignal.Aborted(reason, TurnState.NO_EPOCH), "turn.interrupted", reason);
    }

    @Override
    public synchronized boolean fail(long turn, String reason) {
        return end(turn, new TurnSignal.Aborted(reason, TurnState.NO_EPOCH), "turn.error", reason);
    }

    @Override
    public synchronized void userSaid(long turn, String agent, String by, String text) {
        Json.Obj said = Json.Obj.EMPTY.with("role", "user").with("by", by).with("text", text);
        append(draft("user.said", said, turn, agent).withLane(Lane.DATA));
    }

    @Override
    public synchronized void assistantSaid(long turn, String agent, String text) {
        Json.Obj said = Json.Obj.EMPTY.with("role", "assistant").with("text", text);
        append(draft("assistant.said", said, turn, agent).withLane(Lane.DATA));
    }

    /** Whether this was the turn's end; a turn that has ended, or was never started, ends no second time. */
    private boolean end(long turn, TurnSignal signal, String kind, String reason) {
        Open known = open.remove(turn);
        if (known == null) {
            return false;
        }
        TurnState terminal = moved(known.state(), signal);
        moved(terminal, new TurnSignal.Closed(TurnState.NO_EPOCH));
        append(draft(kind, Json.Obj.EMPTY.with("reason", reason), turn, known.agent()));
        return true;
    }

    /** The check behind INV-TURN-TERMINAL: ends what has been silent for too long, and says which turns that were. */
    public synchronized List<Long> sweep() {
        List<Long> swept = new ArrayList<>();
        for (Map.Entry<Long, Open> entry : List.copyOf(open.entrySet())) {
            Open known = entry.getValue();
            TurnFact fact = new TurnFact.Watched(entry.getKey(), known.lastSignAtMs(), timeline.nowMs(), stuckMs);
            Invariant<TurnFact> broken = broken(fact);
            if (broken != null) {
                violated(broken, reason(broken, fact), entry.getKey(), known.agent());
                fail(entry.getKey(), "stuck");
                swept.add(entry.getKey());
            }
        }
        return swept;
    }

    /** Takes up the count of an earlier process, and ends the turns that it left open. */
    @Override
    public synchronized void recover() {
        Map<Long, String> left = new LinkedHashMap<>();
        for (Rune rune : recorder.read(conversation)) {
            long turn = rune.envelope().turn();
            switch (rune.envelope().kind()) {
                case "turn.started" -> {
                    left.put(turn, rune.envelope().agent());
                    lastTurn = Math.max(lastTurn, turn);
                }
                case "turn.completed", "turn.interrupted", "turn.error" -> left.remove(turn);
                default -> {
                    // Other runes say nothing about where a turn stands.
                }
            }
        }
        left.forEach(
                (turn, agent) -> append(draft("turn.error", Json.Obj.EMPTY.with("reason", "halted"), turn, agent)));
    }

    public synchronized int openTurns() {
        return open.size();
    }

    private long openTurnOf(String agent) {
        for (Map.Entry<Long, Open> entry : open.entrySet()) {
            if (entry.getValue().agent().equals(agent)) {
                return entry.getKey();
            }
        }
        return 0;
    }

    private TurnState moved(TurnState state, TurnSignal signal) {
        return switch (machine.step(state, signal)) {
            case Step.Moved<TurnState> move -> move.next();
            case Step.Refused<TurnState>(String rule, String reason) ->
                throw new IllegalStateException(rule + ": " + reason);
        };
    }

    private @Nullable Invariant<TurnFact> broken(TurnFact fact) {
        for (Invariant<TurnFact> invariant : invariants) {
            if (invariant.check().failure(fact) != null) {
                return invariant;
            }
        }
        return null;
    }

    private static String reason(Invariant<TurnFact> broken, TurnFact fact) {
        return String.valueOf(broken.check().failure(fact));
    }

    private void violated(Invariant<TurnFact> broken, String reason, long turn, String agent) {
        Json.Obj payload = ViolationRune.payload(new Violation(broken.id(), broken.level(), reason));
        append(draft(ViolationRune.KIND, payload, turn, agent).withVisibility(Visibility.INTERNAL));
    }

    private RuneDraft draft(String kind, Json.Obj payload, long turn, String agent) {
        return RuneDraft.of(conversation, kind, payload)
                .withLane(Lane.CONTROL)
                .withTurn(turn)
                .withAgent(agent)
                .withTimes(timeline.source().monotonicNanos(), timeline.source().wallMillis());
    }

    private void append(RuneDraft draft) {
        recorder.append(List.of(draft));
    }
}
