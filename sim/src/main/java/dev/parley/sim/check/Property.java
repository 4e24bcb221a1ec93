package dev.parley.sim.check;

import dev.parley.kernel.people.household.HouseFold.Move;
import org.jspecify.annotations.Nullable;

/**
 * Something that no move may ever do.
 *
 * @param name what is proved, in one sentence
 */
public record Property(String name, Check check) {

    /** Answers null where the move is harmless, else what is wrong with it. */
    @FunctionalInterface
    public interface Check {
        @Nullable
        String failure(Move move);
    }
}
