package dev.parley.bench.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One client at its socket. It sends a frame of sound every 20 ms, and in every ten seconds speaks for one and a half and
 * listens to an answer, every second of which it stops. Once a second it sends a control message and waits for its answer.
 * Only the thread of its loop may use it.
 */
final class SocketCall {
    static final int GROUPS = 20;

    private static final int FRAME_BYTES = 640;
    private static final int STAGGER = 37;
    private static final int STOP_SPREAD = 40;

    /**
     * How a client speaks, in frames of 20 ms.
     *
     * @param stopAt when it stops the answer at the earliest
     * @param quietAt an answer is over by then, and a stop has long been obeyed
     * @param stopsEvery in which turns it stops the answer: 1 for all of them
     */
    record Rhythm(int period, int voiced, int stopAt, int quietAt, int stopsEvery) {
        static final Rhythm USUAL = new Rhythm(500, 75, 150, 400, 2);
        /** Short turns, all of which are stopped. */
        static final Rhythm STOPPING = new Rhythm(250, 40, 110, 220, 1);
    }

    private static final int ASK_EVERY = 50;
    private static final long SPEAKING_NANOS = 100_000_000L;
    /** Speech is sent up to 200 ms ahead; one that ends this soon after a stop was over when the stop came. */
    private static final long AHEAD_NANOS = 300_000_000L;

    private static final int PEEK_BYTES = 64;
    private static final String EVENT_ID = "\"id\":";

    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;

    private static final byte[] NOTHING = {};
    private static final byte[] MASK = {0x37, (byte) 0xfa, 0x21, 0x3d};
    private static final ByteBuffer SILENCE = frame(BINARY, new byte[FRAME_BYTES]);
    private static final ByteBuffer VOICE = frame(BINARY, voice());
    private static final ByteBuffer ASK = text("{\"type\":\"audio\",\"on\":true,\"id\":\"ask\"}");
    private static final ByteBuffer STOP = text("{\"type\":\"stop\",\"id\":\"stop\"}");
    private static final ByteBuffer ALIVE = frame(PONG, new byte[0]);

    private final SocketChannel channel;
    private final int number;
    private final boolean converses;
    private final Rhythm rhythm;
    private volatile long lastEvent;
    private @Nullable ByteBuffer unsent;
    private byte[] unread;
    private long tick;
    private long askedNanos;
    private long stoppedNanos;
    private long soundNanos;
    private long heardFrames;
    private boolean isFlushed;
    private boolean isResting;
    private boolean isOver;

    /**
     * @param converses whether it speaks with somebody; an echo says nothing by itself
     * @param unread what came with the answer to the upgrade
     */
    SocketCall(SocketChannel channel, int number, boolean converses, Rhythm rhythm, byte[] unread) {
        this.rhythm = rhythm;
        this.channel = channel;
        this.number = number;
        this.converses = converses;
        this.unread = unread.clone();
    }

    /** The newest event of the record that it was told of, which is on disk therefore. */
    long lastEvent() {
        return lastEvent;
    }

    SocketChannel channel() {
        return channel;
    }

    boolean isOver() {
        return isOver;
    }

    private static byte[] voice() {
        byte[] pcm = new byte[FRAME_BYTES];
        for (int i = 0; i < pcm.length; i += 2) {
            pcm[i + 1] = (byte) (i % 4 == 0 ? 24 : -24);
        }
        return pcm;
    }

