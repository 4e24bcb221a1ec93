package dev.parley.runelog.journal;

import dev.parley.kernel.rune.Hash;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * In which order the frames of a journal file stand, as a running SHA-256 over previous hash and identity of each. The
 * chains fix what the runes of each conversation are; this fixes how conversations stand between each other.
 */
public final class FrameOrder {
    private MessageDigest digest = sha256();

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("SHA-256 is part of every Java runtime.", impossible);
        }
    }

    /** A file without frames. */
    void clear() {
        digest = sha256();
    }

    /** Adds the frames in a stretch of bytes, and answers where the last whole one ends. */
    int add(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            int next = next(bytes, at, end);
            if (next < 0) {
                return at;
            }
            int identity = FrameFormat.shortAt(bytes, at + FrameFormat.IDENTITY_LENGTH_AT);
            digest.update(bytes, at + FrameFormat.PREVIOUS_AT, Hash.BYTES + identity);
            at = next;
        }
        return at;
    }

    /** Where the frame at this index ends, or -1 where none stands there. */
    private static int next(byte[] bytes, int at, int end) {
        if (end - at < FrameFormat.HEADER_BYTES || FrameFormat.intAt(bytes, at) != FrameFormat.SYNC) {
            return -1;
        }
        int length = FrameFormat.intAt(bytes, at + FrameFormat.LENGTH_AT);
        int identity = FrameFormat.shortAt(bytes, at + FrameFormat.IDENTITY_LENGTH_AT);
        boolean isWhole = length >= identity && length <= end - at - FrameFormat.HEADER_BYTES;
        return isWhole ? at + FrameFormat.HEADER_BYTES + length : -1;
    }

    /** The digest of the frames so far. */
    public Hash value() {
        try {
            return Hash.of(((MessageDigest) digest.clone()).digest());
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException("The digests of the Java runtime can be copied.", impossible);
        }
    }
}
