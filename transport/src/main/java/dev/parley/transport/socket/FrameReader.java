package dev.parley.transport.socket;

import dev.parley.transport.budget.ByteBudget;
import dev.parley.transport.budget.OverBudget;
import dev.parley.transport.budget.TimeSlice;
import io.helidon.common.buffers.DataReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages from the frames of a client (RFC 6455, section 5). Pieces are put together; control frames may come between.
 *
 * <p>A message takes memory as its bytes come in, and not by the length that its frame announces. What it takes is counted in
 * the socket's share of the budget before it is allocated, and given back by {@link #release()} once the message was handled.
 */
final class FrameReader {
    static final int CONTINUATION = 0;
    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;

    private static final int FIN = 0x80;
    private static final int EXTENSIONS = 0x70;
    private static final int OPCODE = 0x0f;
    private static final int MASKED = 0x80;
    private static final int LENGTH = 0x7f;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** The longest length that is written in the frame's second byte; longer ones follow in two or eight bytes. */
    static final int SHORT_MAX = 125;

    static final int TWO_BYTES = 126;

    /** So much of a frame is allocated before any of it has come. */
    private static final int FIRST_BYTES = ByteBudget.FREE_MESSAGE_BYTES;

    private static final byte[] NOTHING = new byte[0];

    private final DataReader in;
    private final int bytesMax;
    private final ByteBudget.Share share;
    private final TimeSlice slice;
    /** The message that is being read, as far as it has come, and how much of it that is. */
    private byte[] pieces = NOTHING;

    private int length;
    /** What is counted for the message that is being read or handled. */
    private long counted;

    private int begun = CONTINUATION;
    /** Since when a message is incomplete; 0 while none is. Read by other threads. */
    private volatile long incompleteSince;

    /** @param bytesMax the largest message that is taken */
    FrameReader(DataReader in, int bytesMax, ByteBudget.Share share) {
        this.in = in;
        this.bytesMax = bytesMax;
        this.share = share;
        this.slice = share.slice();
    }

    /** A whole message or a control frame. */
    static final class Message {
        private final int opcode;
        private final byte[] payload;

        Message(int opcode, byte[] payload) {
            this.opcode = opcode;
            this.payload = payload;
        }

        int opcode() {
            return opcode;
        }

        /** Not copied: nobody else has it. */
        byte[] payload() {
            return payload;
        }

