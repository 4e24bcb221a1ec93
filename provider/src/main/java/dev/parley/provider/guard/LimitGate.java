package dev.parley.provider.guard;

import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderProfile.Limits;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Enforces a provider's rate, concurrency and payload limits before a call is made. Nobody waits here for anybody. */
public final class LimitGate {
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long NANOS_PER_MS = 1_000_000L;

    /** A rate above this is no limit that could be counted, and is not. */
    static final int COUNTED_PER_SECOND_MAX = 100_000;

    private final Limits limits;
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicLong begunCalls = new AtomicLong();
    /** The calls that began last, as many as may begin within a second; null where that is not limited. */
    private final @Nullable AtomicReferenceArray<@Nullable Begun> begun;

    private record Begun(long number, long atNanos) {}

    public LimitGate(Limits limits) {
        this.limits = limits;
        this.begun = limits.callsPerSecond() > COUNTED_PER_SECOND_MAX
                ? null
                : new AtomicReferenceArray<>(limits.callsPerSecond());
    }

    /** Admits a call and counts it, or answers how it ends without having been made. */
    public Optional<Outcome> enter(int payloadBytes, long nowNanos) {
        if (payloadBytes > limits.payloadBytes()) {
            return Optional.of(Outcome.error(
                    false, "the request has " + payloadBytes + " bytes and " + limits.payloadBytes() + " are allowed"));
        }
        int before = running.getAndUpdate(count -> count < limits.concurrentCalls() ? count + 1 : count);
        if (before >= limits.concurrentCalls()) {
            return Optional.of(Outcome.overload(0, before + " calls are running, which is the limit"));
        }
        Optional<Outcome> tooSoon = begun == null ? Optional.empty() : begin(begun, nowNanos);
        if (tooSoon.isPresent()) {
            leave();
        }
        return tooSoon;
    }

    /**
     * A call takes a number, and the place of the one that began as many calls before it as may begin within a second. Where
     * that one has its number and has not taken its place yet, it has begun just now; where its place is taken again already,
     * others have been faster and the number is taken, too.
     */
    private Optional<Outcome> begin(AtomicReferenceArray<@Nullable Begun> last, long nowNanos) {
        while (true) {
            long number = begunCalls.get();
            long agoNanos = agoNanos(last, number - last.length(), nowNanos);
            if (agoNanos < SECOND_NANOS) {
                return Optional.of(Outcome.overload(
                        Math.ceilDiv(SECOND_NANOS - agoNanos, NANOS_PER_MS),
                        last.length() + " calls began within a second, which is the limit"));
            }
            if (begunCalls.compareAndSet(number, number + 1)) {
                last.set((int) (number % last.length()), new Begun(number, nowNanos));
                return Optional.empty();
            }
        }
    }

    /** How long ago this call began. */
    private static long agoNanos(AtomicReferenceArray<@Nullable Begun> last, long number, long nowNanos) {
        if (number < 0) {
            return SECOND_NANOS;
        }
        Begun there = last.get((int) (number % last.length()));
        if (there == null || there.number < number) {
            return 0;
        }
        return there.number > number ? SECOND_NANOS : Math.max(0, nowNanos - there.atNanos);
    }

    /** A call that was admitted has ended. */
    public void leave() {
        if (running.getAndUpdate(count -> Math.max(0, count - 1)) == 0) {
            throw new IllegalStateException("no call is running");
        }
    }

    public int running() {
        return running.get();
    }
}
