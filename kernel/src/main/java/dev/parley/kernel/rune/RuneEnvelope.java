package dev.parley.kernel.rune;

/**
 * Everything a rune says besides its event id and payload. Numbers that count from 1 use 0 for "none"; texts use the
 * empty text; media time uses {@link #NO_MEDIA_TIME}.
 *
 * @param conversation the conversation whose log this rune belongs to
 * @param kind what happened, for example {@code turn.started}
 * @param lane the lane it travelled in
 * @param visibility who may see it
 * @param turn the turn, from 1
 * @param agent the agent concerned
 * @param causalParent the event id in the same conversation that caused this one
 * @param idempotencyKey equal for repetitions of one intent
 * @param providerCall the provider invocation this came from
 * @param leaseEpoch the lease epoch under which it was written (ruling D7)
 * @param monotonicNanos runtime time
 * @param wallMillis time of the world, for correlation
 * @param mediaMicros time on the media clock
 * @param schemaVersion version of the payload's schema for this kind
 * @param pipelineVersion the pipeline that was running
 * @param place the node or edge at which it happened
 * @param transportSequence sequence given by the transport
 * @param runtimeSequence sequence given by the runtime
 */
public record RuneEnvelope(
        String conversation,
        String kind,
        Lane lane,
        Visibility visibility,
        long turn,
        String agent,
        long causalParent,
        String idempotencyKey,
        String providerCall,
        long leaseEpoch,
        long monotonicNanos,
        long wallMillis,
        long mediaMicros,
        int schemaVersion,
        String pipelineVersion,
        String place,
        long transportSequence,
        long runtimeSequence) {
    public static final long NO_MEDIA_TIME = -1;

    /** The version in which payloads are written now. Since version 2 tools and episodes are decided in rooms. */
    public static final int SCHEMA_VERSION = 2;

    public RuneEnvelope {
        if (conversation.isEmpty() || kind.isEmpty()) {
            throw new IllegalArgumentException("A rune names its conversation and its kind.");
        }
        if (turn < 0 || causalParent < 0 || leaseEpoch < 0 || schemaVersion < 1) {
            throw new IllegalArgumentException(
                    "Turn, parent and epoch are not negative; schema versions count from 1.");
        }
    }
}
