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
    /** Whether the runtime has asked for its end, allowed or not. */
    boolean endAsked;
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

    /** What goes on, or ends, names the stop that it has not gone on from. */
    @Nullable
    Fault after(Moment moment) {
        return moment.number("after") == stoppedBy
                ? null
                : new Fault("after event " + stoppedBy, "after event " + moment.number("after"));
    }

    @Nullable
    Fault audio(Moment moment) {
        return inFrames || moment.number("audio_ms") == audioMs
                ? null
                : new Fault("audio_ms " + audioMs, "audio_ms " + moment.number("audio_ms"));
    }

    /** What was not played to its end was interrupted; of speech in frames perhaps not all was made when it was. */
    @Nullable
    Fault cut(Moment ended) {
        long lengthMs = inFrames ? ended.number("audio_ms") : audioMs;
        boolean said = ended.flag("interrupted");
        boolean cut = playedMs < lengthMs || (inFrames && said);
        if (playedMs > lengthMs) {
            return new Fault("played_ms of at most " + lengthMs, "played_ms " + playedMs);
        }
        return said == cut ? null : new Fault("interrupted " + cut, "interrupted " + said);
    }
}
