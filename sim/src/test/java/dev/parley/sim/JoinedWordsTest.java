package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.sim.result.ScenarioResult;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import org.junit.jupiter.api.Test;

/** Words of several people in one turn are nobody's wish: a voice without a name starts no command (ruling B16). */
class JoinedWordsTest {
    private static final String HOUSE = """
            name: joined words
            people:
              - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
              - {id: dora, role: GUEST, birthdate: 2018-06-21, confirmed: true}
            tools:
              turn_off_light: {safety: WRITE, takes_ms: 10}
            agent:
              - {when: "light", calls: [{id: c1, tool: turn_off_light, args: {room: kitchen}}]}
              - {when_result: c1, says: "Done.", audio_ms: 500}
            user:
            """;

    private static ScenarioResult run(String words) throws BadScenario {
        return Scenarios.run(ScenarioReader.yaml(HOUSE + words));
    }

    private static String tools(ScenarioResult result) {
        return String.valueOf(result.json().get("tools"));
    }

    @Test
    void theOwnersOwnWordsAreHers() throws BadScenario {
        ScenarioResult result = run("""
              - {from_ms: 500, to_ms: 1500, says: "turn off the light", by: ana}
              - {from_ms: 1700, to_ms: 1900, says: "Hmm.", by: ana}
            """);
        assertTrue(tools(result).contains("success"), tools(result));
    }

    @Test
    void aChildsWordsDoNotBecomeTheOwnersBecauseSheSpokeAfterwards() throws BadScenario {
        ScenarioResult result = run("""
              - {from_ms: 500, to_ms: 1500, says: "turn off the light", by: dora}
              - {from_ms: 1700, to_ms: 1900, says: "Hmm.", by: ana}
            """);
        assertTrue(!tools(result).contains("success"), tools(result));
        assertEquals(1, String.valueOf(result.json().get("turns")).split("opened_ms", -1).length - 1);
    }
}
