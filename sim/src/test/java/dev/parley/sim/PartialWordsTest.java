package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.guard.RetryPolicy;
import dev.parley.provider.scripted.Script;
import dev.parley.provider.scripted.ScriptedProvider;
import dev.parley.session.ConversationLoop;
import dev.parley.sim.result.ScenarioResult;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a recogniser guesses while somebody still speaks is enough to stop, and to know who only listens. */
class PartialWordsTest {
    private static final String TALK = """
            name: words that are recognised early
            settings: {stop_words: [stop], backchannels: [mhm]}
            user:
              - {at_ms: 0, types: "tell me"}
              - {from_ms: 2000, to_ms: 4000, says: "not heard by this test"}
            agent:
              - {when: tell, says: "one two three four five six", audio_ms: 6000}
            """;

    private record Guess(long atMs, String words) {}

    /** @param words the final transcript, 200 ms after the voice has ended */
    private static List<Rune> heard(String words, Guess... guesses) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml(TALK), (_, _) -> journal, ports -> {
            List<Script.Line> lines = new ArrayList<>();
            for (Guess guess : guesses) {
                lines.add(new Script.Line(
                        guess.atMs() - 2000, call -> new ProviderEvent.PartialTranscript(call, guess.words(), 500)));
            }
            lines.add(new Script.Line(
                    2200, call -> new ProviderEvent.FinalTranscript(call, words, 900, 2000, 4000, List.of())));
            Script script = Script.of(lines, 2200).showingLife();
            return new ConversationLoop.Ports(
                    ports.time(),
                    ports.timers(),
                    ports.journal(),
                    new ProvidersAround(
                            ports.providers(), RetryPolicy.NONE, provider -> recogniser(provider, script, ports)),
                    ports.tools(),
                    ports.people());
        });
        return journal.runes();
    }

    private static Provider recogniser(Provider provider, Script script, ConversationLoop.Ports ports) {
        return provider.profile().modality() == Modality.STT
                ? new ScriptedProvider(provider.profile(), (ProviderRequest _) -> script, ports.time(), ports.timers())
                : provider;
    }

    private static List<String> signals(List<Rune> runes) {
        List<String> signals = new ArrayList<>();
        if (ScenarioResult.of("signals", runes, null).json().get("control") instanceof Json.Arr(List<Json> all)) {
            for (Json each : all) {
                String signal = String.valueOf(((Json.Obj) each).text("signal"));
                if (List.of("barge_in", "cancel", "commit", "abort").contains(signal)) {
                    signals.add(((Json.Obj) each).number("at_ms") + " " + signal);
                }
            }
        }
        return signals;
    }

    @Test
    void aGuessedStopWordStopsWhileItIsStillBeingSpokenAndOnlyOnce() throws BadScenario {
        List<Rune> runes = heard("please stop right now", new Guess(2200, "please"), new Guess(2400, "please stop"));
        assertEquals(List.of("2400 cancel", "2400 abort"), signals(runes));
        assertEquals(
                List.of("tell me", "please stop right now"),
                runes.stream()
                        .filter(rune -> rune.kind().equals("user.words"))
                        .map(rune -> rune.payload().text("pii_text"))
                        .toList());
    }

    @Test
    void whoeverOnlySeemedToListenInterruptsOnceTheyGoOn() throws BadScenario {
        List<Rune> runes = heard("mhm but wait", new Guess(2300, "mhm"), new Guess(3000, "mhm but"));
        assertEquals(List.of("3000 barge_in", "4200 abort"), signals(runes).subList(0, 2));
    }

    @Test
    void aBackchannelThatIsKnownOnlyAtItsEndGivesTheFloorBack() throws BadScenario {
        List<Rune> runes = heard("mhm");
        assertEquals(List.of("2500 barge_in", "8200 commit"), signals(runes));
    }
}
