package dev.parley.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.agent.record.MemoryRecorder;
import dev.parley.agent.tool.ThreadTimers;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolWiring;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.privacy.TonePolicy;
import dev.parley.kernel.port.Model;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Age affects tone: the model is told before it answers. */
class StyleTest {

    @Test
    void aModelIsToldHowToSpeakToWhoListens() {
        List<String> styles = new ArrayList<>();
        Model model = (prompt, _) -> {
            styles.add(prompt.style());
            return Model.Reply.says("Good.");
        };
        String child = TonePolicy.standard().toneFor(AgeClass.UNKNOWN).inWords();
        try (ThreadTimers timers = new ThreadTimers();
                Agent agent = Agent.withinSession(
                        AgentSettings.of("house", "talk"),
                        model,
                        ToolWiring.of(
                                new ToolCatalogue(List.of()),
                                ToolPolicy.of(ToolMode.FULL_ACCESS),
                                new MemoryRecorder(),
                                timers))) {
            agent.turn(1, "dora", "Hello", child);
            agent.turn("ana", "Hello");
        }
        assertEquals(List.of(child, ""), styles);
        assertEquals(
                "Speak in a way that is simple and gentle, in sentences of at most 12 words."
                        + " Do not talk about drugs, gambling, purchases, sex, violence.",
                child);
    }
}
