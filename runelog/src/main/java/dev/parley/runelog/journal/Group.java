package dev.parley.runelog.journal;

import dev.parley.kernel.rune.Hash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;

/** The frames that one sync makes durable. It is filled under the journal's lock and written by the commit loop. */
final class Group {
    private static final byte[] NO_BYTES = {};
    private static final ConversationLog[] NO_LOGS = {};
    private static final Hash[] NO_HASHES = {};

    final long file;
    final int ordinal;
    final long salt;
    final long start;
    private final Ticket ticket = new Ticket();
    private byte[] bytes;
    private int length;
    private final AtomicInteger appends = new AtomicInteger();
    private ConversationLog[] logs = new ConversationLog[8];
    private long[] newestIds = new long[8];
    private Hash[] newestHashes = new Hash[8];
    private int touched;

    Group(long file, int ordinal, long salt, long start, byte[] buffer) {
        this.file = file;
        this.ordinal = ordinal;
        this.salt = salt;
        this.start = start;
        this.bytes = buffer;
    }

    boolean isEmpty() {
        return length == 0;
    }

    int length() {
        return length;
    }

    long end() {
        return start + length;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Takes frames and answers the index of the first. */
    int add(byte[] frames, int size) {
        int at = length;
        int needed = at + size + FrameFormat.END_BYTES;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, needed));
        }
        System.arraycopy(frames, 0, bytes, at, size);
        length = at + size;
        appends.incrementAndGet();
        return at;
    }

    /** How many appends it holds so far. */
    int appends() {
        return appends.get();
    }

    /** How many wait for it. */
    int waiting() {
        return ticket.getNumberOfDependents();
    }

    /** Completes all frames and puts the end mark behind them, once nothing more is added. */
    void seal(CRC32C crc, byte[] scratch) {
        int next;
        for (int at = 0; at < length; at = next) {
            next = at + FrameFormat.frameLength(bytes, at);
            if (next == length) {
                bytes[at + FrameFormat.FLAGS_AT] |= FrameFormat.ENDS_GROUP;
            }
            FrameFormat.seal(bytes, at, ordinal, salt, start + at, crc, scratch);
        }
        FrameFormat.end(bytes, length, salt, start + length, crc, scratch);
    }

    /** Notes how far a conversation is once this group is on disk. */
    void touch(ConversationLog log, long eventId, Hash hash) {
        if (log.group != this) {
            if (touched == logs.length) {
                logs = Arrays.copyOf(logs, touched * 2);
                newestIds = Arrays.copyOf(newestIds, touched * 2);
                newestHashes = Arrays.copyOf(newestHashes, touched * 2);
            }
            logs[touched] = log;
            log.slot = touched++;
            log.group = this;
        }
        newestIds[log.slot] = eventId;
        newestHashes[log.slot] = hash;
    }

    CompletionStage<Void> stage() {
        return ticket;
    }

    void succeed() {
        for (int i = 0; i < touched; i++) {
            logs[i].committed(new ConversationLog.Point(newestIds[i], newestHashes[i]));
        }
        ticket.succeed();
    }

    /** The conversations that have runes in this group. */
    List<ConversationLog> grown() {
        return Arrays.asList(logs).subList(0, touched);
    }

    /** Who watches the conversations of this group. */
    List<Runnable> watchers() {
        List<Runnable> all = List.of();
        for (int i = 0; i < touched; i++) {
            List<Runnable> own = logs[i].watchers();
            if (!own.isEmpty()) {
                all = all.isEmpty() ? new ArrayList<>() : all;
                all.addAll(own);
            }
        }
        return all;
    }

    /**
     * What is on disk needs only its ticket. Conversations remember their newest group, and one that stays would keep all that
     * were in it, and the groups of those, for as long.
     */
    void release() {
        bytes = NO_BYTES;
        logs = NO_LOGS;
        newestHashes = NO_HASHES;
        touched = 0;
    }

    void fail(Throwable cause) {
        ticket.fail(cause);
    }
}
