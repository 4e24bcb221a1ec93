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
     * @param stopAt when it stops the answer at the earliest; in a turn that waits, counted from the first sound of the answer
     * @param quietAt an answer is over by then, and a stop has long been obeyed
     * @param stopsEvery in which turns it stops the answer: 1 for all of them
     * @param waits whether a turn lasts until its answer was heard and stopped, however long that takes
     */
    record Rhythm(int period, int voiced, int stopAt, int quietAt, int stopsEvery, boolean waits) {
        static final Rhythm USUAL = new Rhythm(500, 75, 150, 400, 2, false);
        /** Short turns, all of which are stopped. */
        static final Rhythm STOPPING = new Rhythm(125, 40, 5, 0, 1, true);
        /** The same for a client that writes its words, and its stop. */
        static final Rhythm TYPING = new Rhythm(75, 0, 5, 0, 1, true);

        boolean types() {
            return voiced == 0;
        }
    }

    private static final int ASK_EVERY = 50;
    private static final long SPEAKING_NANOS = 100_000_000L;
    /** Speech is sent up to 200 ms ahead; one that ends this soon after a stop was over when the stop came. */
    private static final long AHEAD_NANOS = 300_000_000L;

    private static final int PEEK_BYTES = 256;
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
    private static final ByteBuffer SAY = text("{\"type\":\"say\",\"text\":\"what can you do\",\"id\":\"say\"}");
    private static final ByteBuffer SAY_STOP = text("{\"type\":\"say\",\"text\":\"stop\",\"id\":\"say\"}");
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
    private long said;
    private long firstSoundTick;
    private long turnTick;
    private boolean isInTurn;
    private long written;
    private long acknowledged;
    private long recorded;
    private boolean isStopCounted;
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
        return rhythm.waits ? !isInTurn : !converses || place() > rhythm.quietAt;
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
        if (rhythm.waits) {
            holdTurn(at, tally);
        } else if (converses) {
            converse(at, period, tally);
        }
        if (at % ASK_EVERY == ASK_EVERY / 2 && askedNanos == 0) {
            askedNanos = System.nanoTime();
            send(ASK, tally);
        }
        boolean speaks = rhythm.waits ? isInTurn && tick - turnTick < rhythm.voiced : converses && at < rhythm.voiced;
        send(speaks ? VOICE : SILENCE, tally);
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

    /** A turn that is not answered, or not stopped, never ends; that it was lost is seen at the end. */
    private void holdTurn(int at, Tally tally) {
        if (at == 0 && !isInTurn) {
            isInTurn = true;
            turnTick = tick;
            heardFrames = 0;
            isFlushed = false;
            said++;
            if (rhythm.types()) {
                written++;
                send(SAY, tally);
            }
        } else if (isInTurn
                && stoppedNanos == 0
                && !isFlushed
                && heardFrames > 0
                && tick - firstSoundTick >= rhythm.stopAt + number % STOP_SPREAD) {
            stoppedNanos = System.nanoTime();
            written++;
            send(rhythm.types() ? SAY_STOP : STOP, tally);
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
        if (rhythm.waits && stoppedNanos != 0 && !isStopCounted && !isOver) {
            Tally.record(tally.cancels, System.nanoTime() - stoppedNanos);
            isStopCounted = true;
        }
    }

    /** What of its words and stops nothing came of; empty if all is well. Asked while it is paused. */
    String lost() {
        boolean isWell =
                !isInTurn && !isOver && acknowledged == written && recorded >= (rhythm.types() ? written : said);
        return isWell
                ? ""
                : "client %d said %d times, %d recorded; wrote %d, %d acknowledged; its last turn is %s"
                        .formatted(number, said, recorded, written, acknowledged, isInTurn ? "open" : "over");
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
        firstSoundTick = heardFrames == 0 ? tick : firstSoundTick;
        heardFrames++;
        soundNanos = System.nanoTime();
        if (converses && isFlushed && !rhythm.types()) {
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

    /** A stop that was written is words too: its turn lasts until they were answered, so that no sound is left over from it. */
    private void endTurn(Tally tally) {
        if (isInTurn) {
            isInTurn = false;
            tally.turns++;
        }
    }

    private void message(String head, Tally tally) {
        if (head.startsWith("{\"type\":\"event\"")) {
            tally.events++;
            recorded += head.contains("\"kind\":\"user.words\"") ? 1 : 0;
            lastEvent = Math.max(lastEvent, number(head, EVENT_ID));
        } else if (head.endsWith("\"id\":\"ask\"}")) {
            Tally.record(tally.echoes, System.nanoTime() - askedNanos);
            askedNanos = 0;
        } else if (head.endsWith("\"id\":\"stop\"}") || head.endsWith("\"id\":\"say\"}")) {
            acknowledged++;
        } else if (head.startsWith("{\"type\":\"flush\"") && stoppedNanos != 0) {
            if (!isStopCounted) {
                Tally.record(tally.cancels, System.nanoTime() - stoppedNanos);
            }
            isStopCounted = false;
            stoppedNanos = 0;
            isFlushed = true;
            if (!rhythm.types()) {
                endTurn(tally);
            }
        } else if (isFlushed && rhythm.types() && head.startsWith("{\"type\":\"spoken\"")) {
            endTurn(tally);
        } else if (head.startsWith("{\"type\":\"spoken\"") && System.nanoTime() - stoppedNanos < AHEAD_NANOS) {
            stoppedNanos = 0;
        } else if (head.startsWith("{\"type\":\"error\"") || head.startsWith("{\"type\":\"lagging\"")) {
            tally.error(head);
        }
    }
}
