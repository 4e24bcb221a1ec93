package dev.parley.session.turn;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.TurnEvents;
import dev.parley.kernel.event.TurnEvents.TurnClosed;
import dev.parley.kernel.event.TurnEvents.TurnCompleted;
import dev.parley.kernel.event.TurnEvents.TurnDrained;
import dev.parley.kernel.event.TurnEvents.TurnFailed;
import dev.parley.kernel.event.TurnEvents.TurnInterrupted;
import dev.parley.kernel.event.TurnEvents.TurnProposed;
import dev.parley.kernel.event.TurnEvents.TurnStarted;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.turn.RegisteredTurn;
import dev.parley.kernel.turn.TurnRoom;
import dev.parley.kernel.turn.TurnSignal;
import dev.parley.kernel.turn.TurnState;
import dev.parley.session.record.Recorder;
import dev.parley.session.record.VerdictRecorder;
import dev.parley.session.time.LoopClock;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
        Map<String, Json.Obj> decided = new LinkedHashMap<>();
        for (Verdict<RegisteredTurn> verdict : verdicts.takeUp(recorded)) {
            Request request = verdict.attestation().request();
            if (verdict.isAllowed()) {
                decided.put(request.target() + " " + request.action(), request.parameters());
            }
        }
        recorded.stream()
                .filter(rune -> EventCatalogue.isAmong(rune, TurnEvents.class))
                .forEach(rune ->
                        decided.remove(rune.turn() + " " + rune.payload().text("signal")));
        decided.forEach((what, parameters) -> {
            String[] parts = what.split(" ", 2);
            long turn = Long.parseLong(parts[0]);
            BigDecimal epoch = parameters.number(EPOCH);
            recorder.write(event(parts[1], parameters, null, epoch == null ? null : epoch.longValue()), turn);
        });
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

    /** The event that records this decision, with its attestation or, where that was lost, with its epoch. */
    private static TurnEvents event(
            String signal, Json.Obj details, @Nullable String attestation, @Nullable Long epoch) {
        String reason = text(details, REASON);
        boolean byPerson = reason.equals("interrupted") || reason.equals("cancelled");
        return switch (signal) {
            case "turn_open_proposed" -> new TurnProposed(attestation, epoch);
            case "turn_open" -> new TurnStarted(text(details, PLAN), attestation, epoch);
            case "commit" -> new TurnCompleted(reason, attestation, epoch);
            case "abort" ->
                byPerson ? new TurnInterrupted(reason, attestation, epoch) : new TurnFailed(reason, attestation, epoch);
            case "close" -> new TurnClosed(attestation, epoch);
            default -> new TurnDrained(signal, attestation, epoch);
        };
    }

    private static String text(Json.Obj details, String key) {
        String text = details.text(key);
        return text == null ? "" : text;
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
        recorder.write(event(signal, details, verdict.attestation().id(), null), turn);
    }
}
