package dev.parley.kernel;

import dev.parley.kernel.json.Json;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rebuilds a registrar from exported attestations by deciding everything again, and refuses a list that was edited. */
public final class Rebuild {
    private static final int BRIEF_MAX = 80;

    private Rebuild() {}

    /** The outcome of a rebuild. */
    public sealed interface Result {
        /** Every attestation was derived again, digests included. */
        record Verified() implements Result {}

        /**
         * The first one, by its index from 0, that this history does not lead to.
         *
         * @param field where the two part, such as {@code metadata.digest}; empty where there is nothing to compare
         */
        record Differs(int index, String field, String expected, String found) implements Result {
            /** One short sentence. */
            public String sentence() {
                return field.isEmpty()
                        ? "expected " + expected + ", found " + found
                        : field + " is " + found + " and should be " + expected;
            }
        }
    }

    /** Feeds the requests of these attestations to a fresh registrar and compares what it attests with the list. */
    public static <S extends Registered, E> Result into(Registrar<S, E> fresh, List<Json.Obj> attestations) {
        int index = 0;
        while (index < attestations.size()) {
            Json.Obj found = attestations.get(index);
            Request request = requestOf(found);
            if (request == null) {
                return new Result.Differs(index, "", "an attestation", "something else");
            }
            for (Attestation derived : attestAgain(fresh, request, found)) {
                if (index >= attestations.size()) {
                    return new Result.Differs(index, "", derived.action() + " by " + derived.actor(), "the end");
                }
                Json.Obj expected = derived.toJson();
                Json.Obj given = attestations.get(index);
                if (!expected.equals(given)) {
                    return differs(index, "", expected, given);
                }
                index++;
            }
        }
        return new Result.Verified();
    }

    /** Looks for the first field in which the two differ. */
    private static Result.Differs differs(int index, String path, Json.Obj expected, Json.Obj given) {
        Set<String> keys = new LinkedHashSet<>(expected.fields().keySet());
        keys.addAll(given.fields().keySet());
        for (String key : keys) {
            Json wanted = expected.get(key);
            Json found = given.get(key);
            if (wanted instanceof Json.Obj inner && found instanceof Json.Obj other && !inner.equals(other)) {
                return differs(index, path + key + ".", inner, other);
            }
            if (!Objects.equals(wanted, found)) {
                return new Result.Differs(index, path + key, brief(wanted), brief(found));
            }
        }
        return new Result.Differs(index, path, brief(expected), brief(given));
    }

    private static String brief(@Nullable Json value) {
        String text = value == null ? "missing" : value.canonical();
        return text.length() <= BRIEF_MAX ? text : text.substring(0, BRIEF_MAX) + "\u2026";
    }

    private static <S extends Registered, E> List<Attestation> attestAgain(
            Registrar<S, E> fresh, Request request, Json.Obj found) {
        Verdict<S> verdict = decideAgain(fresh, request, found.text("reason"));
        List<Attestation> derived = new ArrayList<>();
        derived.add(verdict.attestation());
        verdict.followed().forEach(next -> derived.add(next.attestation()));
        return derived;
    }

    /** Decides a recorded request again. A line that could not be read rests on the reason recorded for it. */
    public static <S extends Registered, E> Verdict<S> decideAgain(
            Registrar<S, E> registrar, Request request, @Nullable String recordedReason) {
        String unreadable = isIncomplete(request) ? unreadable(recordedReason) : null;
        return unreadable == null ? registrar.request(request) : registrar.malformed(request, unreadable);
    }

    /** Whether the request lacks what every request has: only such a one may rest on the reason recorded for it. */
    private static boolean isIncomplete(Request request) {
        return request.actor().isEmpty()
                || request.action().isEmpty()
                || request.at().isEqual(Request.NO_TIME);
    }

    /** The recorded reason of a line that could not be read as a request; nothing can derive it again. */
    private static @Nullable String unreadable(@Nullable String reason) {
        String prefix = Registrar.MALFORMED + ": ";
        return reason != null && reason.startsWith(prefix) ? reason.substring(prefix.length()) : null;
    }

    private static @Nullable Request requestOf(Json.Obj attestation) {
        String actor = attestation.text("actor");
        String target = attestation.text("target");
        String action = attestation.text("action");
        if (actor == null
                || target == null
                || action == null
                || !(attestation.get("parameters") instanceof Json.Obj parameters)
                || !(attestation.get("metadata") instanceof Json.Obj metadata)) {
            return null;
        }
        String at = metadata.text("at");
        if (at == null) {
            return null;
        }
        try {
            return new Request(OffsetDateTime.parse(at), actor, target, action, parameters, metadata.text("machine"));
        } catch (DateTimeException e) {
            return null;
        }
    }
}
