package dev.parley.provider.guard;

import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderProfile.Limits;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Enforces a provider's rate, concurrency and payload limits before a call is made. */
public final class LimitGate {
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long NANOS_PER_MS = 1_000_000L;

    private final Limits limits;
    private final Deque<Long> begun = new ArrayDeque<>();
    private int running;

    public LimitGate(Limits limits) {
        this.limits = limits;
    }

    /** Admits a call and counts it, or answers how it ends without having been made. */
    public synchronized Optional<Outcome> enter(int payloadBytes, long nowNanos) {
        if (payloadBytes > limits.payloadBytes()) {
            return Optional.of(Outcome.error(
                    false, "the request has " + payloadBytes + " bytes and " + limits.payloadBytes() + " are allowed"));
        }
        if (running >= limits.concurrentCalls()) {
            return Optional.of(Outcome.overload(0, running + " calls are running, which is the limit"));
        }
        while (!begun.isEmpty() && nowNanos - begun.getFirst() >= SECOND_NANOS) {
            begun.removeFirst();
        }
        if (begun.size() >= limits.callsPerSecond()) {
            long waitNanos = SECOND_NANOS - (nowNanos - begun.getFirst());
            return Optional.of(Outcome.overload(
                    Math.ceilDiv(waitNanos, NANOS_PER_MS),
                    begun.size() + " calls began within a second, which is the limit"));
        }
        running++;
        if (limits.callsPerSecond() < Integer.MAX_VALUE) {
            begun.addLast(nowNanos);
        }
        return Optional.empty();
    }

    /** A call that was admitted has ended. */
    public synchronized void leave() {
        if (running == 0) {
            throw new IllegalStateException("no call is running");
        }
        running--;
    }

    public synchronized int running() {
        return running;
    }
}