        /** The payload as text; null where it is not UTF-8. */
        @Nullable
        String text() {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(payload))
                        .toString();
            } catch (CharacterCodingException e) {
                return null;
            }
        }
    }

    /** Waits for the next message. */
    Message next() throws BadFrame {
        slice.yieldIfOver();
        while (true) {
            long begunNanos = System.nanoTime();
            int first = in.read() & 0xff;
            slice.hasReadSince(begunNanos);
            if (incompleteSince == 0) {
                incompleteSince = System.nanoTime() | 1;
            }
            int opcode = first & OPCODE;
            boolean last = (first & FIN) != 0;
            if ((first & EXTENSIONS) != 0) {
                throw new BadFrame(CloseCode.PROTOCOL_ERROR, "no extension was agreed on");
            }
            if (opcode >= CLOSE) {
                byte[] payload = control();
                if (!last || opcode > PONG) {
                    throw new BadFrame(CloseCode.PROTOCOL_ERROR, "no such control frame");
                }
                complete();
                return new Message(opcode, payload);
            }
            if (opcode > BINARY || (opcode == CONTINUATION) != (begun != CONTINUATION)) {
                throw new BadFrame(CloseCode.PROTOCOL_ERROR, "no such frame here");
            }
            begun = opcode == CONTINUATION ? begun : opcode;
            piece();
            if (last) {
                return whole();
            }
        }
    }

    private Message whole() {
        Message whole = new Message(begun, pieces.length == length ? pieces : Arrays.copyOf(pieces, length));
        begun = CONTINUATION;
        pieces = NOTHING;
        length = 0;
        complete();
        return whole;
    }

    /** Nothing is awaited any more, unless a control frame came between the pieces of a message. */
    private void complete() {
        if (begun == CONTINUATION) {
            incompleteSince = 0;
        }
    }

    /** Whether a message was begun so long ago and is not complete. Any thread may ask. */
    boolean isLate(long nowNanos, long withinNanos) {
        long since = incompleteSince;
        return since != 0 && nowNanos - since > withinNanos;
    }

    /** The last message was handled. */
    void release() {
        if (begun == CONTINUATION && counted > 0) {
            share.release(counted);
            counted = 0;
        }
    }

    /** Nothing more is read. */
    void end() {
        slice.end();
    }

    /** Reads until there is nothing more to read. */
    void forgetRest() {
        pieces = NOTHING;
        begun = CONTINUATION;
        release();
        while (true) {
            awaitSome();
            in.skip(in.available());
        }
    }

    private byte[] control() throws BadFrame {
        long announced = announced();
        if (announced < 0 || announced > SHORT_MAX) {
            throw new BadFrame(CloseCode.PROTOCOL_ERROR, "no such length");
        }
        int mask = (int) number(Integer.BYTES);
        byte[] payload = announced == 0 ? NOTHING : in.readBytes((int) announced);
        unmask(payload, 0, payload.length, mask);
        return payload;
    }

    /** Reads a frame behind those of the same message. */
    private void piece() throws BadFrame {
        long announced = announced();
        if (announced < 0) {
            throw new BadFrame(CloseCode.PROTOCOL_ERROR, "no such length");
        }
        if (announced > bytesMax - length) {
            throw new BadFrame(CloseCode.TOO_BIG, "a message has at most " + bytesMax + " bytes");
        }
        int mask = (int) number(Integer.BYTES);
        int from = length;
        int end = length + (int) announced;
        if (from == 0 && end <= FIRST_BYTES && in.available() >= end) {
            pieces = end == 0 ? NOTHING : in.readBytes(end);
            length = end;
        }
        while (length < end) {
            awaitSome();
            int size = Math.min(in.available(), end - length);
            makeRoom(length + size, from == 0 ? end : bytesMax);
            System.arraycopy(in.readBytes(size), 0, pieces, length, size);
            length += size;
        }
        unmask(pieces, from, end, mask);
    }

    /** Waits until there is something to read. */
    private void awaitSome() {
        slice.yieldIfOver();
        long begunNanos = System.nanoTime();
        in.ensureAvailable();
        slice.hasReadSince(begunNanos);
    }

    /**
     * Doubles the room as bytes come in. While the bytes are copied, both arrays are counted.
     *
     * @param most more room is not needed
     */
    private void makeRoom(int wanted, int most) throws BadFrame {
        if (wanted <= pieces.length) {
            return;
        }
        long doubled = Math.max(FIRST_BYTES, Math.max(wanted, 2L * pieces.length));
        int size = (int) Math.min(most, doubled);
        long before = counted;
        long now = size <= ByteBudget.FREE_MESSAGE_BYTES ? 0 : size;
        try {
            share.take(now);
        } catch (OverBudget e) {
            throw new BadFrame(CloseCode.TRY_LATER, e.detail(), OverBudget.CODE);
        }
        counted = now;
        pieces = Arrays.copyOf(pieces, size);
        share.release(before);
    }

    private long announced() throws BadFrame {
        int second = in.read() & 0xff;
        if ((second & MASKED) == 0) {
            throw new BadFrame(CloseCode.PROTOCOL_ERROR, "frames of a client are masked");
        }
        return length(second & LENGTH);
    }

    /** Eight bytes at a time, because this is done for every frame of sound. */
    private static void unmask(byte[] payload, int from, int end, int mask) {
        long twice = (long) mask << Integer.SIZE | Integer.toUnsignedLong(mask);
        int at = from;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            LONGS.set(payload, at, (long) LONGS.get(payload, at) ^ twice);
        }
        for (; at < end; at++) {
            payload[at] ^= (byte) (mask >>> (Byte.SIZE * (Integer.BYTES - 1 - (at - from) % Integer.BYTES)));
        }
    }

    private long length(int given) {
        if (given <= SHORT_MAX) {
            return given;
        }
        return number(given == TWO_BYTES ? Short.BYTES : Long.BYTES);
    }

    private long number(int bytes) {
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number = number << Byte.SIZE | (in.read() & 0xff);
        }
        return number;
    }
}
