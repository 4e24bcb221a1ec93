package dev.parley.kernel.tool;

/**
 * The terms on which the policy lets a tool run. They come from the house's configuration, never from the call.
 *
 * @param timeoutMs how long a dispatched call may take
 * @param approvalTimeoutMs how long a person may think about it
 * @param permitTtlMs how long a permit waits for its dispatch
 * @param cancelOnInterrupt whether an interruption of the turn ends the call, or lets it run on (ruling D2)
 */
public record ToolTerms(
        ToolSafety safety, long timeoutMs, long approvalTimeoutMs, long permitTtlMs, boolean cancelOnInterrupt) {
    /** A time that never runs out. */
    public static final long UNLIMITED_MS = Long.MAX_VALUE / 4;

    /** So much longer a question stands that is asked aloud and has not been heard: behind what is said first, or in a pause. */
    public static final long UNHEARD_MS = 60_000;

    public static final ToolTerms DEFAULT = new ToolTerms(ToolSafety.MIXED, 30_000, 30_000, 10_000, false);

    public ToolTerms {
        if (timeoutMs <= 0 || approvalTimeoutMs <= 0 || permitTtlMs <= 0) {
            throw new IllegalArgumentException("every time of a tool's terms is above 0 ms");
        }
    }

    public ToolTerms withSafety(ToolSafety value) {
        return new ToolTerms(value, timeoutMs, approvalTimeoutMs, permitTtlMs, cancelOnInterrupt);
    }

    public ToolTerms withTimeoutMs(long value) {
        return new ToolTerms(safety, value, approvalTimeoutMs, permitTtlMs, cancelOnInterrupt);
    }

    public ToolTerms withApprovalTimeoutMs(long value) {
        return new ToolTerms(safety, timeoutMs, value, permitTtlMs, cancelOnInterrupt);
    }

    public ToolTerms withCancelOnInterrupt(boolean value) {
        return new ToolTerms(safety, timeoutMs, approvalTimeoutMs, permitTtlMs, value);
    }
}
