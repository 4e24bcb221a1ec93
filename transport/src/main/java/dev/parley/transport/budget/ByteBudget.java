package dev.parley.transport.budget;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the bytes that the server keeps for its clients: of each key, of each address, and of all. Bytes are taken before
 * they are allocated. Each socket and each request has a {@link Share}, which gives back everything when it is closed, so that
 * nothing stays counted for a client that has gone. Lock-free except for opening and closing a share.
 *
 * <p>Every socket takes {@link #SOCKET_BYTES} when it opens and every event stream {@link #STREAM_BYTES}. That covers its
 * buffers, short messages and a short queue, so that a client that sends and reads little never meets another client's use.
 */
public final class ByteBudget {
    /** What a socket takes for itself, small messages and a small queue included. */
    public static final long SOCKET_BYTES = 32 << 10;

    /** So long a message is covered by what its socket has taken. */
    public static final int FREE_MESSAGE_BYTES = 4 << 10;

    /** So much may wait for the client of a socket that is covered by what the socket has taken. */
    public static final int FREE_QUEUE_BYTES = 16 << 10;

    /** So long a request body is not counted. */
    public static final int FREE_BODY_BYTES = 16 << 10;

    /** What a stream of events or an export takes while it is written: a window of the record and one event. */
    public static final long STREAM_BYTES = 64 << 10;

    /** What a text takes while it is decoded: its characters, and the text of its values. */
    private static final int DECODED_PER_BYTE = 4;

    /** What a JSON value takes beyond its text. */
    private static final long BYTES_PER_VALUE = 96;

    /** What a text takes that waits in a conversation, beside its characters. */
    private static final long BYTES_PER_WAITING_TEXT = 512;

    /** What is decoded at once; more is decoded by the workers. It is the cost of 64 KiB of text, or of some 2,000 values. */
    private static final long DECODED_AT_ONCE = 256 << 10;

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long CLOSED = Long.MIN_VALUE;

    private final BudgetSpec spec;
    private final Pool all;
    private final Map<String, Pool> keys = new ConcurrentHashMap<>();
    private final Map<String, Pool> addresses = new ConcurrentHashMap<>();
    private final AtomicLong refusals = new AtomicLong();
    private final DecodeWorkers workers = new DecodeWorkers();

    public ByteBudget(BudgetSpec spec) {
        this.spec = spec;
        this.all = new Pool("the server", spec.bytes());
    }

    /** What is taken of one bound. */
    private static final class Pool {
        private final String name;
        private final long most;
        private final AtomicLong taken = new AtomicLong();
        /** How many shares there are of it; changed within the map's {@code compute}. */
        private int shares;

        private final AtomicInteger sockets = new AtomicInteger();
        /** How many threads work for it without a pause. */
        private final AtomicInteger busy = new AtomicInteger();

        Pool(String name, long most) {
            this.name = name;
            this.most = most;
        }

        boolean take(long bytes) {
            long now = taken.get();
            while (now + bytes <= most) {
                if (taken.compareAndSet(now, now + bytes)) {
                    return true;
                }
                now = taken.get();
            }
            return false;
        }

        void release(long bytes) {
            taken.addAndGet(-bytes);
        }
    }

    /** A share for one request; it is empty. */
    public Share request(String key, String address) {
        return new Share(
                joined(keys, key, "this key", spec.keyBytes(), false),
                joined(addresses, address, "this address", spec.addressBytes(), false),
                key,
                address,
                false);
    }

    /**
     * Takes what a text takes that waits in a conversation of this key. It is counted for no address: it stays when its socket
     * is closed.
     *
     * @return gives it back; empty where there is no room
     */
    public Optional<Runnable> waitingText(String key, int characters) {
        Pool ofKey = joined(keys, key, "this key", spec.keyBytes(), false);
        long bytes = BYTES_PER_WAITING_TEXT + (long) Character.BYTES * characters;
        if (!ofKey.take(bytes)) {
            return noRoom(key);
        }
        if (!all.take(bytes)) {
            ofKey.release(bytes);
            return noRoom(key);
        }
        return Optional.of(() -> {
            ofKey.release(bytes);
            all.release(bytes);
            left(keys, key, false);
        });
    }

    private Optional<Runnable> noRoom(String key) {
        left(keys, key, false);
        refusals.incrementAndGet();
        return Optional.empty();
    }

    /** A share for one socket, which has taken what a socket needs. */
    public Share socket(String key, String address) throws OverBudget {
        Pool ofKey = joined(keys, key, "this key", spec.keyBytes(), true);
        Share share = new Share(
                ofKey, joined(addresses, address, "this address", spec.addressBytes(), true), key, address, true);
        try {
            if (ofKey.sockets.get() > spec.keySockets()) {
                throw refused("this key has " + spec.keySockets() + " sockets open already; close one");
            }
            share.take(SOCKET_BYTES);
            return share;
        } catch (OverBudget e) {
            share.close();
            throw e;
        }
    }

    private static Pool joined(Map<String, Pool> pools, String owner, String name, long most, boolean socket) {
        return pools.compute(owner, (_, known) -> {
            Pool pool = known == null ? new Pool(name, most) : known;
            pool.shares++;
            pool.sockets.addAndGet(socket ? 1 : 0);
            return pool;
        });
    }

    private static void left(Map<String, Pool> pools, String owner, boolean socket) {
        pools.computeIfPresent(owner, (_, pool) -> {
            pool.shares--;
            pool.sockets.addAndGet(socket ? -1 : 0);
            return pool.shares == 0 ? null : pool;
        });
    }

    private OverBudget refused(String detail) {
        refusals.incrementAndGet();
        return new OverBudget(detail);
    }

    /** What is taken of all. */
    public long takenBytes() {
        return all.taken.get();
    }

    /** How many bytes there are for all. */
    public long bytes() {
        return spec.bytes();
    }

    /** How often something was refused. */
    public long refusals() {
        return refusals.get();
    }

    /** How many keys and addresses have something open. */
    public int owners() {
        return keys.size() + addresses.size();
    }

    /** What it takes to decode this JSON text: its characters, and its values, which may be many and small. */
    public static long decoding(byte[] json) {
        long values = 0;
        for (byte each : json) {
            if (each == ',' || each == '[' || each == '{') {
                values++;
            }
        }
        return (long) DECODED_PER_BYTE * json.length + BYTES_PER_VALUE * values;
    }

    /** The same for a text that was read as characters. */
    private static long decoding(String json) {
        long values = 0;
        for (int i = 0; i < json.length(); i++) {
            char each = json.charAt(i);
            if (each == ',' || each == '[' || each == '{') {
                values++;
            }
        }
        return (long) DECODED_PER_BYTE * json.length() + BYTES_PER_VALUE * values;
    }

    /** What a JSON value takes for as long as it is kept. */
    public static long kept(Json value) {
        return BYTES_PER_VALUE
                + switch (value) {
                    case Json.Str(String text) -> (long) Character.BYTES * text.length();
                    case Json.Num(BigDecimal number) -> number.unscaledValue().bitLength() / Byte.SIZE;
                    case Json.Arr(List<Json> items) ->
                        items.stream().mapToLong(ByteBudget::kept).sum();
                    case Json.Obj(Map<String, Json> fields) ->
                        fields.entrySet().stream()
                                .mapToLong(field ->
                                        (long) Character.BYTES * field.getKey().length() + kept(field.getValue()))
                                .sum();
                    case Json.Bool _, Json.Null _ -> 0;
                };
    }

    /** What one socket or request has taken. Any thread may use it. */
    public final class Share implements AutoCloseable {
        private final List<Pool> pools;
        private final String key;
        private final String address;
        private final boolean isSocket;
        private final AtomicLong held = new AtomicLong();

        private Share(Pool ofKey, Pool ofAddress, String key, String address, boolean isSocket) {
            this.pools = List.of(ofKey, ofAddress, all);
            this.key = key;
            this.address = address;
            this.isSocket = isSocket;
        }

        /** Takes so many bytes, or nothing. */
        public void take(long bytes) throws OverBudget {
            Pool full = taken(bytes);
            if (full != null) {
                throw refused(full);
            }
        }

        /** The same for work that is soon done: waits this long for others to finish theirs. */
        public void takeWithin(long bytes, long withinMs) throws OverBudget {
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMs);
            Pool full = taken(bytes);
            while (full != null) {
                boolean isHopeless = bytes > full.most || System.nanoTime() - until > 0;
                if (isHopeless || Thread.currentThread().isInterrupted()) {
                    throw refused(full);
                }
                LockSupport.parkNanos(this, LOOK_AGAIN_NANOS);
                full = taken(bytes);
            }
        }

        private OverBudget refused(Pool full) {
            return ByteBudget.this.refused("there is no memory left for this: " + full.name + " has " + full.taken.get()
                    + " of " + full.most + " bytes in use; try again later");
        }

        /** Null where the bytes were taken, else what has no room for them. */
        private @Nullable Pool taken(long bytes) {
            for (int i = 0; i < pools.size(); i++) {
                if (!pools.get(i).take(bytes)) {
                    give(pools.subList(0, i), bytes);
                    return pools.get(i);
                }
            }
            long now = held.get();
            while (now != CLOSED) {
                if (held.compareAndSet(now, now + bytes)) {
                    return null;
                }
                now = held.get();
            }
            give(pools, bytes);
            return all;
        }

        private static void give(List<Pool> to, long bytes) {
            to.forEach(pool -> pool.release(bytes));
        }

        /** Gives some of it back. After {@link #close()} nothing is left to give. */
        public void release(long bytes) {
            long now = held.get();
            while (now != CLOSED) {
                if (held.compareAndSet(now, now - bytes)) {
                    give(pools, bytes);
                    return;
                }
                now = held.get();
            }
        }

        public long heldBytes() {
            return Math.max(0, held.get());
        }

        /** Decodes a text: a small one at once, a large one on a worker thread, in turn with those of other keys. */
        public Json decode(String text) throws JsonDecoder.NotJson {
            boolean isLarge = text.length() > DECODED_AT_ONCE / DECODED_PER_BYTE || decoding(text) > DECODED_AT_ONCE;
            return isLarge ? workers.decode(owner(), text) : JsonDecoder.decode(text);
        }

        /** Does what takes time for each of so many bytes: at once for few of them, else on a worker thread, as texts are decoded. */
        public <T extends @Nullable Object> T compute(int bytes, Supplier<T> task) {
            return bytes > DECODED_AT_ONCE / DECODED_PER_BYTE ? workers.compute(owner(), task::get) : task.get();
        }

        /** The time slice of a thread that reads for this key. It ends before the share is closed. */
        public TimeSlice slice() {
            return new TimeSlice(pools.getFirst().busy);
        }

        /** For whom threads work: the key, or the address of a client without one. */
        private String owner() {
            return key.isEmpty() ? address : key;
        }

        /** Gives everything back. */
        @Override
        public void close() {
            long last = held.getAndSet(CLOSED);
            if (last != CLOSED) {
                give(pools, last);
                left(keys, key, isSocket);
                left(addresses, address, isSocket);
            }
        }
    }
}
