package dev.parley.pipeline.place;

import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.signal.Signal;
import java.util.List;

/** Hears every decision of the control plane, for the record of the session it is about. */
@FunctionalInterface
public interface PlacementListener {
    void onDecision(Signal signal, String session, String runtime, long epoch);

    /** What it recorded of a session since it was last asked; nothing where it keeps no record. */
    default List<Rune> news(String session) {
        return List.of();
    }
}
