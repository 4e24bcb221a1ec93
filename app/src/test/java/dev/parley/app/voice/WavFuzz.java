package dev.parley.app.voice;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.parley.app.io.BadInput;
import dev.parley.session.media.G711;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Whatever is given as a WAV file is heard or refused in one line, and is no longer than its samples. It has a fork of its own. */
class WavFuzz {
    /** A frame has at least 160 samples of 8 kHz. */
    private static final int BYTES_PER_FRAME_MIN = 320;

    private static final int HEADER_BYTES = 44;

    private final Path file;

    WavFuzz() throws IOException {
        file = Files.createTempFile("parley-fuzz", ".wav");
        file.toFile().deleteOnExit();
    }

    @FuzzTest(maxDuration = "10s")
    @Tag("short")
    void forTenSeconds(byte[] bytes) throws IOException {
        check(bytes);
    }

    @FuzzTest(maxDuration = "60s")
    @Tag("long")
    void forAMinute(byte[] bytes) throws IOException {
        check(bytes);
    }

    private void check(byte[] bytes) throws IOException {
        read(bytes);
        if (bytes.length > 6) {
            read(headed(bytes));
        }
        for (byte code : bytes) {
            for (G711 law : List.of(G711.MU_LAW, G711.A_LAW)) {
                if (law.decode(law.encode(law.decode(code))) != law.decode(code)) {
                    throw new IllegalStateException(law + " " + code);
                }
            }
        }
    }

    /** The bytes behind a header that says how they are to be heard. */
    private static byte[] headed(byte[] bytes) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        header.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(bytes.length + 36);
        header.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16);
        header.putShort((short) 1).putShort((short) (bytes[0] & 0x3f));
        header.putInt((bytes[1] & 0xff) << (bytes[2] & 0x0f))
                .putInt(0)
                .putShort((short) 2)
                .putShort((short) 16);
        header.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(bytes.length + bytes[3]);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(header.array());
        out.write(bytes, 4, bytes.length - 4);
        return out.toByteArray();
    }

    private void read(byte[] bytes) throws IOException {
        Files.write(file, bytes);
        try (WavReader reader = WavReader.open(file)) {
            long frames = 0;
            while (reader.next() != null) {
                frames++;
            }
            if (frames > 1 + bytes.length / BYTES_PER_FRAME_MIN) {
                throw new IllegalStateException(frames + " frames of " + bytes.length + " bytes");
            }
        } catch (BadInput refused) {
            if (String.valueOf(refused.getMessage()).lines().count() > 1) {
                throw new IllegalStateException("more than a line", refused);
            }
        }
    }
}
