package dev.parley.replay.effect;

import dev.parley.kernel.Registered;
import org.jspecify.annotations.Nullable;

/** The facts of one kind of thing, held to the verdicts that permit them. */
interface Facts {
    /** Takes the next rune in, or says why it cannot be right. */
    @Nullable
    Fault accept(Moment moment);

    /** What was known before the record begins: a rune from before it, kept because it still matters. Nothing is checked. */
    default void remember(Moment past) {}

    /** What a room stood at where the record begins. */
    default void stood(Registered state) {}

    /** Another runtime goes on from here; what only the old one knew is gone with it. */
    default void takenOver() {}

    /** What this turn has left undone, if it ends now. */
    default @Nullable Fault turnEnds(long turn, boolean committed, String reason) {
        return null;
    }

    /** What the conversation has left undone, if it ends now. */
    default @Nullable Fault conversationEnds() {
        return null;
    }
}
