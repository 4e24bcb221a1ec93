package dev.parley.pipeline.place;

/**
 * Proof that one runtime may run one session.
 *
 * @param epoch grows with every change of placement or of the lease; the larger one is the current one
 * @param expiresNanos when the proof ends unless it is renewed
 * @param pipelineVersion what the control plane resolved for the session
 */
public record PlacementLease(String session, String runtime, long epoch, long expiresNanos, String pipelineVersion) {
    public boolean isValidAt(long nowNanos) {
        return nowNanos < expiresNanos;
    }
}
