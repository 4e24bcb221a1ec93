package dev.parley.app.talk;

import dev.parley.agent.record.Recorder;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Confided;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.port.People;
import java.util.List;

/**
 * The agent's record in a house: a rune that carries a fact of somebody is not public. Asking the house takes time, so a
 * rune is stamped when that is done.
 */
record ConfidingRecorder(Recorder recorder, People people, TimeSource time) implements Recorder {

    @Override
    public Receipt append(List<RuneDraft> batch) {
        List<RuneDraft> confided =
                batch.stream().map(draft -> Confided.of(draft, people::owners)).toList();
        long monotonicNanos = time.monotonicNanos();
        long wallMillis = time.wallMillis();
        return recorder.append(confided.stream()
                .map(draft -> draft.withTimes(monotonicNanos, wallMillis))
                .toList());
    }

    @Override
    public List<Rune> read(String conversation) {
        return recorder.read(conversation);
    }
}
