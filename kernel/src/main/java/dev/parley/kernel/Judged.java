package dev.parley.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was decided about one request, before it is attested. One is made for every decision, so it holds no more than it
 * must.
 *
 * @param ran which invariants were asked, by their position in the catalogue
 * @param state the subject's state after the decision, or null if there is none
 * @param parent the version of the subject that it builds on, 0 if it founds one or names none
 * @param decided what the room was asked, or null if it was not asked
 * @param misplaced the structural invariants that a record breaks which claims this request for its place
 */
public record Judged<S, E>(
        Decision decision,
        List<Violation> violations,
        long ran,
        Metadata metadata,
        @Nullable S state,
        long parent,
        @Nullable Case<S, E> decided,
        List<Violation> misplaced) {

    Judged<S, E> misplaced(List<Violation> broken) {
        return broken.isEmpty() && misplaced.isEmpty()
                ? this
                : new Judged<>(decision, violations, ran, metadata, state, parent, decided, broken);
    }

    public boolean isAllowed() {
        return decision == Decision.ALLOWED;
    }

    /** What may leave once the verdict is recorded; nothing unless the request was allowed. */
    public List<? extends Effect> effects() {
        return isAllowed() && decided != null && decided.step() instanceof Step.Moved<S> moved
                ? moved.effects()
                : List.of();
    }
}
