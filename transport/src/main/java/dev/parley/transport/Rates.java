package dev.parley.transport;

import dev.parley.kernel.port.TimeSource;
import dev.parley.transport.socket.TokenBucket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/** How many requests a caller, or an address without a key, may make: so many in any second, and no more than that at once. */
final class Rates {
    private static final int KNOWN_MAX = 100_000;

    /** As many keys may stand behind one address. */
    private static final int KEYS_PER_ADDRESS = 5;

    /** So many stops a second are taken of a key at least, however few other requests are. */
    private static final int STOPS_MIN = 200;

    /** Whoever has one address of IPv6 has all that begin like it. */
    private static final int NETWORK_BYTES = 8;

    private final int perSecond;
    private final TimeSource time;
    private final Map<String, TokenBucket> callers = Recent.atMost(KNOWN_MAX);
    private final Map<String, TokenBucket> stoppers = Recent.atMost(KNOWN_MAX);
    private final Map<String, TokenBucket> addresses = Recent.atMost(KNOWN_MAX);

    Rates(int perSecond, TimeSource time) {
        this.perSecond = perSecond;
        this.time = time;
    }

    boolean admits(Caller caller) {
        return takes(callers, caller.id(), perSecond);
    }

    /** The same for a stop, which is counted by itself, so that no other request keeps a caller from it. */
    boolean admitsStop(Caller caller) {
        return takes(stoppers, caller.id(), Math.max(perSecond, STOPS_MIN));
    }

    /** The same for somebody who shows no key, or one that does not count. */
    boolean admits(SocketAddress stranger) {
        return takes(
                addresses, network(stranger), (int) Math.min(Integer.MAX_VALUE, (long) perSecond * KEYS_PER_ADDRESS));
    }

    private boolean takes(Map<String, TokenBucket> known, String who, int most) {
        long now = time.monotonicNanos();
        return known.computeIfAbsent(who, _ -> new TokenBucket(most, now)).takes(now);
    }

    /** By what clients of this address are known: the address, or for IPv6 the network of which it is part. */
    static String network(SocketAddress stranger) {
        InetAddress address = stranger instanceof InetSocketAddress inet ? inet.getAddress() : null;
        byte[] bytes = address == null ? new byte[0] : address.getAddress();
        return HexFormat.of().formatHex(Arrays.copyOf(bytes, Math.min(bytes.length, NETWORK_BYTES)));
    }
}
