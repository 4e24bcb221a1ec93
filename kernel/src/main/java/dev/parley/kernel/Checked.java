package dev.parley.kernel;

import java.util.ArrayList;
import java.util.List;

/** The ids of all invariants a registrar can run, in running order; a verdict refers to them by position. */
final class Checked {
    private static final int MOST = Long.SIZE;

    private final List<String> ids;
    private final int structural;

    Checked(List<? extends Invariant<?>> structural, List<? extends Invariant<?>> domain) {
        List<String> all = new ArrayList<>();
        structural.forEach(invariant -> all.add(invariant.id()));
        domain.forEach(invariant -> all.add(invariant.id()));
        if (all.size() > MOST) {
            throw new IllegalArgumentException("a catalogue holds at most " + MOST + " invariants");
        }
        this.ids = List.copyOf(all);
        this.structural = structural.size();
    }

    /** The bits of the first so many invariants. */
    private static long first(int count) {
        return count == MOST ? -1L : (1L << count) - 1;
    }

    long structuralOnly() {
        return first(structural);
    }

    long everything() {
        return first(ids.size());
    }

    List<String> names(long ran) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            if ((ran & (1L << i)) != 0) {
                names.add(ids.get(i));
            }
        }
        return List.copyOf(names);
    }
}
