package dev.parley.replay;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.Explanation;
import dev.parley.kernel.Rebuild;
import dev.parley.kernel.Registered;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One room of a conversation while it is folded: its verdicts are derived again from the requests recorded. */
final class RoomFold<S extends Registered, E> {
    private final Registrar<S, E> registrar;
    private final Deque<Verdict<S>> derived = new ArrayDeque<>();
    private final TreeMap<String, Verdict<S>> latest = new TreeMap<>();
    private final boolean digests;
    private @Nullable Verdict<S> last;

    /** @param digests whether the recorded orders and digests count, or requests and decisions alone */
    RoomFold(Room<S, E> room, boolean digests) {
        this.registrar = new Registrar<>(room, attestation -> {});
        this.digests = digests;
    }

    /** The verdict that the last rune was derived again to. */
    @Nullable
    Verdict<S> last() {
        return last;
    }

    /** What {@code system} has asked for by itself and the record has not shown yet, or null. */
    @Nullable
    Verdict<S> awaited() {
        return derived.peek();
    }

    /** Folds one verdict rune in, or says how it differs from what the rules lead to. */
    @Nullable
    Divergence accept(Rune rune) {
        Json.Obj payload = rune.payload();
        boolean asked = derived.isEmpty();
        if (asked) {
            Request request = VerdictRune.request(payload);
            if (request == null) {
                return new Divergence(
                        rune.eventId(), Divergence.Kind.OUTCOME, rune.kind(), "a verdict", payload.canonical());
            }
            Verdict<S> verdict = Rebuild.decideAgain(registrar, request, payload.text("reason"));
            derived.add(verdict);
            derived.addAll(verdict.followed());
        }
        Verdict<S> verdict = derived.remove();
        last = verdict;
        latest.put(verdict.attestation().target(), verdict);
        return compare(rune, payload, verdict.attestation(), asked);
    }

    /** What {@code system} asked for by itself was derived without a look at its rune, so all of that is compared. */
    private @Nullable Divergence compare(
            Rune rune, Json.Obj payload, Attestation attestation, boolean derivedFromRune) {
        if (digests && derivedFromRune && VerdictRune.says(payload, attestation)) {
            return null;
        }
        Json.Obj derivedPayload = VerdictRune.payload(attestation);
        Json.Obj expected = digests ? derivedPayload : Plain.of(derivedPayload);
        Json.Obj found = digests ? payload : Plain.of(payload);
        if (expected.equals(found)) {
            return null;
        }
        JsonDifference difference = JsonDifference.first(expected, found);
        return new Divergence(
                rune.eventId(),
                Divergence.Kind.OUTCOME,
                rune.kind() + difference.path(),
                difference.expected(),
                difference.found());
    }

    /** Why the request of this rune is decided as it is, from the state before it. */
    @Nullable
    Explanation<S> explain(Rune rune) {
        Verdict<S> following = derived.peek();
        if (following != null) {
            return Explanation.ofDerived(registrar, following);
        }
        Request request = VerdictRune.request(rune.payload());
        return request == null ? null : Explanation.of(registrar, request);
    }

    /** The latest printed state of every target. */
    Json.Obj state() {
        Json.Obj state = Json.Obj.EMPTY;
        for (var entry : latest.entrySet()) {
            state = state.with(entry.getKey(), registrar.printed(entry.getValue()));
        }
        return state;
    }
}
