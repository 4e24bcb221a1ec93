package dev.parley.kernel.rune;

import static dev.parley.kernel.rune.RuneEnvelope.NO_MEDIA_TIME;

import dev.parley.kernel.json.Json;
import java.util.function.Consumer;

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
                        RuneEnvelope.SCHEMA_VERSION,
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

    public RuneDraft withLane(Lane lane) {
        return with(to -> to.lane = lane);
    }

    public RuneDraft withVisibility(Visibility visibility) {
        return with(to -> to.visibility = visibility);
    }

    public RuneDraft withTurn(long turn) {
        return with(to -> to.turn = turn);
    }

    public RuneDraft withAgent(String agent) {
        return with(to -> to.agent = agent);
    }

    public RuneDraft withCausalParent(long causalParent) {
        return with(to -> to.causalParent = causalParent);
    }

    public RuneDraft withIdempotencyKey(String idempotencyKey) {
        return with(to -> to.idempotencyKey = idempotencyKey);
    }

    public RuneDraft withProviderCall(String providerCall) {
        return with(to -> to.providerCall = providerCall);
    }

    public RuneDraft withLeaseEpoch(long leaseEpoch) {
        return with(to -> to.leaseEpoch = leaseEpoch);
    }

    public RuneDraft withMediaMicros(long mediaMicros) {
        return with(to -> to.mediaMicros = mediaMicros);
    }

    public RuneDraft withSchemaVersion(int schemaVersion) {
        return with(to -> to.schemaVersion = schemaVersion);
    }

    public RuneDraft withPipelineVersion(String pipelineVersion) {
        return with(to -> to.pipelineVersion = pipelineVersion);
    }

    public RuneDraft withPlace(String place) {
        return with(to -> to.place = place);
    }

    /** The runtime's time and the world's. */
    public RuneDraft withTimes(long monotonicNanos, long wallMillis) {
        return with(to -> {
            to.monotonicNanos = monotonicNanos;
            to.wallMillis = wallMillis;
        });
    }

    /** The sequence numbers of the transport and of the runtime. */
    public RuneDraft withSequences(long transportSequence, long runtimeSequence) {
        return with(to -> {
            to.transportSequence = transportSequence;
            to.runtimeSequence = runtimeSequence;
        });
    }

    private RuneDraft with(Consumer<Fields> change) {
        Fields fields = new Fields(envelope);
        change.accept(fields);
        return new RuneDraft(fields.envelope(), payload);
    }

    /** The fields of an envelope while one of them is exchanged. */
    private static final class Fields {
        private final String conversation;
        private final String kind;
        private Lane lane;
        private Visibility visibility;
        private long turn;
        private String agent;
        private long causalParent;
        private String idempotencyKey;
        private String providerCall;
        private long leaseEpoch;
        private long monotonicNanos;
        private long wallMillis;
        private long mediaMicros;
        private int schemaVersion;
        private String pipelineVersion;
        private String place;
        private long transportSequence;
        private long runtimeSequence;

        Fields(RuneEnvelope from) {
            conversation = from.conversation();
            kind = from.kind();
            lane = from.lane();
            visibility = from.visibility();
            turn = from.turn();
            agent = from.agent();
            causalParent = from.causalParent();
            idempotencyKey = from.idempotencyKey();
            providerCall = from.providerCall();
            leaseEpoch = from.leaseEpoch();
            monotonicNanos = from.monotonicNanos();
            wallMillis = from.wallMillis();
            mediaMicros = from.mediaMicros();
            schemaVersion = from.schemaVersion();
            pipelineVersion = from.pipelineVersion();
            place = from.place();
            transportSequence = from.transportSequence();
            runtimeSequence = from.runtimeSequence();
        }

        RuneEnvelope envelope() {
            return new RuneEnvelope(
                    conversation,
                    kind,
                    lane,
                    visibility,
                    turn,
                    agent,
                    causalParent,
                    idempotencyKey,
                    providerCall,
                    leaseEpoch,
                    monotonicNanos,
                    wallMillis,
                    mediaMicros,
                    schemaVersion,
                    pipelineVersion,
                    place,
                    transportSequence,
                    runtimeSequence);
        }
    }
}
