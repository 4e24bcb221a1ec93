package dev.parley.transport.socket;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.parley.transport.budget.BudgetSpec;
import dev.parley.transport.budget.ByteBudget;
import io.helidon.common.buffers.DataReader;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.junit.jupiter.api.Tag;

/** Whatever bytes a client of a socket sends, they are messages within the limit or a reason to close. It has a fork of its own. */
class FrameFuzz {
    private static final int BYTES_MAX = 1_000;
    private static final ByteBudget.Share SHARE = new ByteBudget(BudgetSpec.DEFAULT).request("key", "address");

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
        Deque<byte[]> pieces = new ArrayDeque<>();
        int piece = bytes.length == 0 ? 1 : 1 + (bytes[0] & 0x3f);
        for (int at = 0; at < bytes.length; at += piece) {
            pieces.add(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + piece)));
        }
        FrameReader frames = new FrameReader(new DataReader(pieces::poll), BYTES_MAX, SHARE);
        try {
            while (true) {
                FrameReader.Message message = frames.next();
                if (message.payload().length > BYTES_MAX) {
                    throw new IllegalStateException("a message of " + message.payload().length + " bytes");
                }
                if (message.opcode() == FrameReader.TEXT) {
                    String _ = message.text();
                }
            }
        } catch (BadFrame | DataReader.InsufficientDataAvailableException e) {
            // The socket is closed with a code, or the client has left.
        }
    }
}
