package dev.parley.transport.budget;

import io.helidon.common.socket.SocketOptions;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import javax.net.ssl.SSLSocket;

/**
 * Counts the connections of all ports and of each address, and closes a new one at once where there are too many. Helidon by itself would stop
 * accepting, so that new clients wait without an answer. It asks for the options of a connection right after it was accepted,
 * which is where they are counted; connections that have closed are looked for when the count is reached.
 */
public final class ConnectionGate implements SocketOptions {
    private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final SocketOptions options;
    private final Bounds bounds;
    private final byte[] refusal;
    private final Map<Socket, String> open = new ConcurrentHashMap<>();
    private final Map<String, Integer> ofAddresses = new HashMap<>();
    private long lookedNanos = System.nanoTime() - LOOK_EVERY_NANOS;
    private final AtomicLong refused = new AtomicLong();
    private final Handshakes handshakes = new Handshakes();

    /**
     * How many connections there may be.
     *
     * @param most on all ports together
     * @param ofAddress of each address
     * @param address by what clients of an address are known
     */
    public record Bounds(int most, int ofAddress, Function<SocketAddress, String> address) {}

    /** @param refusal is written to a connection that is one too many, as an HTTP answer */
    public ConnectionGate(SocketOptions options, Bounds bounds, String refusal) {
        this.refusal = refusal.getBytes(StandardCharsets.US_ASCII);
        this.options = options;
        this.bounds = bounds;
    }

    @Override
    public void configureSocket(Socket socket) {
        if (!takes(socket)) {
            refuse(socket);
            return;
        }
        handshakes.begins(socket);
        options.configureSocket(socket);
    }

    private synchronized boolean takes(Socket socket) {
        String address = bounds.address.apply(socket.getRemoteSocketAddress());
        long now = System.nanoTime();
        if (isFull(address) && now - lookedNanos >= LOOK_EVERY_NANOS) {
            open.keySet().stream().filter(Socket::isClosed).toList().forEach(this::forget);
            lookedNanos = now;
        }
        if (isFull(address)) {
            return false;
        }
        open.put(socket, address);
        ofAddresses.merge(address, 1, Integer::sum);
        return true;
    }

    private boolean isFull(String address) {
        return open.size() >= bounds.most || ofAddresses.getOrDefault(address, 0) >= bounds.ofAddress;
    }

    private void forget(Socket closed) {
        String address = open.remove(closed);
        if (address != null) {
            ofAddresses.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
        }
    }

    /** The answer fits into the empty buffer of a new connection, so that writing it never waits. */
    private void refuse(Socket socket) {
        refused.incrementAndGet();
        try (socket) {
            if (!(socket instanceof SSLSocket)) {
                socket.getOutputStream().write(refusal);
            }
        } catch (IOException e) {
            // The client has left already.
        }
    }

    /** Closes the connections of clients that have not finished their TLS handshake in this time. */
    public void closeLateHandshakes(long nowNanos, int seconds) {
        handshakes.closeLate(nowNanos, seconds);
    }

    /** How many connections there are at most. */
    public int most() {
        return bounds.most;
    }

    /** How many connections are open, with those that have closed since a bound was last reached. */
    public int count() {
        return open.size();
    }

    /** How many were closed because there were too many. */
    public long refused() {
        return refused.get();
    }

    @Override
    public Map<SocketOption<?>, Object> socketOptions() {
        return options.socketOptions();
    }

    @Override
    public Duration connectTimeout() {
        return options.connectTimeout();
    }

    @Override
    public Duration readTimeout() {
        return options.readTimeout();
    }

    @Override
    public Optional<Integer> socketReceiveBufferSize() {
        return options.socketReceiveBufferSize();
    }

    @Override
    public Optional<Integer> socketSendBufferSize() {
        return options.socketSendBufferSize();
    }

    @Override
    public boolean socketReuseAddress() {
        return options.socketReuseAddress();
    }

    @Override
    public boolean socketKeepAlive() {
        return options.socketKeepAlive();
    }

    @Override
    public boolean tcpNoDelay() {
        return options.tcpNoDelay();
    }
}
