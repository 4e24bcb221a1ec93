package dev.parley.replay.explain;

import dev.parley.kernel.Level;
import dev.parley.kernel.Registered;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a request was decided as it was, and what would have to change for the answer to be yes. Computed on demand by
 * deciding again from the state before; never while deciding.
 *
 * @param decided the verdict again
 * @param failed every rule that stood in the way, with its sentence
 * @param change the nearest change that turns the denial into an allow, or null if none was needed or found
 * @param never why nothing that anybody might ask changes it, or null
 */
public record Explanation(
        String room,
        Verdict<?> decided,
        List<Failed> failed,
        @Nullable Change change,
        @Nullable String never) {

    /** A broken rule: what it demands, and how this request broke it. */
    public record Failed(String id, Level level, String sentence, String how) {}

    /** Explains a request in the state before it; the conversation is what an operator would resume. */
    public static <S extends Registered, E> Explanation of(
            Registrar<S, E> before, Request request, String conversation) {
        Verdict<S> decided = before.fork().request(request);
        return of(before, request, null, decided, conversation);
    }

    /** Explains what the runtime asked for by itself because of a request, in the state before that request. */
    public static <S extends Registered, E> Explanation ofDerived(
            Registrar<S, E> before, Request asked, Verdict<S> derived, String conversation) {
        return of(before, asked, derived.attestation().request(), derived, conversation);
    }

    private static <S extends Registered, E> Explanation of(
            Registrar<S, E> before, Request asked, @Nullable Request derived, Verdict<S> decided, String conversation) {
        List<Failed> failed = failed(before, decided);
        Change change = decided.isAllowed() ? null : nearest(before, asked, derived, decided, conversation);
        String never = decided.isAllowed() || change != null ? null : Unchangeable.sentence(failed, asked);
        return new Explanation(before.room().name(), decided, failed, change, never);
    }

    /** A HALT is lifted in the room of streams, so that there the search finds the way by itself. */
    private static <S extends Registered, E> @Nullable Change nearest(
            Registrar<S, E> before, Request asked, @Nullable Request derived, Verdict<S> decided, String conversation) {
        Change change = new NearestChange<>(before, asked, derived).find();
        if (change != null || !decided.violates(Registrar.HALTED)) {
            return change;
        }
        Request resume = new Request(asked.at(), "operator", conversation, "RESUME");
        Registrar<S, E> resumed = before.resumed();
        if (derived == null && resumed.fork().request(asked).isAllowed()) {
            return new Change(List.of(resume), null);
        }
        Change then = new NearestChange<>(resumed, asked, derived).find();
        if (then == null) {
            return null;
        }
        List<Request> first = new ArrayList<>(then.first());
        first.addFirst(resume);
        return new Change(first, then.instead());
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
        if (decided.isAllowed()) {
            return json;
        }
        json = json.with("would_be_allowed", change == null ? Json.Null.NULL : change.toJson());
        return never == null ? json : json.with("never", never);
    }
}
