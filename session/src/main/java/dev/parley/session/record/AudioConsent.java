package dev.parley.session.record;

import dev.parley.kernel.event.ControlEvents.AudioRecordingStarted;
import dev.parley.kernel.event.ControlEvents.AudioRecordingStopped;
import dev.parley.pipeline.spec.Observability.RecordingLevel;
import java.util.function.BooleanSupplier;

/**
 * Whether audio may be kept at this moment (ruling D5): only where the level asks for it, and only while everyone present
 * has consented. Each change stands in the log before the first audio that it concerns.
 */
public final class AudioConsent {
    private static final String AUDIO = "audio";

    private final Recorder recorder;
    private final boolean asked;
    private final BooleanSupplier covered;
    private boolean kept;

    public AudioConsent(Recorder recorder, RecordingLevel level, BooleanSupplier covered) {
        this.recorder = recorder;
        this.asked = level == RecordingLevel.L2;
        this.covered = covered;
    }

    /** Looks again after whatever has just happened. */
    public void reconsider() {
        if (asked && kept != covered.getAsBoolean()) {
            kept = !kept;
            recorder.write(kept ? new AudioRecordingStarted(AUDIO) : new AudioRecordingStopped(AUDIO), 0);
        }
    }

    /** Whoever holds audio asks before any of it is kept. */
    public boolean mayKeepAudio() {
        return kept;
    }
}
