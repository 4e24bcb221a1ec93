package dev.parley.session.turn;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.turn.RegisteredTurn;
import dev.parley.kernel.turn.TurnRoom;
import dev.parley.kernel.turn.TurnSignal;
import dev.parley.session.record.Recorder;
import dev.parley.session.record.VerdictRecorder;
import dev.parley.session.time.LoopClock;
import java.time.Instant;
import java.time.ZoneOffset;

/**
 * The turn machine of one conversation (ruling D1). Every signal is decided by it and recorded before it counts; a
 * signal that the machine refuses is a fault of the session, not a case to be handled.
 */
public final class TurnLedger {
    private static final String ARBITER = "system";

    private final Recorder recorder;
    private final LoopClock clock;
    private final VerdictRecorder verdicts;
    private final Registrar<RegisteredTurn, TurnSignal> registrar;

    public TurnLedger(Recorder recorder, LoopClock clock) {
        this.recorder = recorder;
        this.clock = clock;
        TurnRoom room = new TurnRoom();
        this.verdicts = new VerdictRecorder(recorder, room.name(), Json.Obj.EMPTY);
        this.registrar = new Registrar<>(room, verdicts);
    }

    public void proposed(long turn) {
        signal(turn, "turn_open_proposed", "turn.proposed", Json.Obj.EMPTY);
    }

    /** The proposal was withdrawn because this runtime may not speak for the conversation any more. */
    public void drained(long turn) {
        signal(turn, "deauthorized_drain", "turn.drained", Json.Obj.EMPTY);
    }

    public void opened(long turn) {
        signal(turn, "turn_open", "turn.started", Json.Obj.EMPTY);
    }

    public void committed(long turn, String reason) {
        signal(turn, "commit", "turn.completed", Json.Obj.EMPTY.with("reason", reason));
        closed(turn);
    }

    /** Ends a turn that did not commit; E's turn runes are a projection of this (ruling X8). */
    public void aborted(long turn, String reason) {
        boolean byPerson = reason.equals("interrupted") || reason.equals("cancelled");
        signal(turn, "abort", byPerson ? "turn.interrupted" : "turn.error", Json.Obj.EMPTY.with("reason", reason));
        closed(turn);
    }

    private void closed(long turn) {
        signal(turn, "close", "turn.closed", Json.Obj.EMPTY);
    }

    private void signal(long turn, String signal, String kind, Json.Obj details) {
        verdicts.about(turn);
        Json.Obj parameters = details.with("epoch", recorder.epoch());
        Verdict<RegisteredTurn> verdict = registrar.request(new Request(
                Instant.ofEpochMilli(clock.wallMillis()).atOffset(ZoneOffset.UTC),
                ARBITER,
                Long.toString(turn),
                signal,
                parameters));
        if (!verdict.isAllowed()) {
            throw new IllegalStateException("The turn machine refused " + signal + ": " + verdict.reason());
        }
        recorder.control(
                kind,
                signal,
                turn,
                details.with("attestation", verdict.attestation().id()));
    }
}
