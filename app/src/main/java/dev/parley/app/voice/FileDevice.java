package dev.parley.app.voice;

import dev.parley.Conversation;
import dev.parley.app.io.BadInput;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.spec.Observability.RecordingLevel;
import dev.parley.session.media.Frame;
import dev.parley.session.port.AudioSink;
import dev.parley.session.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

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
    private static final byte[] SILENCE = new byte[Frame.BYTES];

    private final WavReader in;
    private final WavWriter out;
    private final String speaker;
    private final TimeSource time;
    private final Playout playout = new Playout();
    private AudioSink kept = AudioSink.NONE;
    private Consumer<Rune> witness = _ -> {};
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
            if (Files.exists(out) && Files.isSameFile(in, out)) {
                throw new BadInput(out + ": is the file that is heard; let --out name another one");
            }
            return new FileDevice(reader, WavWriter.open(out), speaker, time);
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
        try {
            out.begin();
            out.end(hear(talk));
        } catch (IOException e) {
            throw out.broken(e);
        }
    }

    /** How long the sound became. */
    private long hear(Conversation talk) throws IOException {
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
                quietTicks = playout.isEmpty() && isQuiet(talk) ? quietTicks + 1 : 0;
                over = quietTicks >= QUIET_TICKS;
            }
        }
        return Math.max(heardMs, spokenUntilMs);
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

    /** A file can be written where the sound belongs, though it comes out late. */
    private void play(long tick) throws IOException {
        long playedBefore = playout.playedMs();
        byte[] sound = playout.next();
        if (sound != null) {
            out.put(tick * Frame.MS - Playout.LATE_MS, sound);
            spokenUntilMs = playout.playedMs() > playedBefore ? (tick + 1) * Frame.MS : spokenUntilMs;
        }
    }

    // --- called by the conversation

    @Override
    public boolean play(byte[] pcm, long mediaMicros) {
        playout.add(pcm);
        return true;
    }

    @Override
    public void flush() {
        playout.cut();
    }

    @Override
    public long playedMs() {
        return playout.playedMs();
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
