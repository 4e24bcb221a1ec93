package dev.parley.app.voice;

import dev.parley.Conversation;
import dev.parley.app.BadInput;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.spec.Observability.RecordingLevel;
import dev.parley.session.Settings;
import dev.parley.session.media.Frame;
import dev.parley.session.port.AudioSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A sound card made of two files, in real time and in both directions at once: every 20 ms it gives the next frame of one file
 * to the conversation and writes what it plays, or silence, to the same place of the other.
 */
public final class FileDevice implements SoundDevice {
    /** How much speech waits in the card, so that a delay of a busy machine makes no hole; a cut throws it away unheard. */
    private static final long AHEAD_MS = 200;

    /** After the file the conversation must have been quiet for so long; a voice is noticed sooner. */
    private static final int QUIET_TICKS = 15;

    private static final long PATIENCE_MS = 1_000;
    private static final long TICK_NANOS = Frame.MS * 1_000_000L;
    private static final int FADE_SAMPLES = 5 * Frame.RATE_HZ / 1000;
    private static final byte[] SILENCE = new byte[Frame.BYTES];

    private final WavReader in;
    private final WavWriter out;
    private final String speaker;
    private final TimeSource time;
    private final Deque<byte[]> queue = new ArrayDeque<>();
    private AudioSink kept = AudioSink.NONE;
    private Consumer<Rune> witness = _ -> {};
    private byte @Nullable [] played;
    private boolean cut;
    private long playedMs;
    private long spokenUntilMs;

    private FileDevice(WavReader in, WavWriter out, String speaker, TimeSource time) {
        this.in = in;
        this.out = out;
        this.speaker = speaker;
        this.time = time;
    }

    /**
     * Opens both files.
     *
     * @param speaker whose voice the first one is
     */
    public static FileDevice open(Path in, Path out, String speaker, TimeSource time) throws IOException {
        WavReader reader = WavReader.open(in);
        try {
            return new FileDevice(reader, WavWriter.create(out), speaker, time);
        } catch (BadInput e) {
            reader.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
        out.close();
    }

    @Override
    public void attend(AudioSink keeper, Consumer<Rune> seer) {
        kept = keeper;
        witness = seer;
    }

    /** Works until the file is over and the conversation has nothing more to say. */
    @Override
    public void run(Conversation talk) throws IOException {
        long start = time.monotonicNanos();
        long heardMs = 0;
        int quietTicks = 0;
        long tick = 0;
        boolean over = false;
        while (!over) {
            waitUntil(start + tick * TICK_NANOS);
            byte[] frame = in.next();
            play(tick);
            give(talk, frame == null ? SILENCE : frame);
            tick++;
            if (frame != null) {
                heardMs = tick * Frame.MS;
            } else {
                quietTicks = isSilent() && isQuiet(talk) ? quietTicks + 1 : 0;
                over = quietTicks >= QUIET_TICKS;
            }
        }
        long lengthMs = Math.max(heardMs, spokenUntilMs);
        out.end(lengthMs);
    }

    private static boolean isQuiet(Conversation talk) {
        try {
            return talk.isQuiet().get(PATIENCE_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        } catch (ExecutionException e) {
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private void waitUntil(long nanos) {
        for (long left = nanos - time.monotonicNanos(); left > 0; left = nanos - time.monotonicNanos()) {
            LockSupport.parkNanos(this, left);
        }
    }

    /** A conversation that is late does not lose what was said: the card waits for it, and catches up. */
    private void give(Conversation talk, byte[] frame) {
        while (!talk.hear(frame, 0) && !talk.isOver()) {
            LockSupport.parkNanos(this, TICK_NANOS / 4);
        }
    }

    private void play(long tick) throws IOException {
        byte[] last = wasCut();
        if (last != null) {
            fadeOut(last);
            out.put(spokenUntilMs - Frame.MS, last);
        }
        byte[] frame = next();
        if (frame != null) {
            out.put(tick * Frame.MS, frame);
            spokenUntilMs = (tick + 1) * Frame.MS;
        }
    }

    /** Speech that is cut does not end with a click: its last milliseconds grow quiet, and its length stays what it was. */
    private static void fadeOut(byte[] frame) {
        for (int i = 0; i < FADE_SAMPLES; i++) {
            int at = frame.length - 2 * (i + 1);
            int sample = (short) ((frame[at] & 0xff) | (frame[at + 1] << 8)) * i / FADE_SAMPLES;
            frame[at] = (byte) sample;
            frame[at + 1] = (byte) (sample >> 8);
        }
    }

    /** The last frame that was played, if the speech was cut after it; null if it was not. */
    private synchronized byte @Nullable [] wasCut() {
        byte[] last = cut ? played : null;
        cut = false;
        played = last == null ? played : null;
        return last;
    }

    private synchronized byte @Nullable [] next() {
        byte[] frame = queue.poll();
        if (frame != null) {
            playedMs += Frame.MS;
            played = frame;
        }
        return frame;
    }

    private synchronized boolean isSilent() {
        return queue.isEmpty();
    }

    // --- called by the conversation

    @Override
    public synchronized boolean play(byte[] pcm, long mediaMicros) {
        queue.add(pcm.clone());
        return true;
    }

    @Override
    public synchronized void flush() {
        cut = played != null;
        queue.clear();
    }

    @Override
    public synchronized long playedMs() {
        return playedMs;
    }

    @Override
    public AudioSink kept() {
        return kept;
    }

    @Override
    public Settings settings(Settings usual) {
        return kept.equals(AudioSink.NONE) ? usual : usual.with(RecordingLevel.L2);
    }

    @Override
    public void recorded(Rune rune) {
        witness.accept(rune);
    }

    @Override
    public long aheadMs() {
        return AHEAD_MS;
    }

    @Override
    public String speaker() {
        return speaker;
    }
}
