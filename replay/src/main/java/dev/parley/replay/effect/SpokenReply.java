package dev.parley.replay.effect;

import dev.parley.kernel.stream.StreamState;
import org.jspecify.annotations.Nullable;

/** One reply, or a sentence of one, from its text to the end of its playback. */
final class SpokenReply {
    final long turn;
    final boolean interruptible;

    @Nullable
    StreamState stream;

    boolean writing;
    boolean heard;
    boolean captioned;
    boolean playing;
    boolean over;
    boolean interrupted;
    boolean stopped;
    /** The verdict that lets it be heard, and the stop that it has not gone on from. */
    long play;

    long stoppedBy;
    long sinceMs;
    long beganMs;
    long endedMs;
    boolean inFrames;
    long audioMs;
    long playedMs;
    /** The most that can have been played by now: a far end may report late, and less than it has played. */
    long playableMs;

    SpokenReply(long turn, boolean interruptible) {
        this.turn = turn;
        this.interruptible = interruptible;
    }

    boolean isOpen() {
        return heard && !over;
    }

    boolean isFinal() {
        return stream instanceof StreamState.Stopped || stream instanceof StreamState.Failed;
    }
}
