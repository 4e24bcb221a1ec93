package held.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.rune.Rune;
import dev.parley.session.port.ProviderKind;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.script.ScenarioReader;
import held.Given;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A recogniser that never answers costs one sentence, and none after it. */
class SilentRecogniserTest {
    private static final String TALK = """
            name: two sentences
            user:
              - {from_ms: 0, to_ms: 1000, says: "hello"}
              - {from_ms: 20000, to_ms: 21000, says: "hello again"}
            agent:
              - {when: hello, says: "Good day.", audio_ms: 500}
            """;

    private static List<Rune> talkedWithoutTheFirstTranscript() throws Exception {
        MemoryJournal whole = new MemoryJournal();
        new World(ScenarioReader.yaml(TALK), whole, _ -> false).play();
        Given.that(World.texts(whole.runes(), "user.words").equals(List.of("hello", "hello again")), "both are heard");
        MemoryJournal journal = new MemoryJournal();
        boolean[] first = {true};
        new World(ScenarioReader.yaml(TALK), journal, call -> {
                    boolean silent = call.kind() == ProviderKind.STT && first[0];
                    first[0] = first[0] && call.kind() != ProviderKind.STT;
                    return silent;
                })
                .play();
        return journal.runes();
    }

    @Test
    void theNextSentenceIsHeard() throws Exception {
        List<Rune> runes = talkedWithoutTheFirstTranscript();
        assertEquals(List.of("hello again"), World.texts(runes, "user.words"), "twenty seconds later nobody is heard");
    }

    @Test
    void theNextSentenceIsAnswered() throws Exception {
        List<Rune> runes = talkedWithoutTheFirstTranscript();
        assertEquals(
                List.of("Good day."), World.texts(runes, "agent.reply"), "twenty seconds later nobody is answered");
    }

    @Test
    void theCallThatIsNotAnsweredEndsWithAReason() throws Exception {
        List<String> failed = talkedWithoutTheFirstTranscript().stream()
                .filter(rune -> rune.kind().equals("provider.failed"))
                .map(rune ->
                        rune.payload().text("provider") + " " + rune.payload().text("failure"))
                .toList();
        assertEquals(List.of("stt TIMEOUT"), failed, "it is asked for ever");
    }
}
