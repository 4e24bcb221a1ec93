package dev.parley.kernel;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a verdict stands in the log: a control rune {@code verdict.<room>} with the request, the decision and the digest of
 * the attestation. Names and sentences are derived again from these, so nothing in it goes unchecked at replay.
 */
public final class VerdictRune {
    private static final String PREFIX = "verdict.";

    private VerdictRune() {}

    /** The rune of an attestation, internal because it names who asked; the caller adds turn, epoch and times. */
    public static RuneDraft draft(String conversation, String room, Attestation attestation) {
        return RuneDraft.of(conversation, PREFIX + room, payload(attestation))
                .withLane(Lane.CONTROL)
                .withVisibility(Visibility.INTERNAL);
    }

    /** The room that decided, or null where the rune is no verdict. */
    public static @Nullable String room(Rune rune) {
        String kind = rune.kind();
        return kind.startsWith(PREFIX) ? kind.substring(PREFIX.length()) : null;
    }

    /** What the rune of an attestation carries. */
    public static Json.Obj payload(Attestation attestation) {
        Request request = attestation.request();
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("order", Json.of(attestation.order()));
        fields.put("at", time(request.at()));
        fields.put("actor", Json.of(request.actor()));
        fields.put("target", Json.of(request.target()));
        fields.put("action", Json.of(request.action()));
        if (request.machine() != null) {
            fields.put("machine", Json.of(request.machine()));
        }
        if (!request.parameters().fields().isEmpty()) {
            fields.put("parameters", request.parameters());
        }
        fields.put("decision", Json.of(attestation.verdict().printed()));
        if (!attestation.violations().isEmpty()) {
            fields.put(
                    "violations",
                    Json.texts(
                            attestation.violations().stream().map(Violation::id).toList()));
            fields.put("reason", Json.of(attestation.reason()));
        }
        fields.put("digest", Json.of(attestation.digest().hex()));
        return new Json.Obj(fields);
    }

    /** Seconds, nanoseconds and offset in seconds: the same moment at the same place, without a parser. */
    private static Json time(OffsetDateTime at) {
        return Json.of(List.of(
                Json.of(at.toEpochSecond()),
                Json.of(at.getNano()),
                Json.of(at.getOffset().getTotalSeconds())));
    }

    /** The request that a verdict rune answers, or null where its payload is not of this form. */
    public static @Nullable Request request(Json.Obj payload) {
        OffsetDateTime at = payload.get("at") instanceof Json.Arr(List<Json> parts) ? time(parts) : null;
        String actor = payload.text("actor");
        String target = payload.text("target");
        String action = payload.text("action");
        if (at == null || actor == null || target == null || action == null) {
            return null;
        }
        Json.Obj parameters = payload.get("parameters") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
        return new Request(at, actor, target, action, parameters, payload.text("machine"));
    }

    private static @Nullable OffsetDateTime time(List<Json> parts) {
        if (parts.size() == 3
                && parts.get(0) instanceof Json.Num second
                && parts.get(1) instanceof Json.Num nano
                && parts.get(2) instanceof Json.Num offset
                && Math.abs(offset.value().longValue()) <= ZoneOffset.MAX.getTotalSeconds()) {
            Instant instant = Instant.ofEpochSecond(
                    second.value().longValue(), nano.value().longValue());
            return OffsetDateTime.ofInstant(
                    instant, ZoneOffset.ofTotalSeconds(offset.value().intValue()));
        }
        return null;
    }

    /**
     * Whether this payload says exactly what deciding again says. The request's own fields need no look: the verdict was
     * derived from them, and the digest covers them.
     */
    public static boolean says(Json.Obj payload, Attestation derived) {
        Request request = derived.request();
        int fields = 7
                + (request.machine() == null ? 0 : 1)
                + (request.parameters().fields().isEmpty() ? 0 : 1)
                + (derived.violations().isEmpty() ? 0 : 2);
        return payload.fields().size() == fields
                && derived.digest().hex().equals(payload.text("digest"))
                && derived.verdict().printed().equals(payload.text("decision"))
                && payload.get("order") instanceof Json.Num order
                && order.value().longValue() == derived.order()
                && (derived.violations().isEmpty() || payload.equals(payload(derived)));
    }
}
