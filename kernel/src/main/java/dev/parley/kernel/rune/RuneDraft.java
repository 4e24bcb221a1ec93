package dev.parley.kernel.rune;

import static dev.parley.kernel.rune.RuneEnvelope.NO_MEDIA_TIME;

import dev.parley.kernel.json.Json;

/**
 * A rune before it is appended: everything but its event id and hash. Callers start from {@link #of} and add what they
 * know; what they leave out is "none".
 */
public record RuneDraft(RuneEnvelope envelope, Json.Obj payload) {

    /** A public data rune with an empty payload. */
    public static RuneDraft of(String conversation, String kind) {
        return of(conversation, kind, Json.Obj.EMPTY);
    }

    public static RuneDraft of(String conversation, String kind, Json.Obj payload) {
        return new RuneDraft(
                new RuneEnvelope(
                        conversation,
                        kind,
                        Lane.DATA,
                        Visibility.PUBLIC,
                        0,
                        "",
                        0,
                        "",
                        "",
                        0,
                        0,
                        0,
                        NO_MEDIA_TIME,
                        1,
                        "",
                        "",
                        0,
                        0),
                payload);
    }

    public String conversation() {
        return envelope.conversation();
    }

    public String kind() {
        return envelope.kind();
    }

    public RuneDraft withPayload(Json.Obj payload) {
        return new RuneDraft(envelope, payload);
    }

    public RuneDraft withConversation(String conversation) {
        RuneEnvelope e = envelope;
        return with(new RuneEnvelope(
                conversation,
                e.kind(),
                e.lane(),
                e.visibility(),
                e.turn(),
                e.agent(),
                e.causalParent(),
                e.idempotencyKey(),
                e.providerCall(),
                e.leaseEpoch(),
                e.monotonicNanos(),
                e.wallMillis(),
                e.mediaMicros(),
                e.schemaVersion(),
                e.pipelineVersion(),
                e.place(),
                e.transportSequence(),
                e.runtimeSequence()));
    }

    public RuneDraft withLane(Lane lane) {
        RuneEnvelope e = envelope;
        return with(new RuneEnvelope(
                e.conversation(),
                e.kind(),
                lane,
                e.visibility(),
                e.turn(),
                e.agent(),
                e.causalParent(),
                e.idempotencyKey(),
                e.providerCall(),
                e.leaseEpoch(),
                e.monotonicNanos(),
                e.wallMillis(),
                e.mediaMicros(),
                e.schemaVersion(),
                e.pipelineVersion(),
                e.place(),
                e.transportSequence(),
                e.runtimeSequence()));
    }

    public RuneDraft withVisibility(Visibility visibility) {
        RuneEnvelope e = envelope;
        return with(new RuneEnvelope(
                e.conversation(),
                e.kind(),
                e.lane(),
                visibility,
                e.turn(),
                e.agent(),
                e.causalParent(),
                e.idempotencyKey(),
                e.providerCall(),
                e.leaseEpoch(),
                e.monotonicNanos(),
                e.wallMillis(),
                e.mediaMicros(),
                e.schemaVersion(),
                e.pipelineVersion(),
                e.place(),
                e.transportSequence(),
                e.runtimeSequence()));
    }

    public RuneDraft withTurn(long turn) {
        RuneEnvelope e = envelope;
        return with(new RuneEnvelope(
                e.conversation(),
                e.kind(),
                e.lane(),
                e.visibility(),
                turn,
                e.agent(),
                e.causalParent(),
                e.idempotencyKey(),
                e.providerCall(),
                e.leaseEpoch(),
                e.monotonicNanos(),
                e.wallMillis(),
                e.mediaMicros(),
                e.schemaVersion(),
                e.pipelineVersion(),
                e.place(),
                e.transportSequence(),
                e.runtimeSequence()));
    }

    public RuneDraft withAgent(String agent) {
        RuneEnvelope e = envelope;
        return with(new RuneEnvelope(
                e.conversation(),
                e.kind(),
                e.lane(),
                e.visibility(),
                e.turn(),
                agent,
                e.causalParent(),
                e.idempotencyKey(),
                e.providerCall(),
                e.leaseEpoch(),
                e.monotonicNanos(),
                e.wallMillis(),
                e.mediaMicros(),
                e.schemaVersion(),
                e.pipelineVersion(),
                e.place(),
                e.transportSequence(),
                e.runtimeSequence()));
    }

    public RuneDraft withCausalParent(long causalParent) {
        RuneEnvelope e = envelope;
        return with(new RuneEnvelope(
                e.conversation(),
                e.kind(),
                e.lane(),
                e.visibility(),
                e.turn(),
                e.agent(),
                causalParent,
                e.idempotencyKey(),
                e.providerCall(),
                e.leaseEpoch(),
                e.monotonicNanos(),
                e.wallMillis(),
                e.mediaMicros(),
                e.schemaVersion(),
                e.pipelineVersion(),
                e.place(),
                e.transportSequence(),
                e.runtimeSequence()));
    }

    public RuneDraft withIdempotencyKey(String idempotencyKey) {
        RuneEnvelope e = envelope;
        return with(new RuneEnvelope(
                e.conversation(),
                e.kind(),
                e.lane(),
                e.visibility(),
                e.turn(),
                e.agent(),
                e.causalParent(),
                idempotencyKey,
                e.providerCall(),
                e.leaseEpoch(),
                e.monotonicNanos(),
                e.wallMillis(),
                e.mediaMicros(),
                e.schemaVersion(),
                e.pipelineVersion(),
                e.place(),
                e.transportSequence(),
                e.runtimeSequence()));
    }

