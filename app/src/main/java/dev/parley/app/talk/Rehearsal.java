package dev.parley.app.talk;

import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;

/**
 * A turn that nobody hears, on virtual time and in memory. What a first turn loads and compiles is there afterwards, so that a
 * voice that is said to be ready answers its first question as fast as its second.
 */
final class Rehearsal {
    private static final String TURN = """
            name: rehearsal
            people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
            user: [{from_ms: 0, to_ms: 500, says: "hello", by: ana}, {from_ms: 1600, to_ms: 2600, says: "stop", by: ana}]
            agent: [{when: "hello", says: "Good morning.", audio_ms: 2000}]
            """;

    private Rehearsal() {}

    static void hold() {
        try {
            ScenarioRun.into(ScenarioReader.yaml(TURN), new MemoryJournal());
        } catch (BadScenario e) {
            throw new IllegalStateException(e);
        }
    }
}
