package dev.parley.bench;

import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;

/**
 * Conversations as the session records them, as many as are wanted: commands of the house with their yes and without, some of
 * them a minor's, each turn with its streams, its episode and its tool.
 */
final class WholeConversations {
    private static final int TURNS = 60;

    private WholeConversations() {}

    static Scenario number(int index) throws BadScenario {
        return ScenarioReader.yaml(written(index));
    }

    private static String written(int index) {
        StringBuilder user = new StringBuilder();
        for (int turn = 0; turn < TURNS; turn++) {
            long at = 500 + turn * 6_000L;
            String by = turn % 3 == 2 ? "chris" : "ana";
            String words = turn % 2 == 0 ? "open the garage" : turn % 4 == 1 ? "light please" : "weather";
            user.append("  - {at_ms: " + at + ", types: \"" + words + "\", by: " + by + "}\n");
            if (words.startsWith("open") && by.equals("ana")) {
                user.append("  - {at_ms: " + (at + 1_500) + ", confirms: open_garage, by: ana}\n");
            }
        }
        return """
            name: conversation %d
            seed: %d
            people:
              - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
              - {id: chris, role: GUEST, birthdate: 2012-05-01, confirmed: true}
            user:
            %sagent:
              - {when: "garage", calls: [{id: c1, tool: open_garage}]}
              - {when: "light", calls: [{id: l1, tool: turn_on_light}]}
              - {when: "weather", calls: [{id: w1, tool: weather}]}
              - {when_result: c1, says: "It is open.", audio_ms: 600}
              - {when_result: l1, says: "It is on.", audio_ms: 600}
              - {when_result: w1, says: "Sunny.", audio_ms: 600}
            tools:
              open_garage: {takes_ms: 400, returns: {open: true}, safety: WRITE}
              turn_on_light: {takes_ms: 100, returns: {on: true}, safety: WRITE}
              weather: {takes_ms: 100, returns: {sky: clear}, safety: READ}
            """.formatted(index, index + 1, user);
    }
}
