package dev.parley.session.turn;

import dev.parley.session.place.Standing;
import dev.parley.session.record.EffectGate;
import dev.parley.session.record.Journal.EvidenceUnavailable;

/** Stops the floor while the record falls behind (ruling D3), and keeps effects in when the conversation is not ours. */
record EvidenceWatch(Floor floor, Standing standing) implements EffectGate.Watcher {
    @Override
    public void recordIsLate() {
        floor.abort(EvidenceUnavailable.REASON, "");
    }

    @Override
    public void recordIsBack() {
        floor.openNext();
    }

    @Override
    public boolean mayAct() {
        return standing.mayAct();
    }
}
