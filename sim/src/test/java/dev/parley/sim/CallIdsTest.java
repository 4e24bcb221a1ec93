package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model that uses an id again, or makes the runtime's numbers up itself: no two calls share an id, and the record holds. */
class CallIdsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"c1", "c1#2", "c1#999999", "c1#9999999", "c1#99999999999999999999", "c1#0", "#9", "c1#", "c#9#99"
            })
    void noTwoCallsShareAnId(String id) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml("""
                        name: ids
                        tools: {weather: {takes_ms: 10, safety: READ}}
                        agent:
                          - {when: "go", calls: [{id: "%1$s", tool: weather}, {id: "%1$s", tool: weather}, {id: c1, tool: weather}]}
                        user:
                          - {at_ms: 100, types: "go"}
                          - {at_ms: 2000, types: "go"}
                          - {at_ms: 4000, types: "go"}
                        """.formatted(id)), journal);
        List<String> given = journal.runes().stream()
                .filter(rune -> "tool".equals(VerdictRune.room(rune)))
                .map(Rune::payload)
                .filter(verdict -> "call".equals(verdict.text("action")))
                .map(verdict -> String.valueOf(verdict.text("target")))
                .toList();
        assertEquals(9, given.size(), given::toString);
        assertEquals(9, new HashSet<>(given).size(), given::toString);
        Replay replay = new Replay(new Rooms(), Replay.Chain.IGNORED);
        journal.runes().forEach(replay::accept);
        replay.finish();
        assertNull(replay.firstFault(), () -> String.valueOf(replay.firstFault()));
    }
}
