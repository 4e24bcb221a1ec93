package dev.parley.runelog.journal;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.parley.kernel.rune.Rune;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;

/**
 * Whatever stands in a journal file, looking at it ends: raw bytes, and frames whose checksums hold although their content was
 * made up. What is no rune is refused with a sentence. It has a fork of its own.
 */
class JournalFrameFuzz {
    private static final long SALT = 7;

    @FuzzTest(maxDuration = "10s")
    @Tag("short")
    void forTenSeconds(byte[] bytes) {
        check(bytes);
    }

    @FuzzTest(maxDuration = "60s")
    @Tag("long")
    void forAMinute(byte[] bytes) {
        check(bytes);
    }

    private static void check(byte[] bytes) {
        walk(bytes);
        if (bytes.length > 2) {
            walk(sealed(Arrays.copyOfRange(bytes, 1, bytes.length), Byte.toUnsignedInt(bytes[0])));
        }
    }

    private static byte[] sealed(byte[] canonical, int identity) {
        byte[] frame = new byte[FrameFormat.HEADER_BYTES + canonical.length];
        System.arraycopy(canonical, 0, frame, FrameFormat.HEADER_BYTES, canonical.length);
        FrameFormat.intAt(frame, 0, FrameFormat.SYNC);
        FrameFormat.intAt(frame, FrameFormat.LENGTH_AT, canonical.length);
        frame[FrameFormat.IDENTITY_LENGTH_AT + 1] = (byte) Math.min(identity, canonical.length);
        FrameFormat.seal(frame, 0, 1, SALT, 0, new CRC32C(), new byte[FrameFormat.SCRATCH_BYTES]);
        return frame;
    }

    private static void walk(byte[] bytes) {
        FrameCursor cursor = new FrameCursor(SALT);
        cursor.over(bytes, bytes.length, 0);
        int at = 0;
        while (at < bytes.length) {
            if (cursor.examine(at) == FrameCursor.Found.SOUND) {
                read(cursor);
                at = cursor.end();
            } else {
                at = cursor.resync(at + 1);
            }
        }
    }

    private static void read(FrameCursor cursor) {
        try {
            String conversation = cursor.conversation();
            Rune rune = cursor.rune();
            if (!rune.conversation().equals(conversation) || rune.eventId() != cursor.eventId()) {
                throw new IllegalStateException("frame and rune differ: " + rune);
            }
            String _ = rune.payload().text();
        } catch (IllegalArgumentException e) {
            // The log tells it as damage.
        }
    }
}
