package dev.parley.transport.socket;

import dev.parley.transport.budget.ByteBudget;
import dev.parley.transport.budget.OverBudget;
import dev.parley.transport.budget.TimeSlice;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way to one client. Any thread may send, and none waits or takes a lock: what is sent is queued until the writer has
 * written it. A client for which too much waits is given up.
 *
 * <p>Sound has its own measure. Only a little of it waits, so that a client that reads slowly holds the speech up instead of
 * collecting it; a flush drops what waits before it is written.
 */
public final class ClientSocket {
    private static final int FIN = 0x80;
    private static final int REASON_BYTES_MAX = 120;
    private static final int TOGETHER_BYTES = 16 << 10;
    private static final byte[] PING_FRAME = frame(FrameReader.PING, new byte[0]);

    private final LongSupplier nanoTime;
    private final DataWriter out;
    private final SocketLimits limits;
    private final ByteBudget.Share share;
    private final Runnable giveUp;
    private final Deque<Outgoing> queue = new ConcurrentLinkedDeque<>();
    private final AtomicLong queued = new AtomicLong();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final SoundMeter sound = new SoundMeter();
    private volatile @Nullable Thread writer;
    /** Waits until less is queued. */
    private volatile @Nullable Thread held;

    private volatile long heardNanos;
    /** Since when something is being written; 0 while nothing is. */
    private volatile long writingNanos;
    /** When the socket was closed; 0 before. */
    private volatile long closedNanos;

    private final TokenBucket messages;
    private final Watch watch;
    /** The writer's. */
    private final TimeSlice slice = new TimeSlice();

    private volatile boolean stalled;

    /**
     * Something on its way out.
     *
     * @param frames makes the frames, on the writer's thread
     * @param room what it holds of the sound's room; null for what is no sound
     */
    private record Outgoing(Supplier<byte[]> frames, int bytes, SoundMeter.@Nullable Room room, boolean goodbye) {}

    /** Is told once when a client leaves a ping unanswered, and once when it is heard again, in this order. */
    interface Watch {
        /** @param forMs after which the client is given up */
        void stalled(long forMs);

        void flowed();
    }

    /**
     * @param share of the budget, in which everything is counted that is kept for this client
     * @param giveUp ends the connection without another word
     */
    ClientSocket(DataWriter out, SocketLimits limits, ByteBudget.Share share, Runnable giveUp, Watch watch) {
        this(out, limits, share, giveUp, watch, System::nanoTime);
    }

    /** @param nanoTime the clock by which a client is silent, stalls or sends too much */
    ClientSocket(
            DataWriter out,
            SocketLimits limits,
            ByteBudget.Share share,
            Runnable giveUp,
            Watch watch,
            LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.heardNanos = nanoTime.getAsLong();
        this.share = share;
        this.watch = watch;
        this.out = out;
        this.limits = limits;
        this.giveUp = giveUp;
        this.messages = new TokenBucket(limits.messagesPerSecond(), nanoTime.getAsLong());
    }

    /** What is kept for this client is counted here; it is given back when the socket closes. */
    public ByteBudget.Share share() {
        return share;
    }

    /** Whether one more message of this client is taken now; sound is not counted. */
    public boolean takesMessage() {
        return messages.takes(nanoTime.getAsLong());
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
        long now = queued.addAndGet(frame.length);
        if (now > limits.queueBytes() || !isCounted(counted(now) - counted(now - frame.length))) {
            closed.set(true);
            closedNanos = nanoTime.getAsLong() | 1;
            LockSupport.unpark(held);
            giveUp.run();
            return false;
        }
        add(new Outgoing(() -> frame, frame.length, null, false));
        return true;
    }

    /** How much of a queue of this length is counted in the budget. */
    private static long counted(long queuedBytes) {
        return Math.max(0, queuedBytes - ByteBudget.FREE_QUEUE_BYTES);
    }

