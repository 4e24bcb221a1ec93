package dev.parley.app.talk;

import dev.parley.agent.record.Recorder;
import dev.parley.kernel.rune.Confided;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.port.People;
import java.util.List;

/** The agent's record in a house: a rune that carries a fact of somebody is not public. */
record ConfidingRecorder(Recorder recorder, People people) implements Recorder {

    @Override
    public Receipt append(List<RuneDraft> batch) {
        return recorder.append(
                batch.stream().map(draft -> Confided.of(draft, people::owners)).toList());
    }

    @Override
    public List<Rune> read(String conversation) {
        return recorder.read(conversation);
    }
}
