package dev.parley.session.speak;

import dev.parley.kernel.port.Timers.Timer;
import dev.parley.session.port.Manner;
import dev.parley.session.port.Reply;
import org.jspecify.annotations.Nullable;

/** One reply on its way to the person: synthesised, ready, held back or playing. */
final class Line {
    static final long UNKNOWN = -1;

    final long number;
    final Reply reply;
    final Voice voice;
    final Manner manner;
    final Utterance utterance;

    /** How long the reply is, once its audio is there. */
    long audioMs = UNKNOWN;

    @Nullable
    Playback playback;

    @Nullable
    Timer end;

    @Nullable
    Timer retry;

    @Nullable
    Timer progress;
    /** Whether the audio that comes next is at hand. */
    boolean ready;
    /** Whether a voice stopped it after it had begun. */
    boolean paused;
    /** Whether it is ready and waits for a voice to fall silent before it begins. */
    boolean held;
    /** Whether the verdict that lets it be heard has been asked for. */
    boolean asked;
    /** The rune of that verdict, which causes the playback. */
    long verdict;
    /** Whether that verdict is durable, so that all of its audio may leave (ruling X9). */
    boolean covered;
    /** Whether it goes on with a reply of which something was heard. */
    boolean continues;
    /** Whether it was at hand when the sentence before it ended, so that a voice finds no silence between them. */
    boolean seamless;
    /** Before this moment the silence has not lasted long enough. */
    long clearAtMs;

    Line(Utterance utterance, Manner manner) {
        this.utterance = utterance;
        this.number = utterance.number();
        this.reply = utterance.reply();
        this.voice = utterance.voice();
        this.manner = manner;
    }

    boolean hasBegun() {
        return playback != null && playback.hasBegun();
    }

    /** Whether its last audio has just been heard. */
    boolean isPlayedOut(long nowMs) {
        return playback != null && playback.isPlaying() && playback.playedMs(nowMs) >= playback.playableMs();
    }

    boolean isPlaying() {
        return playback != null && playback.isPlaying();
    }

    /** Nothing more of it is made. */
    void drop() {
        voice.cancel();
        cancelTimers();
    }

    void cancelTimers() {
        cancel(end);
        cancel(retry);
        cancel(progress);
        end = null;
        retry = null;
        progress = null;
    }

    private static void cancel(@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}
