package dev.parley.transport.socket;

import io.helidon.common.buffers.DataReader;
import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads messages from the frames of a client (RFC 6455, section 5). Pieces are put together; control frames may come between. */
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

    private final DataReader in;
    private final int bytesMax;
    private final ByteArrayOutputStream pieces = new ByteArrayOutputStream();
    private int begun = CONTINUATION;

    /** @param bytesMax the largest message that is taken */
    FrameReader(DataReader in, int bytesMax) {
        this.in = in;
        this.bytesMax = bytesMax;
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

        String text() throws BadFrame {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(payload))
                        .toString();
            } catch (CharacterCodingException e) {
                throw new BadFrame(CloseCode.BAD_TEXT, "text is UTF-8");
            }
        }
    }

    /** Waits for the next message. */
    Message next() throws BadFrame {
        while (true) {
            int first = in.read() & 0xff;
            int opcode = first & OPCODE;
            boolean last = (first & FIN) != 0;
            if ((first & EXTENSIONS) != 0) {
                throw new BadFrame(CloseCode.PROTOCOL_ERROR, "no extension was agreed on");
            }
            byte[] payload = payload(opcode >= CLOSE);
            if (opcode >= CLOSE) {
                if (!last || opcode > PONG) {
                    throw new BadFrame(CloseCode.PROTOCOL_ERROR, "no such control frame");
                }
                return new Message(opcode, payload);
            }
            if (last && begun == CONTINUATION && (opcode == TEXT || opcode == BINARY)) {
                return new Message(opcode, payload);
            }
            if (begin(opcode, payload, last)) {
                Message whole = new Message(begun, pieces.toByteArray());
                begun = CONTINUATION;
                pieces.reset();
                return whole;
            }
        }
    }

    /** Reads until there is nothing more to read. */
    void forgetRest() {
        while (true) {
            in.ensureAvailable();
            in.skip(in.available());
        }
    }

    /** Takes a piece; true when the message is whole. */
    private boolean begin(int opcode, byte[] payload, boolean last) throws BadFrame {
        if (opcode > BINARY || (opcode == CONTINUATION) != (begun != CONTINUATION)) {
            throw new BadFrame(CloseCode.PROTOCOL_ERROR, "no such frame here");
        }
        if (opcode != CONTINUATION) {
            begun = opcode;
        }
        pieces.writeBytes(payload);
        return last;
    }

    private byte[] payload(boolean control) throws BadFrame {
        int second = in.read() & 0xff;
        if ((second & MASKED) == 0) {
            throw new BadFrame(CloseCode.PROTOCOL_ERROR, "frames of a client are masked");
        }
        long length = length(second & LENGTH);
        if (length < 0 || (control && length > SHORT_MAX)) {
            throw new BadFrame(CloseCode.PROTOCOL_ERROR, "no such length");
        }
        if (!control && length > bytesMax - pieces.size()) {
            throw new BadFrame(CloseCode.TOO_BIG, "a message has at most " + bytesMax + " bytes");
        }
        int mask = (int) number(Integer.BYTES);
        byte[] payload = length == 0 ? new byte[0] : in.readBytes((int) length);
        unmask(payload, mask);
        return payload;
    }

    /** Eight bytes at a time, because this is done for every frame of sound. */
    private static void unmask(byte[] payload, int mask) {
        long twice = (long) mask << Integer.SIZE | Integer.toUnsignedLong(mask);
        int at = 0;
        for (; at + Long.BYTES <= payload.length; at += Long.BYTES) {
            LONGS.set(payload, at, (long) LONGS.get(payload, at) ^ twice);
        }
        for (; at < payload.length; at++) {
            payload[at] ^= (byte) (mask >>> (Byte.SIZE * (Integer.BYTES - 1 - at % Integer.BYTES)));
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
