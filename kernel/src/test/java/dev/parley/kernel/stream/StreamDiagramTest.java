package dev.parley.kernel.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.MachineWalk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The drawing under docs is the machine, and every edge it draws is walked by a real request. */
class StreamDiagramTest {
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

    @Test
    void theCommittedDiagramIsTheMachine() throws IOException {
        Path file = Path.of(System.getProperty("parley.root"), "docs", "machines", "stream.md");
        String drawn = "# stream\n\nDrawn from the machine by its walk; what has no arrow is refused. The ownership and"
                + " override actions are legal in every state\nand move nothing, so they are left out.\n\n```mermaid\n"
                + lifecycleOnly() + "```\n";
        if (Boolean.getBoolean("parley.redraw")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, drawn);
        }
        assertEquals(drawn, Files.readString(file), "run the test with -Dparley.redraw=true");
    }

    /** The walk's own drawing without the arrows that every state has. */
    private String lifecycleOnly() {
        List<String> everywhere =
                List.of("CLAIM", "RELEASE", "TRANSFER", "ENABLE_OVERRIDE", "UPDATE_OVERRIDE", "DISABLE_OVERRIDE");
        StringBuilder out = new StringBuilder();
        for (String line : walk.mermaid().lines().toList()) {
            int colon = line.indexOf(": ");
            List<String> events =
                    colon < 0 ? List.of() : List.of(line.substring(colon + 2).split("<br/>"));
            List<String> kept =
                    events.stream().filter(event -> !everywhere.contains(event)).toList();
            assertTrue(kept.size() == events.size() || kept.size() + everywhere.size() == events.size(), line);
            if (events.isEmpty()) {
                out.append(line).append('\n');
            } else if (!kept.isEmpty()) {
                out.append(line, 0, colon + 2)
                        .append(String.join("<br/>", kept))
                        .append('\n');
            }
        }
        return out.toString();
    }
}
