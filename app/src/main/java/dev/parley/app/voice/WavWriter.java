package dev.parley.app.voice;

import dev.parley.app.BadInput;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A WAV file of 16-bit mono samples at 16 kHz. Samples may be put anywhere; what nobody put is silence. */
final class WavWriter implements Closeable {
    private static final int HEADER = 44;
    private static final int RATE_HZ = 16_000;
    private static final long BYTES_PER_MS = 2L * RATE_HZ / 1000;
    private static final long BYTES_MAX = 0xffff_ffffL - HEADER;

    private final RandomAccessFile file;

    private WavWriter(RandomAccessFile file) {
        this.file = file;
    }

    static WavWriter create(Path path) {
        try {
            RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
            WavWriter writer = new WavWriter(file);
            file.setLength(0);
            file.write(header(0));
            return writer;
        } catch (IOException e) {
            throw new BadInput(path + ": cannot be written: " + e.getMessage());
        }
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
    }
}