    private static ByteBuffer text(String text) {
        return frame(TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A frame of a client, masked already, so that nothing is left to do when it is sent. */
    private static ByteBuffer frame(int opcode, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocateDirect(payload.length + 8);
        frame.put((byte) (0x80 | opcode));
        if (payload.length < 126) {
            frame.put((byte) (0x80 | payload.length));
        } else {
            frame.put((byte) (0x80 | 126)).putShort((short) payload.length);
        }
        frame.put(MASK);
        for (int i = 0; i < payload.length; i++) {
            frame.put((byte) (payload[i] ^ MASK[i % MASK.length]));
        }
        return frame.flip().asReadOnlyBuffer();
    }

    // --- what it sends

    private int place() {
        return (int) ((tick + (long) number * STAGGER) % rhythm.period);
    }

    /** Whether it sends nothing, which it begins only where nothing is left open. */
    boolean isSilent() {
        return isOver || isResting;
    }

    private boolean isBetweenTurns() {
        return !converses || place() > rhythm.quietAt;
    }

    /**
     * The next 20 ms. Whoever was silent goes on when its own turn comes round: clients that all began to speak at once would be
     * a load of another kind.
     */
    void tick(boolean paused, Tally tally) {
        if (isBetweenTurns()) {
            isResting = paused;
        }
        if (isResting) {
            tick++;
        } else {
            sendNext(tally);
        }
    }

    private void sendNext(Tally tally) {
        int at = place();
        long period = (tick + (long) number * STAGGER) / rhythm.period;
        if (converses) {
            converse(at, period, tally);
        }
        if (at % ASK_EVERY == ASK_EVERY / 2 && askedNanos == 0) {
            askedNanos = System.nanoTime();
            send(ASK, tally);
        }
        send(converses && at < rhythm.voiced ? VOICE : SILENCE, tally);
        tally.framesSent++;
        tick++;
    }

    private void converse(int at, long period, Tally tally) {
        if (at == 0) {
            heardFrames = 0;
            isFlushed = false;
        } else if (at == rhythm.stopAt + number % STOP_SPREAD
                && period % rhythm.stopsEvery == rhythm.stopsEvery - 1
                && System.nanoTime() - soundNanos < SPEAKING_NANOS) {
            stoppedNanos = System.nanoTime();
            send(STOP, tally);
        } else if (at == rhythm.quietAt && tick >= rhythm.quietAt) {
            tally.turns++;
            if (heardFrames == 0) {
                tally.error("no answer to what was said");
            }
            if (stoppedNanos != 0) {
                tally.error("a stop that was not obeyed");
                stoppedNanos = 0;
            }
        }
    }

    private void send(ByteBuffer frame, Tally tally) {
        try {
            ByteBuffer before = unsent;
            if (before != null) {
                channel.write(before);
                if (before.hasRemaining()) {
                    tally.error("the server does not read");
                    return;
                }
                unsent = null;
            }
            ByteBuffer now = frame.duplicate();
            channel.write(now);
            unsent = now.hasRemaining() ? now : null;
        } catch (IOException e) {
            over("lost: " + e.getMessage(), tally);
        }
    }

    private void over(String why, Tally tally) {
        if (!isOver) {
            isOver = true;
            tally.error(why);
            close();
        }
    }

    void close() {
        isOver = true;
        try {
            channel.close();
        } catch (IOException e) {
            // It is lost in either case.
        }
    }

    // --- what it gets

    /** A message whose answer is still missing has waited at least so long. */
    void countWaiting(Tally tally) {
        if (askedNanos != 0 && !isOver) {
            Tally.record(tally.echoes, System.nanoTime() - askedNanos);
        }
    }

    /** @param shared holds what is read, for this call alone */
    void read(ByteBuffer shared, Tally tally) {
        shared.clear().put(unread);
        try {
            if (channel.read(shared) < 0) {
                over("the server has closed the connection", tally);
                return;
            }
        } catch (IOException e) {
            over("lost: " + e.getMessage(), tally);
            return;
        }
        shared.flip();
        while (!isOver && take(shared, tally)) {}
        unread = shared.hasRemaining() ? new byte[shared.remaining()] : NOTHING;
        shared.get(unread);
    }

    /** Takes one frame; false if it is not whole yet. */
    private boolean take(ByteBuffer in, Tally tally) {
        int start = in.position();
        if (in.remaining() < 2) {
            return false;
        }
        int opcode = in.get() & 0x0f;
        long length = in.get() & 0x7f;
        int more = length == 126 ? Short.BYTES : length == 127 ? Long.BYTES : 0;
        if (in.remaining() >= more && more > 0) {
            length = more == Short.BYTES ? in.getShort() & 0xffff : in.getLong();
        } else if (more > 0) {
            length = Long.MAX_VALUE;
        }
        if (in.remaining() < length) {
            in.position(start);
            return false;
        }
        int end = in.position() + (int) length;
        got(opcode, in, (int) length, tally);
        in.position(end);
        return true;
    }

    private void got(int opcode, ByteBuffer in, int length, Tally tally) {
        switch (opcode) {
            case BINARY -> sound(tally);
            case TEXT -> {
                byte[] head = new byte[Math.min(PEEK_BYTES, length)];
                in.get(head);
                message(new String(head, StandardCharsets.ISO_8859_1), tally);
            }
            case PING -> send(ALIVE, tally);
            case CLOSE -> over("closed with " + (length < 2 ? 0 : in.getShort()), tally);
            default -> {}
        }
    }

    private void sound(Tally tally) {
        tally.framesHeard++;
        heardFrames++;
        soundNanos = System.nanoTime();
        if (converses && isFlushed) {
            tally.error("sound after a stop");
        }
    }

    /** The whole number that stands behind this in the text, or 0. */
    private static long number(String text, String behind) {
        long number = 0;
        int from = text.indexOf(behind) + behind.length();
        for (int at = from; from >= behind.length() && at < text.length() && Character.isDigit(text.charAt(at)); at++) {
            number = 10 * number + Character.digit(text.charAt(at), 10);
        }
        return number;
    }

    private void message(String head, Tally tally) {
        if (head.startsWith("{\"type\":\"event\"")) {
            tally.events++;
            lastEvent = Math.max(lastEvent, number(head, EVENT_ID));
        } else if (head.endsWith("\"id\":\"ask\"}")) {
            Tally.record(tally.echoes, System.nanoTime() - askedNanos);
            askedNanos = 0;
        } else if (head.startsWith("{\"type\":\"flush\"") && stoppedNanos != 0) {
            Tally.record(tally.cancels, System.nanoTime() - stoppedNanos);
            stoppedNanos = 0;
            isFlushed = true;
        } else if (head.startsWith("{\"type\":\"spoken\"") && System.nanoTime() - stoppedNanos < AHEAD_NANOS) {
            stoppedNanos = 0;
        } else if (head.startsWith("{\"type\":\"error\"") || head.startsWith("{\"type\":\"lagging\"")) {
            tally.error(head);
        }
    }
}
