package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Every rune says who answers, by which pipeline, where in it, and the how-manieth of its runtime it is. */
class EnvelopeTest {
    private static List<Rune> run() throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml("""
                name: envelopes
                agents:
                  - {id: nurse, priority: 5}
                  - {id: doctor, priority: 7}
                  - {at_ms: 4000, agent: nurse, does: transfer, to: doctor}
                edges: {tts_out: {max_items: 10, strategy: drop, high: 8, low: 4}}
                user:
                  - {from_ms: 0, to_ms: 1000, says: "hello"}
                  - {at_ms: 5000, types: "hello"}
                agent: [{when: hello, says: "Good day.", audio_ms: 500}]
                """), journal);
        return journal.runes();
    }

    @Test
    void theRunesOfATurnNameItsAgentAndThePipelineInForce() throws BadScenario {
        for (Rune rune : run()) {
            if (rune.turn() > 0) {
                assertEquals(rune.turn() == 1 ? "nurse" : "doctor", rune.agent(), rune.kind());
                assertFalse(rune.envelope().pipelineVersion().isEmpty(), rune.kind());
            }
        }
    }

    @Test
    void callsSoundAndPressureNameTheirPlaceInThePipeline() throws BadScenario {
        Set<String> places = new TreeSet<>();
        for (Rune rune : run()) {
            String provider = rune.payload().text("provider");
            places.add(rune.kind() + (provider == null ? "" : " " + provider) + " at "
                    + rune.envelope().place());
        }
        assertTrue(
                places.containsAll(Set.of(
                        "provider.call llm at llm",
                        "provider.outcome stt at stt",
                        "playback.started at tts",
                        "control.drop_notice at tts_out",
                        "turn.started at ")),
                places.toString());
    }

    @Test
    void theRuntimeCountsWhatItWrites() throws BadScenario {
        List<Rune> runes = run();
        assertEquals(
                LongStream.rangeClosed(1, runes.size()).boxed().toList(),
                runes.stream().map(rune -> rune.envelope().runtimeSequence()).toList());
    }

    @Test
    void aDraftKeepsWhatItSaysOfItself() {
        VirtualTime time = new VirtualTime(0);
        MemoryJournal journal = new MemoryJournal();
        Recorder recorder = new Recorder("c", journal, new LoopClock(time, time, Runnable::run));
        recorder.write(
                RuneDraft.of("c", "note", Json.Obj.EMPTY)
                        .withAgent("nurse")
                        .withPlace("llm")
                        .withIdempotencyKey("work:1")
                        .withProviderCall("call:1")
                        .withMediaMicros(7)
                        .withSequences(9, 0),
                0);
        Rune rune = journal.runes().getFirst();
        assertEquals("nurse at llm", rune.agent() + " at " + rune.envelope().place());
        assertEquals(
                "work:1 call:1",
                rune.envelope().idempotencyKey() + " " + rune.envelope().providerCall());
        assertEquals(
                List.of(7L, 9L, 1L),
                List.of(
                        rune.envelope().mediaMicros(),
                        rune.envelope().transportSequence(),
                        rune.envelope().runtimeSequence()));
    }
}
