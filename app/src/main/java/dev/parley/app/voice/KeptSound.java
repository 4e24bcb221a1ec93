package dev.parley.app.voice;

import dev.parley.app.io.BadInput;
import dev.parley.session.port.AudioSink;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the sound of one conversation in two WAV files on its time axis, the person's and the agent's. What nobody allowed to
 * be kept is silence there. A thread of its own writes; if it falls far behind, frames are lost and counted, never waited for.
 */
public final class KeptSound implements AudioSink, Closeable {
    /** Keeps nothing. */
    public static final KeptSound NOWHERE = new KeptSound(null, "");

    private static final int WAITING_MAX = 500;
    private static final long LOOK_NANOS = 20_000_000;
    private static final long MICROS_PER_MS = 1_000;

    private final @Nullable Path folder;
    private final String name;
    private final ConcurrentLinkedQueue<Kept> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final Map<Track, WavWriter> files = new EnumMap<>(Track.class);
    private volatile boolean over;
    private final AtomicInteger lost = new AtomicInteger();
    private @Nullable Thread writer;

    private record Kept(Track track, long atMs, ByteBuffer pcm) {}

    private KeptSound(@Nullable Path folder, String name) {
        this.folder = folder;
        this.name = name;
    }

    /** Keeps the sound of a conversation of this name. A file is made with the first frame that may be kept. */
    public static KeptSound in(Path folder, String name) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new BadInput(folder + ": cannot be made: " + e.getMessage());
        }
        KeptSound kept = new KeptSound(folder, name);
        kept.writer = Thread.ofPlatform().name("parley-sound").daemon().start(kept::write);
        return kept;
    }

    @Override
    public void keep(Track track, long mediaMicros, byte[] pcm) {
        if (folder == null) {
            return;
        }
        if (count.incrementAndGet() > WAITING_MAX) {
            count.decrementAndGet();
            lost.incrementAndGet();
            return;
        }
        waiting.add(new Kept(track, mediaMicros / MICROS_PER_MS, ByteBuffer.wrap(pcm.clone())));
    }

    /** How many frames could not be kept because the disk was too slow. */
    public long lost() {
        return lost.get();
    }

    private void write() {
        try {
            while (!over || !waiting.isEmpty()) {
                Kept kept = waiting.poll();
                if (kept == null) {
                    LockSupport.parkNanos(this, LOOK_NANOS);
                } else {
                    count.decrementAndGet();
                    file(kept.track()).put(kept.atMs(), kept.pcm().array());
                }
            }
            for (WavWriter file : files.values()) {
                file.end();
                file.close();
            }
        } catch (IOException e) {
            // The sound is kept as far as the disk took it; the record itself does not depend on it.
            lost.incrementAndGet();
        }
    }

    private WavWriter file(Track track) {
        return files.computeIfAbsent(
                track,
                _ -> WavWriter.create(Path.of(
                        String.valueOf(folder), name + (track == Track.PERSON ? ".person.wav" : ".agent.wav"))));
    }

    @Override
    public void close() {
        over = true;
        Thread working = writer;
        if (working != null) {
            LockSupport.unpark(working);
            try {
                working.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
