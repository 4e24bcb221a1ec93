package dev.parley.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was decided about one request, before it is attested.
 *
 * @param ran which invariants were asked, by their position in the catalogue
 * @param state the subject's state after the decision, or null if there is none
 * @param effects what may leave once the verdict is recorded; empty unless the request was allowed
 * @param parent the version it builds on, or null if it founds a subject or names none
 * @param decided what the room was asked, or null if it was not asked
 * @param halts the conversation that this decision halts, or null
 * @param misplaced the structural invariants that a record breaks which claims this request for its place
 */
public record Judged<S, E>(
        Decision decision,
        List<Violation> violations,
        long ran,
        Metadata metadata,
        @Nullable S state,
        List<? extends Effect> effects,
        @Nullable StateId parent,
        @Nullable Case<S, E> decided,
        @Nullable String halts,
        List<Violation> misplaced) {

    Judged<S, E> misplaced(List<Violation> broken) {
        return new Judged<>(decision, violations, ran, metadata, state, effects, parent, decided, halts, broken);
    }

    public boolean isAllowed() {
        return decision == Decision.ALLOWED;
    }
}
