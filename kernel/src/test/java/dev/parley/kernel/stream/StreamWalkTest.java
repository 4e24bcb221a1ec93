package dev.parley.kernel.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.MachineWalk;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The machine answers every pair, and every edge that is drawn is walked by a real request. */
class StreamWalkTest {
    private final MachineWalk walk = MachineWalk.of(new StreamMachine());

    @Test
    void reachesAllSevenStatesAndAnswersEveryPair() {
        assertEquals(
                Set.of("idle", "compiling", "synthesizing", "playing", "interrupting", "stopped", "failed"),
                Set.copyOf(walk.states()));
        Set<String> answered = new HashSet<>(walk.refused());
        walk.edges().forEach(edge -> answered.add(edge.from() + " " + edge.event()));
        assertEquals(7 * 18, answered.size(), "17 actions, STOP once for system and once for the others");
    }

    @Test
    void everyDrawnEdgeIsWalkedByARequest() {
        for (MachineWalk.Edge edge : walk.edges()) {
            if (edge.from().equals(edge.to()) && !edge.event().matches("MUTATE_GRAPH|COMMIT|ROLLBACK")) {
                continue;
            }
            StreamFixture streams = StreamFixture.at(edge.from());
            if (edge.event().equals("ROLLBACK")) {
                streams.allowed("agent_a", "s1", "MUTATE_GRAPH", "change", "gain");
            }
            String actor = edge.event().equals("STOP") ? "agent_a" : "system";
            String action = edge.event().replace(" by system", "");
            boolean ofGraph = edge.from().equals(edge.to());
            streams.allowed(ofGraph ? "agent_a" : actor, "s1", action, parameters(action));
        }
    }

    private static Object[] parameters(String action) {
        return switch (action) {
            case "MUTATE_GRAPH" -> new Object[] {"change", "gain"};
            case "INTERRUPT" -> new Object[] {"flush", "hold"};
            default -> new Object[0];
        };
    }
}