    private boolean isCounted(long bytes) {
        try {
            share.take(bytes);
            return true;
        } catch (OverBudget e) {
            return false;
        }
    }

    private void add(Outgoing outgoing) {
        queue.add(outgoing);
        wake();
    }

    private void wake() {
        Thread writing = writer;
        if (writing != null) {
            LockSupport.unpark(writing);
        }
    }

    // --- sound

    /** Room for one frame of speech; null while too much waits, or the socket is closed. Whoever gets it sends something. */
    public SoundMeter.@Nullable Room room() {
        return closed.get() ? null : sound.room();
    }

    /** Sends a frame of speech as bytes, which are lent. */
    public void sound(SoundMeter.Room room, byte[] bytes) {
        byte[] frame = frame(FrameReader.BINARY, bytes);
        add(new Outgoing(() -> frame, 0, room, false));
    }

    /** Sends a frame of speech as texts, which are made when it is written; none if there is nothing to hear in it. */
    public void sound(SoundMeter.Room room, Supplier<List<String>> texts) {
        add(new Outgoing(() -> texts(texts.get()), 0, room, false));
    }

    /** Sends texts that belong to the speech before them, and are dropped with it. */
    public void afterSound(Supplier<List<String>> texts) {
        sound(sound.end(), texts);
    }

    /** Drops all speech that waits, and sends these before everything else. */
    public void flush(Supplier<List<String>> texts) {
        sound.flush();
        if (!closed.get()) {
            queue.addFirst(new Outgoing(() -> texts(texts.get()), 0, null, false));
            wake();
        }
    }

    /** How much speech was written of all that was ever sent here. */
    public long soundMs() {
        return sound.writtenMs();
    }

    /** The same with what is being written now: a client may know of a frame before its writer does. */
    public long soundBegunMs() {
        return sound.begunMs();
    }

