package dev.parley.session.record;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.AttestationSink;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;

/**
 * Writes every verdict of one room into the conversation's log before anything follows from it. The first rune of a room
 * says how it was opened, so that the log alone is enough to decide everything again.
 */
public final class VerdictRecorder implements AttestationSink {
    private final Recorder recorder;
    private final String room;
    private final Json.Obj settings;
    private boolean opened;
    private boolean silent;
    private long turn;

    public VerdictRecorder(Recorder recorder, String room, Json.Obj settings) {
        this.recorder = recorder;
        this.room = room;
        this.settings = settings;
    }

    /** The verdicts that follow belong to this turn. */
    public void about(long newTurn) {
        turn = newTurn;
    }

    /** The room stands in the log already: its verdicts are decided again, and nothing is written until {@link #speak}. */
    public void listen() {
        opened = true;
        silent = true;
    }

    public void speak() {
        silent = false;
    }

    @Override
    public void accept(Attestation attestation) {
        if (silent) {
            return;
        }
        if (!opened) {
            opened = true;
            recorder.telemetry("room.opened", 0, settings.with("room", room));
        }
        recorder.drafted(VerdictRune.draft(recorder.conversation(), room, attestation), turn);
        for (Violation violation : attestation.violations()) {
            recorder.violation(violation.id(), violation.level(), violation.reason(), turn);
        }
    }
}
