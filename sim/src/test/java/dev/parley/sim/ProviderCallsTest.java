package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneEnvelope;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Items 24 and 30: every attempt at a provider is recorded under an id of its own and the key of its work. */
class ProviderCallsTest {
    private static final String SWITCHES = """
            name: the first voice fails
            providers: {tts: [primary, backup]}
            user:
              - {at_ms: 100, types: "hello"}
            agent:
              - {when: hello, says: "Good day.", audio_ms: 500}
            faults:
              - {at_ms: 0, provider: tts, name: primary, kind: overload}
            """;

    @Test
    void attemptsAtOneWorkShareItsKeyAndNothingElse() throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml(SWITCHES), journal);
        List<String> told = journal.runes().stream()
                .filter(rune -> rune.kind().startsWith("provider."))
                .map(ProviderCallsTest::told)
                .toList();
        assertEquals(
                List.of(
                        "provider.call llm primary call:1.1 work:1.1",
                        "provider.outcome llm primary call:1.1 work:1.1",
                        "provider.call tts primary call:1.2 work:1.2",
                        "provider.outcome tts primary call:1.2 work:1.2",
                        "provider.call tts backup call:1.3 work:1.2",
                        "provider.outcome tts backup call:1.3 work:1.2"),
                told);
    }

    @Test
    void everyCallLeavesItsOutcomeAndItsLatency() throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml("""
                name: a question
                user:
                  - {from_ms: 0, to_ms: 1000, says: "hello"}
                agent:
                  - {when: hello, says: "Good day.", audio_ms: 500}
                """), journal);
        List<String> outcomes = journal.runes().stream()
                .filter(rune -> rune.kind().equals("provider.outcome"))
                .map(rune -> String.join(
                        " ",
                        String.valueOf(rune.payload().text("provider")),
                        String.valueOf(rune.payload().text("outcome")),
                        "took " + number(rune, "took_ms"),
                        "owed " + number(rune, "owed_ms"),
                        "first " + number(rune, "first_ms")))
                .toList();
        assertEquals(
                List.of(
                        "stt success took 1200 owed 200 first 1200",
                        "llm success took 300 owed 300 first 300",
                        "tts success took 700 owed 200 first 200"),
                outcomes);
    }

    /** Whoever listens, judges or thinks ahead works for no turn yet, and is recorded all the same. */
    @Test
    void whoIsAskedBeforeThereIsATurnIsRecordedToo() throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml("""
                name: thinks ahead
                settings: {preemptive: llm+tts, llm_first_ms: 100, llm_total_ms: 100}
                user:
                  - {from_ms: 0, to_ms: 1000, says: "hello"}
                agent:
                  - {when: hello, says: "Good day.", audio_ms: 500}
                """), journal);
        List<String> calls = journal.runes().stream()
                .filter(rune -> rune.kind().equals("provider.call"))
                .map(rune -> rune.payload().text("provider") + " in turn " + rune.turn())
                .toList();
        assertEquals(List.of("stt in turn 0", "llm in turn 0", "tts in turn 0"), calls);
        List<String> outcomes = journal.runes().stream()
                .filter(rune -> rune.kind().equals("provider.outcome"))
                .map(rune -> rune.payload().text("provider") + " "
                        + rune.payload().text("outcome") + " after " + number(rune, "took_ms"))
                .toList();
        assertEquals(List.of("stt success after 1200", "llm success after 100", "tts success after 700"), outcomes);
    }

    private static String number(Rune rune, String field) {
        Json value = rune.payload().get(field);
        return value == null ? "nothing" : value.canonical();
    }

    private static String told(Rune rune) {
        RuneEnvelope envelope = rune.envelope();
        return String.join(
                " ",
                rune.kind(),
                String.valueOf(rune.payload().text("provider")),
                String.valueOf(rune.payload().text("name")),
                envelope.providerCall(),
                envelope.idempotencyKey());
    }
}
