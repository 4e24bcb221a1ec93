package dev.parley.app.voice;

import dev.parley.session.media.Frame;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The speech that a device has yet to play, for every device the same. It comes out 5 ms late: what begins, breaks off or goes on in
 * the middle of a word does so within those 5 ms and not with a click, and nothing is heard that does not count as played.
 */
final class Playout {
    static final int LATE_MS = 5;

    private static final int FADE_SAMPLES = LATE_MS * Frame.RATE_HZ / 1000;
    private static final int FADE_BYTES = 2 * FADE_SAMPLES;

    private final Deque<byte[]> queue = new ArrayDeque<>();

    /** The end of the frame that was taken last; silence where none was. */
    private final byte[] late = new byte[FADE_BYTES];

    private boolean sounds;
    private boolean cut;
    private long playedMs;

    synchronized void add(byte[] frame) {
        queue.add(frame.clone());
    }

    /** Forgets what was not taken yet. */
    synchronized void cut() {
        queue.clear();
        cut = true;
    }

    synchronized boolean isEmpty() {
        return queue.isEmpty();
    }

    /** How much was taken in all. */
    synchronized long playedMs() {
        return playedMs;
    }

    /** The next 20 ms of sound, or null where there is none. */
    synchronized byte @Nullable [] next() {
        byte[] frame = queue.poll();
        if (frame == null && !sounds) {
            return null;
        }
        boolean goesOn = sounds && !cut && frame != null;
        if (!goesOn) {
            fade(late, false);
        }
        byte[] out = Arrays.copyOf(late, Frame.BYTES);
        Arrays.fill(late, (byte) 0);
        if (frame != null) {
            if (!goesOn) {
                fade(frame, true);
            }
            System.arraycopy(frame, 0, out, FADE_BYTES, Frame.BYTES - FADE_BYTES);
            System.arraycopy(frame, Frame.BYTES - FADE_BYTES, late, 0, FADE_BYTES);
            playedMs += Frame.MS;
        }
        sounds = frame != null;
        cut = false;
        return out;
    }

    /** Lets the first 5 ms grow from silence, or fall to it. */
    private static void fade(byte[] pcm, boolean in) {
        for (int i = 0; i < FADE_SAMPLES; i++) {
            int strength = in ? i : FADE_SAMPLES - 1 - i;
            int sample = (short) ((pcm[2 * i] & 0xff) | (pcm[2 * i + 1] << 8)) * strength / FADE_SAMPLES;
            pcm[2 * i] = (byte) sample;
            pcm[2 * i + 1] = (byte) (sample >> 8);
        }
    }
}
