package dev.parley.runelog.journal;

import dev.parley.kernel.rune.Rune;
import java.util.Arrays;
import java.util.concurrent.CompletionStage;

/** The frames that one sync makes durable. It is filled under the journal's lock and written by the commit loop. */
final class Group {
    final long file;
    final long salt;
    final long start;
    private final Ticket ticket = new Ticket();
    private byte[] bytes;
    private int length;
    private ConversationLog[] logs = new ConversationLog[8];
    private Rune[] newest = new Rune[8];
    private int touched;

    Group(long file, long salt, long start, byte[] buffer) {
        this.file = file;
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

    /** Makes room for a frame and answers its index. */
    int reserve(int size) {
        int at = length;
        if (at + size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, at + size));
        }
        length = at + size;
        return at;
    }

    void touch(ConversationLog log, Rune rune) {
        if (log.group != this) {
            if (touched == logs.length) {
                logs = Arrays.copyOf(logs, touched * 2);
                newest = Arrays.copyOf(newest, touched * 2);
            }
            logs[touched] = log;
            log.slot = touched++;
            log.group = this;
        }
        newest[log.slot] = rune;
    }

    CompletionStage<Void> stage() {
        return ticket;
    }

    void succeed() {
        for (int i = 0; i < touched; i++) {
            logs[i].committed(new ConversationLog.Point(newest[i].eventId(), newest[i].hash()));
        }
        ticket.succeed();
        for (int i = 0; i < touched; i++) {
            logs[i].wake();
        }
    }

    void fail(Throwable cause) {
        ticket.fail(cause);
    }
}
