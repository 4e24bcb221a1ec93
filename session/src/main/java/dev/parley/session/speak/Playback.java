package dev.parley.session.speak;

/**
 * How much of a reply was played. Pauses do not count as played, though they lie between its first and last moment.
 *
 * @param audioMs how long the whole reply is
 * @param playableMs how much of it reached the output; the rest was dropped on the way
 * @param fromMs when the first audio was heard, or {@link #NEVER}
 * @param playedMs what was played before the present stretch
 * @param sinceMs when the present stretch began, or {@link #NEVER} while nothing plays
 * @param stoppedMs when audio last stopped, or {@link #NEVER}
 */
public record Playback(long audioMs, long playableMs, long fromMs, long playedMs, long sinceMs, long stoppedMs) {
    public static final long NEVER = -1;

    /** The length of a reply that is still being made. */
    public static final long OPEN = Long.MAX_VALUE / 4;

    public static Playback of(long audioMs, long playableMs) {
        return new Playback(audioMs, playableMs, NEVER, 0, NEVER, NEVER);
    }

    public Playback started(long nowMs) {
        return new Playback(audioMs, playableMs, hasBegun() ? fromMs : nowMs, playedMs, nowMs, stoppedMs);
    }

    public Playback stopped(long nowMs) {
        return isPlaying() ? new Playback(audioMs, playableMs, fromMs, playedMs(nowMs), NEVER, nowMs) : this;
    }

    /** All of it is made, and so long it is. */
    public Playback made(long wholeMs) {
        return new Playback(wholeMs, wholeMs, fromMs, playedMs, sinceMs, stoppedMs);
    }

    /** So much was played, as those know who play it. */
    public Playback heard(long knownMs) {
        return new Playback(audioMs, playableMs, fromMs, Math.min(playableMs, knownMs), sinceMs, stoppedMs);
    }

    public boolean hasBegun() {
        return fromMs != NEVER;
    }

    public boolean isPlaying() {
        return sinceMs != NEVER;
    }

    /** A timer that fires late does not make the audio longer. */
    public long playedMs(long nowMs) {
        return isPlaying() ? Math.min(playableMs, playedMs + nowMs - sinceMs) : playedMs;
    }

    /** How long the present stretch lasts if nothing comes between. */
    public long remainingMs() {
        return playableMs - playedMs;
    }

    /** Whether the person heard the reply to its end. */
    public boolean isWhole() {
        return playedMs >= audioMs;
    }
}
