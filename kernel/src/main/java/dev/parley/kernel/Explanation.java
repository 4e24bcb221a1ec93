package dev.parley.kernel;

import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a request was decided as it was, and what would have to change for the answer to be yes. Computed on demand by
 * deciding again from the state before; never while deciding. What the runtime asks for by itself follows from another
 * request, so nothing is proposed in its place.
 *
 * @param decided the verdict again
 * @param failed every rule that stood in the way, with its sentence
 * @param change the nearest change that turns the denial into an allow, or null where none was needed or found
 */
public record Explanation<S>(
        String room,
        Verdict<S> decided,
        List<Failed> failed,
        @Nullable Change change) {

    /** A broken rule: what it demands, and how this request broke it. */
    public record Failed(String id, Level level, String sentence, String how) {}

    /** A nearest change. */
    public sealed interface Change {
        /** The same thing, asked like this. */
        record Instead(Request request) implements Change {}

        /** The same request, after these. */
        record After(List<Request> first) implements Change {}
    }

    public static <S extends Registered, E> Explanation<S> of(Registrar<S, E> before, Request request) {
        boolean isDerived = request.equals(before.owed());
        Verdict<S> decided =
                isDerived ? before.fork().settle().getFirst() : before.fork().request(request);
        Change change = isDerived || decided.isAllowed() ? null : new NearestChange<>(before, request).find();
        return new Explanation<>(before.room().name(), decided, failed(before, decided), change);
    }

    private static <S extends Registered, E> List<Failed> failed(Registrar<S, E> before, Verdict<S> decided) {
        List<Failed> failed = new ArrayList<>();
        for (Violation violation : decided.violations()) {
            failed.add(
                    new Failed(violation.id(), violation.level(), before.sentence(violation.id()), violation.reason()));
        }
        return failed;
    }

    /** For programs. */
    public Json.Obj toJson() {
        List<Json> rules = new ArrayList<>();
        for (Failed rule : failed) {
            rules.add(Json.Obj.EMPTY
                    .with("id", rule.id())
                    .with("level", rule.level().name())
                    .with("demands", rule.sentence())
                    .with("broken", rule.how()));
        }
        Json.Obj json = Json.Obj.EMPTY
                .with("room", room)
                .with("decision", decided.decision().printed())
                .with("reason", decided.reason())
                .with("checked", Json.texts(decided.attestation().invariantsChecked()))
                .with("failed", Json.of(rules));
        return decided.isAllowed() ? json : json.with("would_be_allowed", changeJson());
    }

    private Json changeJson() {
        return switch (change) {
            case null -> Json.Null.NULL;
            case Change.Instead(Request request) -> Json.Obj.EMPTY.with("instead", requestJson(request));
            case Change.After(List<Request> first) ->
                Json.Obj.EMPTY.with(
                        "after",
                        Json.of(first.stream().map(Explanation::requestJson).toList()));
        };
    }

    private static Json.Obj requestJson(Request request) {
        Json.Obj json = Json.Obj.EMPTY
                .with("at", request.at().toString())
                .with("actor", request.actor())
                .with("target", request.target())
                .with("action", request.action())
                .with("parameters", request.parameters());
        return request.machine() == null ? json : json.with("machine", request.machine());
    }
}
