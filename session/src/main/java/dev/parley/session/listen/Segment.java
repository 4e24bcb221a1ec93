package dev.parley.session.listen;

import dev.parley.kernel.event.VoiceEvents.VoiceSegment;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.session.event.SessionEvent.VoiceKind;
import org.jspecify.annotations.Nullable;

/** One stretch of voice, from the moment it is heard to the moment its words are known or given up. */
public final class Segment {
    private final String id;
    private final VoiceKind kind;
    private final String by;
    private final long beganAtMs;
    private boolean patient;
    private boolean pausing;
    private boolean lost;
    /** Whether a stop word was recognised in it. */
    boolean stopped;
    /** Whether all that was recognised so far only shows that somebody listens. */
    boolean backchannel;

    @Nullable
    Timer patience;

    long endedAtMs;
    /** The rune with which it began. */
    long cause;

    Segment(String id, VoiceKind kind, String by, long beganAtMs) {
        this.id = id;
        this.kind = kind;
        this.by = by;
        this.beganAtMs = beganAtMs;
    }

    public String id() {
        return id;
    }

    public long beganAtMs() {
        return beganAtMs;
    }

    /** When it ended, as far as it has. */
    public long endedAtMs() {
        return endedAtMs;
    }

    /** Whether it is over and was no longer than this. */
    public boolean isAtMost(long lengthMs) {
        return endedAtMs >= beganAtMs && endedAtMs - beganAtMs <= lengthMs;
    }

    /** Whether it has lasted as long as it takes, though nothing could be heard at that moment. */
    boolean isPatient() {
        return patient;
    }

    void patient(boolean nowPatient) {
        patient = nowPatient;
    }

    public String by() {
        return by;
    }

    public boolean isSpeech() {
        return kind == VoiceKind.SPEECH;
    }

    /** Whether this is noise that has lasted for exactly so long. */
    boolean isNoiseOf(long lengthMs, long nowMs) {
        return !isSpeech() && lengthMs > 0 && nowMs - beganAtMs == lengthMs;
    }

    /** Whether this voice has paused a reply, or has prolonged the pause. */
    public boolean isPausing() {
        return pausing;
    }

    public void markPausing() {
        pausing = true;
    }

    /** Whether its words will never be known. */
    public boolean isLost() {
        return lost;
    }

    void markLost() {
        lost = true;
    }

    /** As it is recorded. */
    VoiceSegment described() {
        return new VoiceSegment(id, by, isSpeech());
    }
}
