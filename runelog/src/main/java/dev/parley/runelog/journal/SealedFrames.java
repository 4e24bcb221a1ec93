package dev.parley.runelog.journal;

import dev.parley.kernel.rune.ByteSink;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.kernel.rune.RuneCodec;
import dev.parley.kernel.rune.RuneDraft;
import java.util.Arrays;
import java.util.List;

/**
 * The frames of one append, encoded one after the other into one array. They have their event ids and hashes; only the
 * checksums are missing, because one of them depends on where a frame will stand. The array serves one append after another,
 * so whatever outlives the append has bytes of its own.
 */
final class SealedFrames {
    private final ByteSink out = new ByteSink();
    private final RuneChain chain = new RuneChain();
    private int[] starts = new int[8];
    private Hash[] hashes = new Hash[8];
    private int count;
    private long firstEventId;
    private Hash before = Hash.ZERO;

    /** Seals drafts as the next events of a conversation, whose monitor the caller holds. */
    void seal(ConversationLog log, List<RuneDraft> drafts) {
        out.clear();
        count = drafts.size();
        if (count > starts.length) {
            starts = new int[count];
            hashes = new Hash[count];
        }
        firstEventId = log.head() + 1;
        before = log.headHash();
        Hash previous = before;
        for (int i = 0; i < count; i++) {
            int at = out.skip(FrameFormat.HEADER_BYTES);
            int identity = RuneCodec.write(drafts.get(i), firstEventId + i, out);
            int length = out.length() - at - FrameFormat.HEADER_BYTES;
            refuseTooLong(length);
            FrameFormat.write(out.bytes(), at, length, identity, previous, i < count - 1);
            previous = chain.content(out.bytes(), at + FrameFormat.PREVIOUS_AT, Hash.BYTES + length);
            starts[i] = at;
            hashes[i] = previous;
        }
    }

    private static void refuseTooLong(int length) {
        if (length > FrameFormat.CANONICAL_MAX) {
            throw new IllegalArgumentException(
                    "A rune has at most " + FrameFormat.CANONICAL_MAX + " bytes, not " + length + ".");
        }
    }

    byte[] bytes() {
        return out.bytes();
    }

    int length() {
        return out.length();
    }

    int count() {
        return count;
    }

    int start(int index) {
        return starts[index];
    }

    long eventId(int index) {
        return firstEventId + index;
    }

    Hash hash(int index) {
        return hashes[index];
    }

    /** The hash before the first of the frames. */
    Hash before() {
        return before;
    }

    /** All hashes: first the one before the frames, then that of each. */
    Hash[] chain() {
        Hash[] all = new Hash[count + 1];
        all[0] = before;
        System.arraycopy(hashes, 0, all, 1, count);
        return all;
    }

    /** The first rune, with bytes of its own. */
    Rune first() {
        int end = count > 1 ? starts[1] : out.length();
        int from = starts[0] + FrameFormat.PREVIOUS_AT;
        byte[] own = Arrays.copyOfRange(out.bytes(), from, end);
        return Rune.sealed(own, own.length - Hash.BYTES, firstEventId, hashes[0]);
    }
}
