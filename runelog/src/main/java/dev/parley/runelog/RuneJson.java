package dev.parley.runelog;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneEnvelope;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A rune as JSON, for the edges. What is "none" in the envelope is left out. */
public final class RuneJson {
    private RuneJson() {}

    public static Json.Obj of(Rune rune) {
        RuneEnvelope e = rune.envelope();
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("conversation", Json.of(e.conversation()));
        fields.put("event_id", Json.of(rune.eventId()));
        fields.put("kind", Json.of(e.kind()));
        fields.put("lane", Json.of(e.lane().name().toLowerCase(Locale.ROOT)));
        fields.put("visibility", Json.of(e.visibility().printed()));
        number(fields, "turn", e.turn(), 0);
        text(fields, "agent", e.agent());
        number(fields, "causal_parent", e.causalParent(), 0);
        text(fields, "idempotency_key", e.idempotencyKey());
        text(fields, "provider_call", e.providerCall());
        number(fields, "lease_epoch", e.leaseEpoch(), 0);
        number(fields, "monotonic_ns", e.monotonicNanos(), 0);
        number(fields, "wall_ms", e.wallMillis(), 0);
        number(fields, "media_us", e.mediaMicros(), RuneEnvelope.NO_MEDIA_TIME);
        fields.put("schema_version", Json.of(e.schemaVersion()));
        text(fields, "pipeline_version", e.pipelineVersion());
        text(fields, "place", e.place());
        number(fields, "transport_sequence", e.transportSequence(), 0);
        number(fields, "runtime_sequence", e.runtimeSequence(), 0);
        fields.put("payload", rune.payload());
        fields.put("previous", Json.of(rune.previous().hex()));
        fields.put("hash", Json.of(rune.hash().hex()));
        return new Json.Obj(fields);
    }

    /** The same with the canonical bytes, from which anyone can compute the hash again. */
    public static Json.Obj withCanonicalBytes(Rune rune) {
        return of(rune).with("canonical", Base64.getEncoder().encodeToString(rune.canonical()));
    }

    private static void number(Map<String, Json> fields, String key, long value, long none) {
        if (value != none) {
            fields.put(key, Json.of(value));
        }
    }

    private static void text(Map<String, Json> fields, String key, String value) {
        if (!value.isEmpty()) {
            fields.put(key, Json.of(value));
        }
    }
}
