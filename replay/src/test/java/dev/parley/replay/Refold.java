package dev.parley.replay;

import dev.parley.kernel.Violation;
import dev.parley.kernel.rune.Rune;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Folds the same runes several times and holds the outcomes against each other. */
final class Refold {
    private final Supplier<Rooms> rooms;
    private final ReplayCatalogue catalogue;

    Refold(Supplier<Rooms> rooms) {
        this(rooms, ReplayCatalogue.full());
    }

    Refold(Supplier<Rooms> rooms, ReplayCatalogue catalogue) {
        this.rooms = rooms;
        this.catalogue = catalogue;
    }

    /** What is broken when these runes are folded this many times, or null. */
    @Nullable
    Violation check(List<Rune> runes, int times) {
        String first = folded(runes);
        for (int i = 1; i < times; i++) {
            Violation broken = catalogue.failure(new ReplayCatalogue.Refolded(first, folded(runes)));
            if (broken != null) {
                return broken;
            }
        }
        return null;
    }

    private String folded(List<Rune> runes) {
        Replay replay = new Replay(rooms.get(), Replay.Chain.VERIFY, catalogue);
        boolean goesOn = true;
        for (int i = 0; i < runes.size() && goesOn; i++) {
            goesOn = replay.accept(runes.get(i));
        }
        return replay.report("").canonical();
    }
}
