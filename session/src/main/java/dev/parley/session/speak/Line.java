package dev.parley.session.speak;

import dev.parley.kernel.port.Timers.Timer;
import dev.parley.session.event.Reply;
import dev.parley.session.listen.Voices;
import dev.parley.session.port.Manner;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One reply on its way to the person: synthesised, ready, held back or playing. */
final class Line {
    static final long UNKNOWN = -1;

    final long number;
    final Reply reply;
    final Voice voice;
    final Utterance utterance;
    Manner manner;
    /** The override that counted when it was begun, if there was one. */
    private @Nullable Manner override;
    /** Whether it was begun while another was still to be heard. */
    private final boolean behind;

    /** How long the reply is, once its audio is there. */
    long audioMs = UNKNOWN;

    @Nullable
    Playback playback;

    @Nullable
    Timer end;

    private @Nullable Timer retry;

    @Nullable
    Timer progress;

    private boolean refused;
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
    /** The rune of the stop that it has not gone on from, 0 for none. */
    long stoppedBy;
    /** Whether that verdict is durable, so that all of its audio may leave (ruling X9). */
    boolean covered;
    /** Whether it goes on with a reply of which something was heard. */
    boolean continues;
    /** Whether it was at hand when the sentence before it ended, so that a voice finds no silence between them. */
    boolean seamless;
    /** Before this moment the silence has not lasted long enough. */
    long clearAtMs;

    Line(Utterance utterance, SpeechStreams streams, boolean behind) {
        this.utterance = utterance;
        this.number = utterance.number();
        this.reply = utterance.reply();
        this.voice = utterance.voice();
        this.manner = streams.manner();
        this.override = streams.override();
        this.behind = behind;
    }

    /**
     * An override that came while an earlier reply was heard governs this one, which was made before it (ruling S18); later
     * sentences of a reply go on as its first was heard.
     *
     * @return whether it must be made again
     */
    boolean retunes(SpeechStreams streams) {
        Manner present = streams.override();
        if (!behind || playback != null || continues || Objects.equals(override, present)) {
            return false;
        }
        override = present;
        manner = streams.manner();
        ready = false;
        audioMs = UNKNOWN;
        return true;
    }

    /** Its stream was not allowed to begin: nobody is asked for its audio, and the turn fails when its time comes. */
    void refuse() {
        refused = true;
        audioMs = 0;
    }

    boolean isRefused() {
        return refused;
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

    /**
     * Whether it talks over nobody. If a silence has not lasted long enough yet, it is tried again when it has.
     *
     * @param streams whether its output plays frames
     */
    boolean isClear(Voices voices, boolean streams, LoopClock clock, Runnable attempt) {
        if (!reply.interruptible() || (seamless && !paused)) {
            return true;
        }
        if (voices.isAnyoneVoiced()) {
            held = true;
            return false;
        }
        if ((paused || (held && streams)) && voices.areWordsComing()) {
            return false;
        }
        if (clock.nowMs() < clearAtMs) {
            retryWhenClear(clock, attempt);
            return false;
        }
        return true;
    }

    /** Tries again when the silence has lasted long enough. */
    void retryWhenClear(LoopClock clock, Runnable attempt) {
        cancel(retry);
        retry = clock.at(clearAtMs, Rank.TIMER, attempt);
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
