package dev.parley.transport.socket;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The way to one client. Any thread may send, and none waits: what is sent stands in a queue until the writer has written it.
 * A client for which too much waits is given up.
 */
public final class ClientSocket {
    private static final int FIN = 0x80;
    private static final byte GOODBYE = (byte) (FIN | FrameReader.CLOSE);
    private static final int REASON_BYTES_MAX = 120;
    private static final byte[] PING_FRAME = frame(FrameReader.PING, new byte[0]);

    private final DataWriter out;
    private final SocketLimits limits;
    private final Runnable giveUp;
    private final BlockingQueue<byte[]> queue = new LinkedBlockingQueue<>();
    private final AtomicLong queued = new AtomicLong();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile long heardNanos = System.nanoTime();

    /** @param giveUp ends the connection without another word */
    ClientSocket(DataWriter out, SocketLimits limits, Runnable giveUp) {
        this.out = out;
        this.limits = limits;
        this.giveUp = giveUp;
    }

    /** Sends a text; false where the socket is closed, or too much waits already and the client is given up. */
    public boolean send(String text) {
        return offer(frame(FrameReader.TEXT, text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Sends bytes; as {@link #send(String)}. */
    public boolean send(byte[] bytes) {
        return offer(frame(FrameReader.BINARY, bytes));
    }

    void pong(byte[] payload) {
        offer(frame(FrameReader.PONG, payload));
    }

    private boolean offer(byte[] frame) {
        if (closed.get()) {
            return false;
        }
        if (queued.addAndGet(frame.length) > limits.queueBytes()) {
            closed.set(true);
            giveUp.run();
            return false;
        }
        return queue.add(frame);
    }

    /** Closes the socket once everything that was sent before is written. Only the first reason counts. */
    public void close(CloseCode code, String reason) {
        close(code.number(), reason);
    }

    void close(int code, String reason) {
        if (closed.compareAndSet(false, true)) {
            byte[] words = reason.getBytes(StandardCharsets.UTF_8);
            int length = Math.min(words.length, REASON_BYTES_MAX);
            ByteBuffer payload = ByteBuffer.allocate(Short.BYTES + length);
            payload.putShort((short) code).put(words, 0, length);
            queue.add(frame(FrameReader.CLOSE, payload.array()));
        }
    }

    /** How much waits to be written. */
    public long queuedBytes() {
        return queued.get();
    }

    public boolean isClosed() {
        return closed.get();
    }

    /** The client has sent something. */
    void heard() {
        heardNanos = System.nanoTime();
    }

    /** Writes what is sent until the socket is closed. */
    void write() {
        try {
            while (true) {
                byte[] frame = queue.poll(limits.pingMs(), TimeUnit.MILLISECONDS);
                if (frame == null && isSilent()) {
                    giveUp.run();
                    return;
                }
                out.writeNow(BufferData.create(frame == null ? PING_FRAME : frame));
                queued.addAndGet(frame == null ? 0 : -frame.length);
                if (frame != null && frame[0] == GOODBYE) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            closed.set(true);
        } catch (RuntimeException e) {
            closed.set(true);
            giveUp.run();
        }
    }

    private boolean isSilent() {
        return System.nanoTime() - heardNanos > TimeUnit.MILLISECONDS.toNanos(2 * limits.pingMs());
    }

    private static byte[] frame(int opcode, byte[] payload) {
        int length = payload.length;
        int more = length <= FrameReader.SHORT_MAX ? 0 : length <= 0xffff ? Short.BYTES : Long.BYTES;
        ByteBuffer frame = ByteBuffer.allocate(2 + more + length);
        frame.put((byte) (FIN | opcode));
        frame.put(
                (byte) (more == 0 ? length : more == Short.BYTES ? FrameReader.TWO_BYTES : FrameReader.TWO_BYTES + 1));
        if (more == Short.BYTES) {
            frame.putShort((short) length);
        } else if (more == Long.BYTES) {
            frame.putLong(length);
        }
        return frame.put(payload).array();
    }
}
