package dev.parley.runelog;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.kernel.rune.RuneEnvelope;
import dev.parley.runelog.journal.FrameCursor;
import org.jspecify.annotations.Nullable;

/**
 * The rune a reader stands on, looked at where it stands in the reader's window. It holds until the reader moves on; what
 * it answers is decoded on demand and may be kept, and so may the rune that {@link #keep} copies.
 */
public final class RuneView {
    private @Nullable FrameCursor frame;
    private @Nullable Rune rune;
    private long eventId;

    RuneView() {}

    RuneView over(FrameCursor next, long nextEventId) {
        frame = next;
        rune = null;
        eventId = nextEventId;
        return this;
    }

    RuneView over(Rune next) {
        frame = null;
        rune = next;
        eventId = next.eventId();
        return this;
    }

    private Rune rune() {
        Rune known = rune;
        if (known == null) {
            FrameCursor standing = frame;
            if (standing == null) {
                throw new IllegalStateException("The reader stands on no rune.");
            }
            known = standing.view(eventId);
            rune = known;
        }
        return known;
    }

    public long eventId() {
        return eventId;
    }

    public RuneEnvelope envelope() {
        return rune().envelope();
    }

    public Json.Obj payload() {
        return rune().payload();
    }

    public Hash previous() {
        return rune().previous();
    }

    public Hash hash(RuneChain chain) {
        return rune().hash(chain);
    }

    /** The rune with bytes of its own. */
    public Rune keep() {
        FrameCursor standing = frame;
        return standing == null ? rune() : standing.rune();
    }
}
