package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.record.EffectGate;
import dev.parley.session.record.Journal;
import dev.parley.session.time.Rank;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** Rulings X9 and D3: what waits for the disk, what does not, and what happens when the disk does not answer. */
class EvidenceTest {
    private static final long NEVER = -1;
    private static final String SPEAKS = """
            name: speaks
            seed: 1
            user:
              - {at_ms: 1000, types: "hello"}
            agent:
              - {when: "hello", says: "one two three four", audio_ms: 4000}
            """;
    private static final String CALLS = """
            name: calls
            seed: 1
            user:
              - {at_ms: 1000, types: "weather"}
            agent:
              - {when: "weather", calls: [{id: c1, tool: weather, args: {city: Rome}}]}
              - {when_result: c1, says: "clear", audio_ms: 0}
            tools:
              weather: {takes_ms: 500, returns: {sky: clear}}
            """;

    /** A disk that answers after a while, never, or with a failure. */
    private static final class SlowDisk implements Journal {
        private final MemoryJournal memory = new MemoryJournal();
        private final VirtualTime time;
        private final Consumer<SessionEvent> door;
        private final LongSupplier delay;
        private final boolean fails;
        private final long wellAtMs;
        private long durable;

        SlowDisk(VirtualTime time, Consumer<SessionEvent> door, LongSupplier delay, boolean fails, long wellAtMs) {
            this.time = time;
            this.door = door;
            this.delay = delay;
            this.fails = fails;
            this.wellAtMs = wellAtMs;
        }

        @Override
        public Rune append(RuneDraft draft) {
            if (draft.kind().equals("playback.started")) {
                long verdict = memory.runes().stream()
                        .filter(rune -> rune.kind().equals("verdict.stream")
                                && "PLAY".equals(rune.payload().text("action")))
                        .mapToLong(Rune::eventId)
                        .max()
                        .orElseThrow();
                assertTrue(durable >= verdict, "X9: speech before its verdict was durable");
            }
            return memory.append(draft);
        }

        @Override
        public boolean isDurable(long eventId) {
            if (durable >= eventId) {
                return true;
            }
            long delayMs = delay.getAsLong();
            long atMs = delayMs == NEVER ? wellAtMs : time.nowMs() + delayMs;
            if (atMs != NEVER) {
                time.atMs(atMs, Rank.PROVIDER, () -> answer(eventId));
            }
            return false;
        }

        private void answer(long eventId) {
            if (!fails) {
                durable = Math.max(durable, eventId);
            }
            door.accept(fails ? new SessionEvent.RecordLost("the disk is gone") : new SessionEvent.RecordKept(eventId));
        }
    }

    private static List<Rune> run(String yaml, long delayMs, boolean fails, long wellAtMs) throws Exception {
        Scenario scenario = ScenarioReader.yaml(yaml);
        return run(scenario, delayMs, fails, wellAtMs);
    }

    private static List<Rune> run(Scenario scenario, long delayMs, boolean fails, long wellAtMs) {
        return run(scenario, () -> delayMs, fails, wellAtMs);
    }

    private static List<Rune> run(Scenario scenario, LongSupplier delayMs, boolean fails, long wellAtMs) {
        SlowDisk[] disk = new SlowDisk[1];
        ScenarioRun.into(scenario, (time, door) -> {
            disk[0] = new SlowDisk(time, door, delayMs, fails, wellAtMs);
            return disk[0];
        });
        return disk[0].memory.runes();
    }

    private static long atMs(List<Rune> runes, String kind) {
        return runes.stream()
                .filter(rune -> rune.kind().equals(kind))
                .mapToLong(rune -> rune.envelope().monotonicNanos() / 1_000_000)
                .findFirst()
                .orElse(NEVER);
    }

    private static boolean has(List<Rune> runes, String kind) {
        return atMs(runes, kind) != NEVER;
    }

    private static String reason(List<Rune> runes, String kind) {
        return runes.stream()
                .filter(rune -> rune.kind().equals(kind))
                .map(rune -> String.valueOf(rune.payload().text("reason")))
                .findFirst()
                .orElse("none");
    }

    @Test
    void speechWaitsOncePerReplyForItsVerdictToBeDurable() throws Exception {
        List<Rune> runes = run(SPEAKS, 40, false, NEVER);
        assertEquals(1000 + 300 + 200 + 40, atMs(runes, "playback.started"));
        assertEquals(1540 + 4000, atMs(runes, "playback.ended"), "its frames are covered and wait no more");
        assertEquals("completed", reason(runes, "turn.completed"));
    }

