package dev.parley.kernel.stream;

import org.jspecify.annotations.Nullable;

/**
 * One revision of a graph and the one it was made from. Numbers are never reused, so a number names the same revision
 * for as long as the graph lives.
 */
public record Revision(int number, @Nullable Revision before) {
    static final Revision FIRST = new Revision(0, null);

    /** The revision with this number on the way that led here, or null where the way did not pass it. */
    @Nullable
    Revision earlier(int wanted) {
        Revision candidate = before;
        while (candidate != null && candidate.number > wanted) {
            candidate = candidate.before;
        }
        return candidate != null && candidate.number == wanted ? candidate : null;
    }

    /** Walks instead of recursing: a way can be long. */
    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof Revision that)) {
            return false;
        }
        Revision mine = this;
        Revision theirs = that;
        while (mine != theirs) {
            if (mine == null || theirs == null || mine.number != theirs.number) {
                return false;
            }
            mine = mine.before;
            theirs = theirs.before;
        }
        return true;
    }

    @Override
    public int hashCode() {
        return number;
    }

    @Override
    public String toString() {
        return "revision " + number;
    }
}
