package dev.parley.kernel;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.EpisodeDecided;
import dev.parley.kernel.event.VerdictEvents.HouseholdDecided;
import dev.parley.kernel.event.VerdictEvents.RoomDecided;
import dev.parley.kernel.event.VerdictEvents.StreamDecided;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.event.VerdictEvents.TurnDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.json.JsonDifference;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a verdict stands in the log: a control rune {@code verdict.<room>} with the request, the decision and the digest of
 * the attestation. Names and sentences are derived again from these, so nothing in it goes unchecked at replay.
 */
public final class VerdictRune {
    private static final String PREFIX = "verdict.";
    private static final String TURN = "turn";

    /** The schema version since which a verdict says what it builds on and what was let go of before it. */
    private static final int SINCE_LINEAGE = 2;

    private static final long NO_VERSION = -1;
    private static final Set<String> LINEAGE = Set.of("parent", "retired");
    private static final Set<String> BY_RULES = Set.of("digest", "reason");

    private VerdictRune() {}

    /** The rune of an attestation, internal because it names who asked; the caller adds turn, epoch and times. */
    public static RuneDraft draft(String conversation, String room, Attestation attestation) {
        return EventCatalogue.draft(conversation, event(room, attestation));
    }

    /**
     * An attestation as the event of its room.
     *
     * @throws IllegalArgumentException if the catalogue has no verdicts of such a room
     */
    public static RoomDecided event(String room, Attestation attestation) {
        Decided decided = decided(attestation);
        Json.Obj given = attestation.request().parameters();
        Json.Obj parameters = given.fields().isEmpty() ? null : given;
        String reason = attestation.violations().isEmpty() ? null : attestation.reason();
        return switch (room) {
            case "stream" -> new StreamDecided(decided, parameters, reason);
            case TURN -> new TurnDecided(decided, parameters, reason);
            case "household" -> new HouseholdDecided(decided, parameters, reason);
            case "tool" -> new ToolDecided(decided, parameters, reason);
            case "episode" -> new EpisodeDecided(decided, parameters, reason);
            default -> throw new IllegalArgumentException("The catalogue has no verdicts of a room '" + room + "'.");
        };
    }

    /** All that is recorded right after the event of an attestation: the rules that it breaks, then what its room says of it. */
    public static List<Event> followers(Room<?, ?> room, Attestation attestation, List<? extends Effect> effects) {
        List<Violation> broken = attestation.violations();
        List<Event> facts = room.emits(attestation, effects);
        if (broken.isEmpty()) {
            return facts;
        }
        List<Event> all = new ArrayList<>(broken.size() + facts.size());
        broken.forEach(violation -> all.add(violation.event()));
        all.addAll(facts);
        return all;
    }

    private static Decided decided(Attestation attestation) {
        Request request = attestation.request();
        List<String> violations =
                attestation.violations().stream().map(Violation::id).toList();
        return new Decided(
                attestation.order(),
                time(request.at()),
                request.actor(),
                request.target(),
                request.action(),
                request.machine(),
                attestation.decision().printed(),
                violations.isEmpty() ? null : violations,
                attestation.parent() == 0 ? null : Json.of(attestation.parent()),
                attestation.retired().isEmpty() ? null : attestation.retired(),
                attestation.digest().hex());
    }

    public static boolean is(Rune rune) {
        return rune.kind().startsWith(PREFIX);
    }

    /** The room that decided, or null where the rune is no verdict. */
    public static @Nullable String room(Rune rune) {
        String kind = rune.kind();
        return kind.startsWith(PREFIX) ? kind.substring(PREFIX.length()) : null;
    }

    /** What the rune of an attestation carries, which is the same for every room. */
    public static Json.Obj payload(Attestation attestation) {
        return EventCatalogue.payload(event(TURN, attestation));
    }

