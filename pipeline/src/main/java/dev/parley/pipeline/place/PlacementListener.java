package dev.parley.pipeline.place;

import dev.parley.pipeline.signal.Signal;

/** Hears every decision of the control plane, for the record of the session it is about. */
@FunctionalInterface
public interface PlacementListener {
    void onDecision(Signal signal, String session, String runtime, long epoch);
}
