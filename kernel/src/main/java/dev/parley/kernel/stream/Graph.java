package dev.parley.kernel.stream;

import org.jspecify.annotations.Nullable;

/**
 * The audio graph of a run as far as the kernel judges it: which revision stands, and whether it is frozen (ruling A7).
 *
 * @param at the revision that stands
 * @param newest the highest number given out so far
 */
public record Graph(Revision at, int newest, boolean committed) {
    /** The graph as START leaves it. */
    public static final Graph FIRST = new Graph(Revision.FIRST, 0, false);

    public int revision() {
        return at.number();
    }

    Graph mutated() {
        return new Graph(new Revision(newest + 1, at), newest + 1, committed);
    }

    Graph frozen() {
        return committed ? this : new Graph(at, newest, true);
    }

    /** The graph at that earlier revision, or at the one before; null where there is none. */
    @Nullable
    Graph back(@Nullable Integer toRevision) {
        Revision target = toRevision == null ? at.before() : at.earlier(toRevision);
        return target == null ? null : new Graph(target, newest, committed);
    }
}