    private static byte[] texts(List<String> texts) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        texts.forEach(text -> frames.writeBytes(frame(FrameReader.TEXT, text.getBytes(StandardCharsets.UTF_8))));
        return frames.toByteArray();
    }

    // --- the end

    /** Closes the socket once everything that was sent before is written. Only the first reason counts. */
    public void close(CloseCode code, String reason) {
        close(code.number(), reason);
    }

    void close(int code, String reason) {
        if (closed.compareAndSet(false, true)) {
            closedNanos = nanoTime.getAsLong() | 1;
            byte[] words = reason.getBytes(StandardCharsets.UTF_8);
            int length = Math.min(words.length, REASON_BYTES_MAX);
            ByteBuffer payload = ByteBuffer.allocate(Short.BYTES + length);
            payload.putShort((short) code).put(words, 0, length);
            byte[] goodbye = frame(FrameReader.CLOSE, payload.array());
            add(new Outgoing(() -> goodbye, 0, null, true));
            LockSupport.unpark(held);
        }
    }

    /** How much waits to be written, without sound. */
    public long queuedBytes() {
        return queued.get();
    }

    /** For one thread: waits until no more than this is queued, or the socket is closed. */
    public void awaitQueued(long bytesMax) throws InterruptedException {
        held = Thread.currentThread();
        while (queued.get() > bytesMax && !closed.get()) {
            LockSupport.park(this);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        held = null;
    }

    public boolean isClosed() {
        return closed.get();
    }

    /** The client has sent something. */
    void heard() {
        heardNanos = nanoTime.getAsLong();
        if (stalled) {
            flowed();
        }
    }

    private synchronized void flowed() {
        if (stalled) {
            stalled = false;
            watch.flowed();
        }
    }

    /** Whoever hears the client meanwhile sees that it stalls, or is seen here. */
    private synchronized void unanswered(long pingedNanos, long forMs) {
        if (!stalled) {
            stalled = true;
            if (heardNanos - pingedNanos >= 0) {
                stalled = false;
            } else {
                watch.stalled(forMs);
            }
        }
    }

    /**
     * Whether the writer waits for a client that takes nothing: one that is neither heard, or one to which the socket is closed
     * since so long. What is queued behind that, a ping or a goodbye, never reaches it. Any thread may ask.
     */
    boolean isStuck(long nowNanos, long goodbyeNanos) {
        long writing = writingNanos;
        if (writing == 0) {
            return false;
        }
        long leaving = closedNanos;
        long silence = silenceNanos();
        return (leaving != 0 && nowNanos - leaving > goodbyeNanos)
                || (nowNanos - writing > silence && nowNanos - heardNanos > silence);
    }

    // --- the writer

    private void writeNow(byte[] frames) {
        writingNanos = nanoTime.getAsLong() | 1;
        try {
            out.writeNow(BufferData.create(frames));
        } finally {
            writingNanos = 0;
        }
    }

    /** Writes what is sent until the socket is closed. */
    void write() {
        writer = Thread.currentThread();
        try {
            Outgoing next = next();
            while (next == null || !next.goodbye) {
                slice.yieldIfOver();
                if (next == null && isSilent()) {
                    giveUp.run();
                    return;
                }
                if (next == null) {
                    next = ping();
                } else if (next.room == null) {
                    next = writeTogether(next);
                } else {
                    write(next, next.room);
                    next = next();
                }
            }
            writeNow(next.frames.get());
        } catch (InterruptedException e) {
            closed.set(true);
        } catch (RuntimeException | Error e) {
            closed.set(true);
            giveUp.run();
        } finally {
            LockSupport.unpark(held);
        }
    }

    /** What is to be written next; null where nothing came for a while. */
    private @Nullable Outgoing next() throws InterruptedException {
        return next(limits.pingMs());
    }

    /** Asks whether the client is there; one that does not say so in half of its time stalls. */
    private @Nullable Outgoing ping() throws InterruptedException {
        long pingedNanos = nanoTime.getAsLong();
        writeNow(PING_FRAME);
        long answerMs = limits.pingMs() / 2;
        long restMs = limits.pingMs() - answerMs;
        Outgoing next = next(answerMs);
        if (next != null) {
            return next;
        }
        unanswered(pingedNanos, restMs);
        return next(restMs);
    }

    private @Nullable Outgoing next(long withinMs) throws InterruptedException {
        long until = nanoTime.getAsLong() + TimeUnit.MILLISECONDS.toNanos(withinMs);
        Outgoing next = queue.poll();
        for (long left = until - nanoTime.getAsLong(); next == null && left > 0; left = until - nanoTime.getAsLong()) {
            LockSupport.parkNanos(this, left);
            slice.restart();
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            next = queue.poll();
        }
        return next;
    }

    /** The events of a moment are many and small, and leave at once. Returns what is to be written next. */
    private @Nullable Outgoing writeTogether(Outgoing first) throws InterruptedException {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        long bytes = 0;
        Outgoing next = first;
        while (next != null && next.room == null && !next.goodbye && frames.size() < TOGETHER_BYTES) {
            frames.writeBytes(next.frames.get());
            bytes += next.bytes;
            next = queue.poll();
        }
        if (frames.size() > 0) {
            writeNow(frames.toByteArray());
        }
        long left = queued.addAndGet(-bytes);
        share.release(counted(left + bytes) - counted(left));
        LockSupport.unpark(held);
        return next == null ? next() : next;
    }

    /** Speech is written frame by frame, so that a flush finds as much of it as there is. */
    private void write(Outgoing next, SoundMeter.Room room) {
        if (sound.begins(room)) {
            byte[] frames = next.frames.get();
            if (frames.length > 0) {
                writeNow(frames);
            }
        }
        sound.written(room);
    }

    private boolean isSilent() {
        return nanoTime.getAsLong() - heardNanos > silenceNanos();
    }

    private long silenceNanos() {
        return TimeUnit.MILLISECONDS.toNanos(2 * limits.pingMs());
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
