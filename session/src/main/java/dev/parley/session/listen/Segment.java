package dev.parley.session.listen;

import dev.parley.kernel.port.Timers.Timer;
import dev.parley.session.event.SessionEvent.VoiceKind;
import org.jspecify.annotations.Nullable;

/** One stretch of voice, from the moment it is heard to the moment its words are known or given up. */
public final class Segment {
    private final String id;
    private final VoiceKind kind;
    private final String by;
    private boolean pausing;
    private boolean lost;

    @Nullable
    Timer patience;

    Segment(String id, VoiceKind kind, String by) {
        this.id = id;
        this.kind = kind;
        this.by = by;
    }

    public String id() {
        return id;
    }

    public String by() {
        return by;
    }

    public boolean isSpeech() {
        return kind == VoiceKind.SPEECH;
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
}