    /** Seconds, nanoseconds and offset in seconds: the same moment at the same place, without a parser. */
    private static List<Long> time(OffsetDateTime at) {
        return List.of(
                at.toEpochSecond(), (long) at.getNano(), (long) at.getOffset().getTotalSeconds());
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

    /** The digest that was recorded; one that is none matches nothing. */
    static Hash digest(Json.Obj payload) {
        String hex = payload.text("digest");
        Hash read = hex == null ? null : Hash.read(hex);
        return read == null ? Hash.ZERO : read;
    }

    /** How verdicts are written in runes of this schema version, and how much of them is compared. */
    static VerdictFold.Form form(int schemaVersion, VerdictFold.Proof proof) {
        return new Form(schemaVersion >= SINCE_LINEAGE, proof);
    }

    private record Form(boolean hasLineage, VerdictFold.Proof proof) implements VerdictFold.Form {
        @Override
        public @Nullable Request request(Json.Obj payload) {
            return VerdictRune.request(payload);
        }

        @Override
        public Claim claim(Json.Obj payload) {
            if (proof == VerdictFold.Proof.NO_CHAIN) {
                return new Claim(null, Claim.NO_ORDER, null, false);
            }
            long order = payload.get("order") instanceof Json.Num(BigDecimal value) ? value.longValue() : 0;
            return new Claim(
                    hasLineage ? lineage(payload.get("parent")) : null,
                    order,
                    digest(payload),
                    proof == VerdictFold.Proof.FULL);
        }

        @Override
        public void retired(Json.Obj payload, Consumer<String> each) {
            if (payload.get("retired") instanceof Json.Arr(List<Json> subjects)) {
                for (Json subject : subjects) {
                    if (subject instanceof Json.Str(String name)) {
                        each.accept(name);
                    }
                }
            }
        }

        @Override
        public @Nullable JsonDifference difference(Json.Obj payload, Attestation derived, boolean inPlace) {
            if (proof == VerdictFold.Proof.FULL && inPlace && says(payload, derived)) {
                return null;
            }
            Json.Obj expected = compared(written(derived));
            Json.Obj found = compared(payload);
            return expected.equals(found) ? null : JsonDifference.first(expected, found);
        }

        private Json.Obj written(Attestation derived) {
            Json.Obj whole = payload(derived);
            return hasLineage ? whole : without(whole, LINEAGE);
        }

        private Json.Obj compared(Json.Obj payload) {
            return switch (proof) {
                case FULL -> payload;
                case OTHER_RULES -> without(payload, BY_RULES);
                case NO_CHAIN -> Plain.of(payload);
            };
        }

        /**
         * Whether this payload says exactly what deciding again says. The request's own fields need no look: the verdict
         * was derived from them, and the digest covers them. The digest was compared as the claim.
         */
        private boolean says(Json.Obj payload, Attestation derived) {
            Request request = derived.request();
            long parent = hasLineage ? derived.parent() : 0;
            int retired = derived.retired().size();
            int fields = 7
                    + (request.machine() == null ? 0 : 1)
                    + (request.parameters().fields().isEmpty() ? 0 : 1)
                    + (parent == 0 ? 0 : 1)
                    + (retired == 0 ? 0 : 1);
            return payload.fields().size() == fields
                    && derived.violations().isEmpty()
                    && (retired == 0 || (hasLineage && isRetired(payload, derived.retired())))
                    && derived.decision().printed().equals(payload.text("decision"))
                    && (parent == 0
                            || (payload.get("parent") instanceof Json.Num(BigDecimal version)
                                    && version.longValue() == parent));
        }
    }

    private static boolean isRetired(Json.Obj payload, List<String> derived) {
        if (!(payload.get("retired") instanceof Json.Arr(List<Json> found)) || found.size() != derived.size()) {
            return false;
        }
        for (int i = 0; i < found.size(); i++) {
            if (!(found.get(i) instanceof Json.Str(String name)) || !name.equals(derived.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static Claim.Lineage lineage(@Nullable Json parent) {
        return switch (parent) {
            case null -> new Claim.Lineage(null, 0, 0);
            case Json.Num(BigDecimal version) -> new Claim.Lineage(null, version.longValue(), 0);
            case Json.Arr(List<Json> parents)
            when parents.size() == 2 ->
                new Claim.Lineage(
                        null,
                        lineage(parents.getFirst()).parent(),
                        lineage(parents.getLast()).parent());
            case Json.Obj named ->
                new Claim.Lineage(
                        String.valueOf(named.text("subject")),
                        lineage(named.get("version")).parent(),
                        0);
            case Json.Arr _, Json.Str _, Json.Bool _, Json.Null _ -> new Claim.Lineage("", NO_VERSION, 0);
        };
    }

    private static Json.Obj without(Json.Obj payload, Set<String> left) {
        Map<String, Json> fields = new LinkedHashMap<>(payload.fields());
        fields.keySet().removeAll(left);
        return new Json.Obj(fields);
    }
}