    public RuneDraft withProviderCall(String providerCall) {
        RuneEnvelope e = envelope;
        return with(new RuneEnvelope(
                e.conversation(),
                e.kind(),
                e.lane(),
                e.visibility(),
                e.turn(),
                e.agent(),
                e.causalParent(),
                e.idempotencyKey(),
                providerCall,
                e.leaseEpoch(),
                e.monotonicNanos(),
                e.wallMillis(),
                e.mediaMicros(),
                e.schemaVersion(),
                e.pipelineVersion(),
                e.place(),
                e.transportSequence(),
                e.runtimeSequence()));
    }

    public RuneDraft withLeaseEpoch(long leaseEpoch) {
        RuneEnvelope e = envelope;
        return with(new RuneEnvelope(
                e.conversation(),
                e.kind(),
                e.lane(),
                e.visibility(),
                e.turn(),
                e.agent(),
                e.causalParent(),
                e.idempotencyKey(),
                e.providerCall(),
                leaseEpoch,
                e.monotonicNanos(),
                e.wallMillis(),
                e.mediaMicros(),
                e.schemaVersion(),
                e.pipelineVersion(),
                e.place(),
                e.transportSequence(),
                e.runtimeSequence()));
    }

    public RuneDraft withMediaMicros(long mediaMicros) {
        RuneEnvelope e = envelope;
        return with(new RuneEnvelope(
                e.conversation(),
                e.kind(),
                e.lane(),
                e.visibility(),
                e.turn(),
                e.agent(),
                e.causalParent(),
                e.idempotencyKey(),
                e.providerCall(),
                e.leaseEpoch(),
                e.monotonicNanos(),
                e.wallMillis(),
                mediaMicros,
                e.schemaVersion(),
                e.pipelineVersion(),
                e.place(),
                e.transportSequence(),
                e.runtimeSequence()));
    }

    public RuneDraft withSchemaVersion(int schemaVersion) {
        RuneEnvelope e = envelope;
        return with(new RuneEnvelope(
                e.conversation(),
                e.kind(),
                e.lane(),
                e.visibility(),
                e.turn(),
                e.agent(),
                e.causalParent(),
                e.idempotencyKey(),
                e.providerCall(),
                e.leaseEpoch(),
                e.monotonicNanos(),
                e.wallMillis(),
                e.mediaMicros(),
                schemaVersion,
                e.pipelineVersion(),
                e.place(),
                e.transportSequence(),
                e.runtimeSequence()));
    }

    public RuneDraft withPipelineVersion(String pipelineVersion) {
        RuneEnvelope e = envelope;
        return with(new RuneEnvelope(
                e.conversation(),
                e.kind(),
                e.lane(),
                e.visibility(),
                e.turn(),
                e.agent(),
                e.causalParent(),
                e.idempotencyKey(),
                e.providerCall(),
                e.leaseEpoch(),
                e.monotonicNanos(),
                e.wallMillis(),
                e.mediaMicros(),
                e.schemaVersion(),
                pipelineVersion,
                e.place(),
                e.transportSequence(),
                e.runtimeSequence()));
    }

    public RuneDraft withPlace(String place) {
        RuneEnvelope e = envelope;
        return with(new RuneEnvelope(
                e.conversation(),
                e.kind(),
                e.lane(),
                e.visibility(),
                e.turn(),
                e.agent(),
                e.causalParent(),
                e.idempotencyKey(),
                e.providerCall(),
                e.leaseEpoch(),
                e.monotonicNanos(),
                e.wallMillis(),
                e.mediaMicros(),
                e.schemaVersion(),
                e.pipelineVersion(),
                place,
                e.transportSequence(),
                e.runtimeSequence()));
    }

    /** The runtime's time and the world's. */
    public RuneDraft withTimes(long monotonicNanos, long wallMillis) {
        RuneEnvelope e = envelope;
        return with(new RuneEnvelope(
                e.conversation(),
                e.kind(),
                e.lane(),
                e.visibility(),
                e.turn(),
                e.agent(),
                e.causalParent(),
                e.idempotencyKey(),
                e.providerCall(),
                e.leaseEpoch(),
                monotonicNanos,
                wallMillis,
                e.mediaMicros(),
                e.schemaVersion(),
                e.pipelineVersion(),
                e.place(),
                e.transportSequence(),
                e.runtimeSequence()));
    }

    /** The sequence numbers of the transport and of the runtime. */
    public RuneDraft withSequences(long transportSequence, long runtimeSequence) {
        RuneEnvelope e = envelope;
        return with(new RuneEnvelope(
                e.conversation(),
                e.kind(),
                e.lane(),
                e.visibility(),
                e.turn(),
                e.agent(),
                e.causalParent(),
                e.idempotencyKey(),
                e.providerCall(),
                e.leaseEpoch(),
                e.monotonicNanos(),
                e.wallMillis(),
                e.mediaMicros(),
                e.schemaVersion(),
                e.pipelineVersion(),
                e.place(),
                transportSequence,
                runtimeSequence));
    }

    private RuneDraft with(RuneEnvelope changed) {
        return new RuneDraft(changed, payload);
    }
}
