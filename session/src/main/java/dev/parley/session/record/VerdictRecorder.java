package dev.parley.session.record;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.AttestationSink;
import dev.parley.kernel.Registered;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.VerdictFold;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes every verdict of one room into the conversation's log before anything follows from it. The first rune of a room
 * says how it was opened, so that the log alone is enough to decide everything again.
 */
public final class VerdictRecorder implements AttestationSink {
    private static final String OPENED = "room.opened";

    private final Recorder recorder;
    private final String room;
    private final Json.Obj settings;
    private final @Nullable Turns turns;
    private boolean opened;
    private long turn;

    /** To which turn a verdict belongs, for a room that is not told so. */
    public interface Turns {
        /** The turn of a verdict that is about to be recorded, 0 for none. */
        long of(Attestation attestation);

        /** A verdict of another runtime was recorded under this turn. */
        void recorded(Attestation attestation, long turn);
    }

    public VerdictRecorder(Recorder recorder, String room, Json.Obj settings) {
        this(recorder, room, settings, null);
    }

    public VerdictRecorder(Recorder recorder, String room, Json.Obj settings, @Nullable Turns turns) {
        this.recorder = recorder;
        this.room = room;
        this.settings = settings;
        this.turns = turns;
    }

    /** The verdicts that follow belong to this turn. */
    public void about(long newTurn) {
        turn = newTurn;
    }

    /**
     * Takes a room up that stands in the log already: its verdicts are decided again. What was decided because
     * of the last request and not written any more is written now, so that the log says all of it or none.
     */
    public <S extends Registered, E> List<Verdict<S>> takeUp(Registrar<S, E> registrar, List<Rune> recorded) {
        VerdictFold<S, E> fold = new VerdictFold<>(registrar);
        List<Verdict<S>> decided = new ArrayList<>();
        for (Rune rune : recorded) {
            opened = opened
                    || (rune.kind().equals(OPENED) && room.equals(rune.payload().text("room")));
            if (room.equals(VerdictRune.room(rune))) {
                Verdict<S> verdict = folded(fold.accept(rune), rune);
                decided.add(verdict);
                turn = rune.turn();
                if (turns != null) {
                    turns.recorded(verdict.attestation(), turn);
                }
            }
        }
        decided.addAll(registrar.settle());
        return decided;
    }

    private static <S> Verdict<S> folded(VerdictFold.Folded<S> folded, Rune rune) {
        Verdict<S> verdict = folded.verdict();
        if (verdict == null || folded.difference() != null) {
            throw new IllegalStateException(
                    "event " + rune.eventId() + " is not what the record leads to: " + folded.difference());
        }
        return verdict;
    }

    @Override
    public void accept(Attestation attestation) {
        if (!opened) {
            opened = true;
            recorder.telemetry(OPENED, 0, settings.with("room", room));
        }
        if (turns != null) {
            turn = turns.of(attestation);
        }
        recorder.drafted(VerdictRune.draft(recorder.conversation(), room, attestation), turn);
        for (Violation violation : attestation.violations()) {
            recorder.violation(violation.id(), violation.level(), violation.reason(), turn);
        }
    }
}
