package dev.parley.kernel;

import dev.parley.kernel.json.Json;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rebuilds a registrar from exported attestations by deciding everything again, and refuses a list that was edited. */
public final class Rebuild {
    private Rebuild() {}

    /** The outcome of a rebuild. */
    public sealed interface Result {
        /** Every attestation was derived again, digests included. */
        record Verified() implements Result {}

        /** The first one, by its index from 0, that this history does not lead to. */
        record Differs(int index, String expected, String found) implements Result {}
    }

    /** Feeds the requests of these attestations to a fresh registrar and compares what it attests with the list. */
    public static <S extends Registered, E> Result into(Registrar<S, E> fresh, List<Json.Obj> attestations) {
        int index = 0;
        while (index < attestations.size()) {
            Json.Obj found = attestations.get(index);
            Request request = requestOf(found);
            if (request == null) {
                return new Result.Differs(index, "an attestation", found.canonical());
            }
            for (Attestation derived : attestAgain(fresh, request, found)) {
                String expected = derived.toJson().canonical();
                if (index >= attestations.size()) {
                    return new Result.Differs(index, expected, "the end of the list");
                }
                String given = attestations.get(index).canonical();
                if (!expected.equals(given)) {
                    return new Result.Differs(index, expected, given);
                }
                index++;
            }
        }
        return new Result.Verified();
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
