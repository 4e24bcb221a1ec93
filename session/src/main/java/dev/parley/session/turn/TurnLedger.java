package dev.parley.session.turn;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.TurnEvents;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.turn.RegisteredTurn;
import dev.parley.kernel.turn.TurnRoom;
import dev.parley.kernel.turn.TurnSignal;
import dev.parley.kernel.turn.TurnState;
import dev.parley.session.record.Recorder;
import dev.parley.session.record.VerdictRecorder;
import dev.parley.session.time.LoopClock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The turn machine of one conversation (ruling D1). Every signal is decided by it and recorded before it counts; a
 * signal that the machine refuses is a fault of the session, not a case to be handled.
 */
public final class TurnLedger {
    private static final String ARBITER = "system";
    private static final String PLAN = "plan";
    private static final String REASON = "reason";
    private static final String EPOCH = "epoch";

    private final Recorder recorder;
    private final LoopClock clock;
    private final VerdictRecorder<RegisteredTurn, TurnSignal> verdicts;
    private final Registrar<RegisteredTurn, TurnSignal> registrar;

    public TurnLedger(Recorder recorder, LoopClock clock) {
        this.recorder = recorder;
        this.clock = clock;
        this.verdicts = new VerdictRecorder<>(recorder, new TurnRoom());
        this.registrar = verdicts.registrar();
    }

    public void proposed(long turn) {
        signal(turn, "turn_open_proposed", Json.Obj.EMPTY);
    }

    /** The proposal was withdrawn because this runtime may not speak for the conversation any more. */
    public void drained(long turn) {
        signal(turn, "deauthorized_drain", Json.Obj.EMPTY);
    }

    /** The turn opens under the plan of this hash, which is recorded with it. */
    public void opened(long turn, String plan) {
        signal(turn, "turn_open", Json.Obj.EMPTY.with(PLAN, plan));
    }

    /** There is no plan to run the turn by. */
    public void rejected(long turn) {
        signal(turn, "reject", Json.Obj.EMPTY);
    }

    public void committed(long turn, String reason) {
        signal(turn, "commit", Json.Obj.EMPTY.with(REASON, reason));
        closed(turn);
    }

    /** Ends a turn that did not commit; E's turn runes are a projection of this (ruling X8). */
    public void aborted(long turn, String reason) {
        signal(turn, "abort", Json.Obj.EMPTY.with(REASON, reason));
        closed(turn);
    }

    /**
     * Takes up the turns of a process that was lost. What it decided is decided again; a decision whose signal it did not
     * live to write gets it now, and what it left open is ended for this reason.
     */
    public List<Long> takeUp(List<Rune> recorded, String reason) {
        Map<String, Request> decided = new LinkedHashMap<>();
        for (Verdict<RegisteredTurn> verdict : verdicts.takeUp(recorded)) {
            Request request = verdict.attestation().request();
            if (verdict.isAllowed()) {
                decided.put(request.target() + " " + request.action(), request);
            }
        }
        recorded.stream()
                .filter(rune -> EventCatalogue.isAmong(rune, TurnEvents.class))
                .forEach(rune ->
                        decided.remove(rune.turn() + " " + rune.payload().text("signal")));
        decided.values().forEach(request -> recorder.write(TurnRoom.late(request), Long.parseLong(request.target())));
        List<Long> ended = new ArrayList<>();
        long last = recorded.stream().mapToLong(Rune::turn).max().orElse(0) + 1;
        for (long turn = 1; turn <= last; turn++) {
            if (end(turn, reason)) {
                ended.add(turn);
            }
        }
        return ended;
    }

    /** Ends a turn that is not over; whether there was one. */
    private boolean end(long turn, String reason) {
        RegisteredTurn registered = registrar.view().state(Long.toString(turn));
        return switch (registered == null ? null : registered.state()) {
            case TurnState.Opening _ -> {
                rejected(turn);
                yield true;
            }
            case TurnState.Active _ -> {
                aborted(turn, reason);
                yield true;
            }
            case TurnState.Terminal _ -> {
                closed(turn);
                yield true;
            }
            case TurnState.Closed _ -> {
                registrar.retire(Long.toString(turn));
                yield false;
            }
            case TurnState.Idle _ -> false;
            case null -> false;
        };
    }

    /** A closed turn is never named again: turns are numbered upwards. */
    private void closed(long turn) {
        signal(turn, "close", Json.Obj.EMPTY);
        registrar.retire(Long.toString(turn));
    }

    private void signal(long turn, String signal, Json.Obj details) {
        verdicts.about(turn);
        Json.Obj parameters = details.with(EPOCH, recorder.epoch());
        Verdict<RegisteredTurn> verdict = registrar.request(new Request(
                Instant.ofEpochMilli(clock.steadyMillis()).atOffset(ZoneOffset.UTC),
                ARBITER,
                Long.toString(turn),
                signal,
                parameters));
        if (!verdict.isAllowed()) {
            throw new IllegalStateException("The turn machine refused " + signal + ": " + verdict.reason());
        }
    }
}