    @Test
    void aToolRunsWhenItsIntentIsDurableAndNotBefore() throws Exception {
        List<Rune> runes = run(CALLS, 40, false, NEVER);
        assertEquals(1300, atMs(runes, "tool.dispatched"));
        assertEquals(1300 + 40 + 500, atMs(runes, "tool.result"));
    }

    @Test
    void aStopDoesNotWaitForTheDisk() throws Exception {
        List<Rune> runes = run(SPEAKS.replace("agent:", "  - {at_ms: 1520, stop: true}\nagent:"), 400, false, NEVER);
        assertEquals(1520, atMs(runes, "turn.interrupted"));
        assertFalse(has(runes, "playback.started"), "the late answer releases nothing");
    }

    @Test
    void aCallThatIsStoppedBeforeItsIntentIsDurableNeverRuns() throws Exception {
        List<Rune> runes = run(CALLS.replace("agent:", "  - {at_ms: 1310, stop: true}\nagent:"), 400, false, NEVER);
        assertEquals(1310, atMs(runes, "tool.result"));
        Json status = runes.stream()
                .filter(rune -> rune.kind().equals("tool.result"))
                .map(rune -> rune.payload().get("status"))
                .findFirst()
                .orElseThrow();
        assertEquals(Json.of("cancelled"), status);
        assertFalse(has(runes, "tool.late"), "nothing came back, because nothing was started");
    }

    @Test
    void aFailedDiskEndsTheTurnAndOutputStaysStopped() throws Exception {
        String again = SPEAKS.replace("agent:", "  - {at_ms: 9000, types: \"hello\"}\nagent:");
        List<Rune> runes = run(again, 40, true, NEVER);
        assertEquals(1540, atMs(runes, "turn.error"));
        assertEquals("recording_evidence_unavailable", reason(runes, "turn.error"));
        assertFalse(has(runes, "playback.started"));
        assertEquals("turn.closed", runes.getLast().kind(), "D3: nothing is said or done any more");
    }

    @Test
    void aDiskThatNeverAnswersEndsTheTurnInTime() throws Exception {
        String again = SPEAKS.replace("agent:", "  - {at_ms: 9000, types: \"hello\"}\nagent:");
        List<Rune> runes = run(again, NEVER, false, NEVER);
        assertEquals(1500 + EffectGate.ANSWER_WITHIN_MS, atMs(runes, "turn.error"));
        assertEquals("recording_evidence_unavailable", reason(runes, "turn.error"));
        assertFalse(has(runes, "playback.started"));
        assertEquals(
                1,
                runes.stream()
                        .filter(rune -> rune.kind().equals("turn.started"))
                        .count(),
                "D3: output stays stopped");
    }

    @Test
    void whenTheDiskAnswersAfterAllTheWordsThatWaitedAreAnswered() throws Exception {
        String again = SPEAKS.replace("agent:", "  - {at_ms: 9000, types: \"hello\"}\nagent:");
        List<Rune> runes = run(again, NEVER, false, 10_000);
        List<Rune> opened = runes.stream()
                .filter(rune -> rune.kind().equals("turn.started"))
                .toList();
        assertEquals(2, opened.size());
        assertEquals(10_000, opened.getLast().envelope().monotonicNanos() / 1_000_000);
        assertEquals(10_500, atMs(runes, "playback.started"), "what was held before is not released late");
    }

    @Test
    void noLibraryScenarioSpeaksBeforeItsVerdictIsDurable() throws Exception {
        for (Path file : Library.files()) {
            run(Library.read(file), 7, false, NEVER);
        }
    }

    /** Most answers come soon, some take longer than the session waits; a later answer may come before an earlier one. */
    @Test
    void whateverTheDiskTakesEverythingEndsOnceAndAStopNeverWaits() {
        for (long seed = 1; seed <= 1_000; seed++) {
            Scenario scenario = RandomConversations.of(seed);
            RandomSource random = RandomSource.seeded(seed);
            LongSupplier delay = () -> random.nextInt(10) == 0 ? random.nextInt(4_000) : random.nextInt(60);
            try {
                ConversationProperties.hold(scenario, run(scenario, delay, false, NEVER));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }
}
