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
        long timeoutMs,
        Limits limits) {

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
        if (cancelWithinMs < 0 || timeoutMs < 1) {
            throw new IllegalArgumentException("a provider declares its cancel time and its timeout");
        }
    }
}
