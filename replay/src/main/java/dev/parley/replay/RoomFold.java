package dev.parley.replay;

import dev.parley.kernel.Halts;
import dev.parley.kernel.Judge;
import dev.parley.kernel.Registered;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.RuleSet;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.VerdictFold;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.effect.Divergence;
import dev.parley.replay.explain.Explanation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One room of a conversation while it is folded, with the newest verdict about every target. */
final class RoomFold<S extends Registered, E> {
    private VerdictFold<S, E> fold;
    private final Map<String, Verdict<S>> latest = new HashMap<>();
    private @Nullable Verdict<S> last;

    /** Who decides by the rules of another room; made once, because it is asked about every verdict. */
    private @Nullable Judge<S, E> other;

    private @Nullable Room<?, ?> otherRoom;

    private final Room<S, E> room;
    private VerdictFold.Proof proof;
    private boolean otherRules;

    RoomFold(Room<S, E> room, VerdictFold.Proof proof, Halts halts) {
        this.room = room;
        this.proof = proof;
        this.fold = new VerdictFold<>(Registrar.inConversation(room, attestation -> {}, halts), proof);
    }

    /** The verdict that the last rune was derived again to. */
    @Nullable
    Verdict<S> last() {
        return last;
    }

    /** What is recorded right after the last rune because of its verdict. */
    List<Event> followers() {
        return last == null
                ? List.of()
                : VerdictRune.followers(fold.registrar().room(), last.attestation(), last.effects());
    }

    /**
     * What follows was decided with these settings and rules. If they are not those that the same settings lead to today, the
     * digests cannot be derived again, and the rest is compared.
     */
    void under(Json.Obj says) {
        Room<S, E> then = room.reopened(says);
        String rules = says.text(RuleSet.KEY);
        otherRules = rules != null && !rules.equals(RuleSet.of(then).hex());
        fold.registrar().under(then);
        if (proof != VerdictFold.Proof.NO_CHAIN) {
            proof = otherRules ? VerdictFold.Proof.OTHER_RULES : VerdictFold.Proof.FULL;
            fold = new VerdictFold<>(fold.registrar(), proof);
        }
    }

    /**
     * Goes on from what the room stood at when a snapshot was taken, which is returned.
     *
     * @throws IllegalArgumentException if no room of this program kept it
     */
    List<S> restore(Json.Obj kept) {
        fold.registrar().restore(kept);
        return fold.registrar().states();
    }

    /** Everything that is registered by now. */
    List<Registered> registered() {
        return List.copyOf(fold.registrar().states());
    }

    /** Whether these verdicts were made by other rules than this program has. */
    boolean isOfOtherRules() {
        return otherRules;
    }

    /** Folds one verdict rune in, or says how it differs from what the rules lead to. */
    @Nullable
    Divergence accept(Rune rune) {
        VerdictFold.Folded<S> folded = fold.accept(rune);
        Verdict<S> verdict = folded.verdict();
        last = verdict;
        if (verdict != null) {
            latest.put(verdict.attestation().target(), verdict);
        }
        VerdictFold.Difference difference = folded.difference();
        return difference == null
                ? null
                : new Divergence(
                        rune.eventId(),
                        Divergence.Kind.OUTCOME,
                        rune.kind() + difference.path(),
                        difference.expected(),
                        difference.found(),
                        difference.rules());
    }

    /** What the runtime has to ask for next because of what was folded, or null. */
    @Nullable
    Request owed() {
        return fold.owed();
    }

    /** What another room of this kind would decide about this request in the state before it; this fold stays as it is. */
    @SuppressWarnings({"unchecked", "ReferenceEquality"
    }) // a room's name names its type; the same room, not an equal one
    Verdict<?> instead(Request request, Room<?, ?> room) {
        Judge<S, E> judge = other != null && otherRoom == room ? other : new Judge<>((Room<S, E>) room);
        other = judge;
        otherRoom = room;
        return fold.registrar().fork(judge).request(request);
    }

    /** Why the request of this rune is decided as it is, from the state before it; null if it is no verdict. */
    @Nullable
    Explanation explain(Rune rune) {
        Request request = VerdictRune.request(rune.payload());
        return request == null
                ? null
                : Explanation.of(fold.registrar(), request, rune.envelope().conversation());
    }

    /**
     * Why the runtime's own request of a later rune is decided as it is, which follows from the request of this one; null if
     * this rune does not lead to it.
     */
    @Nullable
    Explanation explainDerived(Rune asked, Rune derived) {
        Request request = VerdictRune.request(asked.payload());
        Request sought = VerdictRune.request(derived.payload());
        if (request == null || sought == null) {
            return null;
        }
        for (Verdict<S> followed : fold.registrar().fork().request(request).followed()) {
            if (followed.attestation().request().equals(sought)) {
                return Explanation.ofDerived(
                        fold.registrar(), request, followed, asked.envelope().conversation());
            }
        }
        return null;
    }

    /** The latest printed state of every target. */
    Json.Obj state() {
        Json.Obj state = Json.Obj.EMPTY;
        for (var entry : new TreeMap<>(latest).entrySet()) {
            state = state.with(entry.getKey(), fold.registrar().printed(entry.getValue()));
        }
        return state;
    }
}
