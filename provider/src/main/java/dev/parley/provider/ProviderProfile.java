package dev.parley.provider;

/**
 * What an adapter declares about itself; the runtime enforces it and the conformance kit checks it.
 *
 * @param streams whether output comes in pieces before the end
 * @param idempotent whether the provider does the same work once for one idempotency key
 * @param cancelWithinMs how long after a cancel the end may take
 */
public record ProviderProfile(
        String name,
        Modality modality,
        boolean streams,
        boolean idempotent,
        long cancelWithinMs,
        Timeouts timeouts,
        Limits limits) {

    /**
     * How long a call may take. Both count only while the call owes something: neither while a person still speaks to it,
     * nor while it waits for credit.
     *
     * @param callMs in all
     * @param silenceMs since it last showed a sign of life
     */
    public record Timeouts(long callMs, long silenceMs) {
        public static final long NONE = Long.MAX_VALUE;

        public Timeouts {
            if (callMs < 1 || silenceMs < 0) {
                throw new IllegalArgumentException("a call gets at least 1 ms, and silence is not negative");
            }
        }
    }

    /**
     * What a provider can take.
     *
     * @param callsPerSecond how many calls may begin in one second
     * @param concurrentCalls how many may run at once
     * @param payloadBytes how large one request may be
     */
    public record Limits(int callsPerSecond, int concurrentCalls, int payloadBytes) {
        public static final Limits NONE = new Limits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

        public Limits {
            if (callsPerSecond < 1 || concurrentCalls < 1 || payloadBytes < 1) {
                throw new IllegalArgumentException("a limit is at least 1");
            }
        }
    }

    public ProviderProfile {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a provider has a name");
        }
        if (cancelWithinMs < 0) {
            throw new IllegalArgumentException("a provider declares its cancel time");
        }
    }
}
