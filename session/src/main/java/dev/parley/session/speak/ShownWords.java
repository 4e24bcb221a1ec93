package dev.parley.session.speak;

import dev.parley.kernel.port.Timers.Timer;
import dev.parley.session.port.TextChannel;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The output of a typed conversation. Every word has an equal part of the reply's time and is shown letter by letter within
 * it; it has been heard when it is there completely, which is how the history counts (ruling E7). A stop stops in the middle
 * of a word.
 */
public final class ShownWords implements Output {
    /** How often something is added to what is shown. */
    private static final long STEP_MS = 20;

    private final Output output;
    private final TextChannel channel;
    private final LoopClock clock;
    private List<String> words = List.of();
    private String text = "";
    private long audioMs;
    private long playedMs;
    /** Since when it is shown, or {@link Playback#NEVER} while nothing is. */
    private long startedAtMs = Playback.NEVER;

    private int shown;
    private boolean begun;
    private @Nullable Timer next;

    public ShownWords(Output output, TextChannel channel, LoopClock clock) {
        this.output = output;
        this.channel = channel;
        this.clock = clock;
    }

    @Override
    public long admit(long turn, long newAudioMs, String newText) {
        text = newText.strip();
        words = List.of(text.split("(?<=\\s)(?=\\S)"));
        audioMs = newAudioMs;
        startedAtMs = Playback.NEVER;
        playedMs = 0;
        shown = 0;
        begun = false;
        return output.admit(turn, newAudioMs, newText);
    }

    @Override
    public void started(long turn) {
        output.started(turn);
        begun = true;
        startedAtMs = clock.nowMs();
        step();
    }

    private void step() {
        long position = playedMs + clock.nowMs() - startedAtMs;
        showUntil(position);
        if (position + STEP_MS < audioMs) {
            next = clock.after(STEP_MS, Rank.TIMER, this::step);
        }
    }

    /** What is due at this moment was shown, and nothing more is. */
    @Override
    public long hush() {
        if (startedAtMs != Playback.NEVER) {
            stopSteps();
            showUntil(playedMs + clock.nowMs() - startedAtMs);
        }
        return Long.MAX_VALUE;
    }

    @Override
    public void stopped(long turn, long nowPlayedMs) {
        output.stopped(turn, nowPlayedMs);
        stopSteps();
        startedAtMs = Playback.NEVER;
        playedMs = nowPlayedMs;
        showUntil(nowPlayedMs);
        if (begun && shown == text.length()) {
            over(true);
        }
    }

    @Override
    public void flush(long turn) {
        output.flush(turn);
        over(false);
    }

    @Override
    public void silence() {
        output.silence();
        over(false);
    }

    private void over(boolean whole) {
        stopSteps();
        startedAtMs = Playback.NEVER;
        if (begun) {
            begun = false;
            channel.end(whole);
        }
    }

    private void stopSteps() {
        if (next != null) {
            next.cancel();
            next = null;
        }
    }

    /** Shows what belongs to the time up to this position of the reply. */
    private void showUntil(long positionMs) {
        int due = due(Math.min(positionMs, audioMs));
        if (due > shown) {
            channel.show(text.substring(shown, due));
            shown = due;
        }
    }

    /** How many letters are there at this position: all of the words that are over, and a part of the present one. */
    private int due(long positionMs) {
        if (positionMs >= audioMs) {
            return text.length();
        }
        long share = words.size() * positionMs;
        int whole = (int) (share / audioMs);
        int letters = words.stream().limit(whole).mapToInt(String::length).sum();
        String present = words.get(whole).strip();
        return letters + (int) (present.length() * (share % audioMs) / audioMs);
    }
}
