package dev.parley.app.voice;

import dev.parley.app.io.BadInput;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A WAV file of 16-bit mono samples at 16 kHz. Samples may be put anywhere; what nobody put is silence. */
final class WavWriter implements Closeable {
    private static final int HEADER = 44;
    private static final int RATE_HZ = 16_000;
    private static final long BYTES_PER_MS = 2L * RATE_HZ / 1000;
    private static final long BYTES_MAX = 0xffff_ffffL - HEADER;

    private final Path path;
    private final RandomAccessFile file;
    private final boolean isNew;
    private boolean begun;

    private WavWriter(Path path, RandomAccessFile file, boolean isNew) {
        this.path = path;
        this.file = file;
        this.isNew = isNew;
    }

    /** Opens a file. What is in it stays there until the sound begins. */
    static WavWriter open(Path path) {
        Path folder = path.toAbsolutePath().getParent();
        if (Files.isDirectory(path)) {
            throw new BadInput(path + ": is a folder; name a WAV file in it");
        }
        if (folder != null && !Files.isDirectory(folder)) {
            throw new BadInput(path + ": there is no folder " + folder + "; make it first");
        }
        boolean isNew = Files.notExists(path);
        try {
            return new WavWriter(path, new RandomAccessFile(path.toFile(), "rw"), isNew);
        } catch (IOException e) {
            throw new BadInput(path + ": cannot be written; choose another file, or let it be written to");
        }
    }

    /** A file with nothing in it. */
    static WavWriter create(Path path) {
        WavWriter writer = open(path);
        try {
            writer.begin();
            return writer;
        } catch (IOException e) {
            throw writer.broken(e);
        }
    }

    void begin() throws IOException {
        begun = true;
        file.setLength(0);
        file.write(header(0));
    }

    /** The sound so far, as far as the disk lets it be ended. */
    BadInput broken(IOException why) {
        try {
            end(Math.max(0, file.length() - HEADER) / BYTES_PER_MS);
        } catch (IOException e) {
            why.addSuppressed(e);
        }
        return new BadInput(path + ": nothing more can be written into it: " + why.getMessage()
                + "; it has what was said until then, and the record has the conversation");
    }

    void put(long atMs, byte[] pcm) throws IOException {
        long at = atMs * BYTES_PER_MS;
        if (at + pcm.length <= BYTES_MAX) {
            file.seek(HEADER + at);
            file.write(pcm);
        }
    }

    /** Makes the file this long, with silence at its end or without what lies behind. */
    void end(long lengthMs) throws IOException {
        long bytes = Math.min(BYTES_MAX, lengthMs * BYTES_PER_MS);
        file.setLength(HEADER + bytes);
        file.seek(0);
        file.write(header(bytes));
    }

    /** As long as whatever was put last. */
    void end() throws IOException {
        end(Math.ceilDiv(file.length() - HEADER, BYTES_PER_MS));
    }

    private static byte[] header(long bytes) {
        return ByteBuffer.allocate(HEADER)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("RIFF".getBytes(StandardCharsets.US_ASCII))
                .putInt((int) (HEADER - 8 + bytes))
                .put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII))
                .putInt(16)
                .putShort((short) 1)
                .putShort((short) 1)
                .putInt(RATE_HZ)
                .putInt(2 * RATE_HZ)
                .putShort((short) 2)
                .putShort((short) 16)
                .put("data".getBytes(StandardCharsets.US_ASCII))
                .putInt((int) bytes)
                .array();
    }

    @Override
    public void close() throws IOException {
        file.close();
        if (isNew && !begun) {
            Files.deleteIfExists(path);
        }
    }
}
