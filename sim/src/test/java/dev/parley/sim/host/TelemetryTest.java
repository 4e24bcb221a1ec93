package dev.parley.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.session.HostListener;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.ToolStatus;
import dev.parley.session.record.Journal;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Telemetry is bounded, dropped with a notice when the record cannot keep up, and never waited for. */
@Timeout(120)
class TelemetryTest {
    private static final int FLOOD = 2_000;
    private static final int GROUP_BYTES = 64 << 10;
    private static final String QUICK = """
            name: %s
            seed: 1
            settings: {llm_first_ms: 0, llm_total_ms: 1, tts_first_ms: 1}
            agent:
              - {when: "hello", says: "well", audio_ms: 5}
            """;
    private static final String SPOKEN = """
            name: spoken
            seed: 1
            user:
              - {from_ms: 0, to_ms: 1000, says: "tell me a story"}
              - {from_ms: 4200, to_ms: 4500, says: "stop"}
              - {at_ms: 9000, types: "weather"}
            agent:
              - {when: "story", says: "once upon a time there was a king and he had a castle", audio_ms: 6000}
              - {when: "weather", calls: [{id: c1, tool: weather}]}
              - {when_result: c1, says: "it is clear today", audio_ms: 2500}
            tools:
              weather: {takes_ms: 300, returns: {sky: clear}}
            """;

    /** Leaves nothing but a telemetry rune. */
    private static final SessionEvent LATE =
            new SessionEvent.ToolFinished("nobody", ToolStatus.SUCCESS, Json.Null.NULL);

    @TempDir
    private Path directory = Path.of("");

    private static long count(List<Rune> runes, String kind) {
        return runes.stream().filter(rune -> rune.kind().equals(kind)).count();
    }

    /** A disk that stalls, a flood of late results, and another conversation on the same carrier. */
    @Test
    void aFloodOnAStalledDiskHoldsUpNobodyAndIsDroppedWithANotice() throws Exception {
        StallingDisk disk = new StallingDisk(directory);
        RunelogSettings settings =
                RunelogSettings.standard(LiveHost.CLOCK, RandomSource.seeded(1)).withGroupBytesMax(GROUP_BYTES);
        CountDownLatch flooded = new CountDownLatch(FLOOD);
        try (LiveHost live = new LiveHost(Runelog.open(disk, settings), 1, HostListener.NONE, (_, draft) -> {
            if (draft.kind().equals("tool.late")) {
                flooded.countDown();
            }
        })) {
            String loud = live.open(QUICK.formatted("loud"));
            String quiet = live.open(QUICK.formatted("quiet"));
            disk.stall();
            CountDownLatch told = live.expect(loud, "control.muted", 1);
            CountDownLatch heard = live.expect(quiet, "control.muted", 1);
            try {
                flood(live, loud);
                LiveHost.await(flooded);
                assertTrue(live.host.offer(loud, new SessionEvent.Muted()));
                assertTrue(live.host.offer(quiet, new SessionEvent.Muted()));
                LiveHost.await(told);
                LiveHost.await(heard);
            } finally {
                disk.goOn();
            }
            CountDownLatch answered = live.expect(quiet, "turn.closed", 1);
            live.type(quiet, "hello");
            LiveHost.await(answered);
            assertEquals(List.of("completed"), LiveHost.reasons(live.recorded(quiet), "turn.completed"));
            CountDownLatch noticed = live.expect(loud, "control.drop_notice", 1);
            assertTrue(live.host.offer(loud, LATE));
            LiveHost.await(noticed);
            checkNotice(live.recorded(loud));
        }
    }

    /** The door is bounded too: what it does not take now it is given again. */
    private static void flood(LiveHost live, String session) {
        for (int i = 0; i < FLOOD; i++) {
            while (!live.host.offer(session, LATE)) {
                assertFalse(Thread.interrupted(), "the conversation takes nothing more");
                Thread.onSpinWait();
            }
        }
    }

    private static void checkNotice(List<Rune> runes) {
        long kept = count(runes, "tool.late");
        long dropped = runes.stream()
                .filter(rune -> "telemetry".equals(rune.payload().text("dropped_lane")))
                .mapToLong(rune ->
                        Objects.requireNonNull(rune.payload().number("count")).longValue())
                .sum();
        assertEquals(FLOOD + 1, kept + dropped, "what is not there is counted");
        assertTrue(dropped > 0, "it could not keep up");
        assertTrue(kept * 100 < GROUP_BYTES, "no more than its share waits for the disk");
        Replay replay = new Replay(new Rooms());
        runes.forEach(replay::accept);
        assertNull(replay.divergence());
    }

    /** Whatever becomes of the telemetry, everything else is recorded at the same times. */
    @Test
    void withoutAnyTelemetryTheSameIsSaidAndHeardAtTheSameTimes() throws BadScenario {
        Scenario scenario = ScenarioReader.yaml(SPOKEN);
        MemoryJournal all = new MemoryJournal();
        ScenarioRun.into(scenario, all);
        MemoryJournal some = new MemoryJournal();
        AtomicInteger lost = new AtomicInteger();
        ScenarioRun.into(scenario, new Journal() {
            @Override
            public Rune append(RuneDraft draft) {
                return some.append(draft);
            }

            @Override
            public @Nullable Rune offer(RuneDraft draft) {
                lost.incrementAndGet();
                return null;
            }

            @Override
            public boolean isDurable(long eventId) {
                return true;
            }
        });
        assertTrue(lost.get() > 3, "there was telemetry to lose");
        assertEquals(happened(all.runes()), happened(some.runes()));
        Rune notice = some.runes().stream()
                .filter(rune -> rune.kind().equals("control.drop_notice"))
                .findFirst()
                .orElseThrow();
        assertEquals(Json.of(lost.get()), notice.payload().get("count"), "told at the end at the latest");
    }

    private static List<String> happened(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> rune.lane() != Lane.TELEMETRY && !rune.kind().equals("control.drop_notice"))
                .filter(rune -> !rune.kind().startsWith("verdict."))
                .map(rune -> rune.envelope().monotonicNanos() + " " + rune.kind() + " " + rune.turn() + " "
                        + naming(rune.payload(), runes).canonical())
                .toList();
    }

    /** Numbers of events shift where telemetry is missing: what they name instead. */
    private static Json.Obj naming(Json.Obj payload, List<Rune> runes) {
        return payload.get("heard") instanceof Json.Arr(List<Json> ids)
                ? payload.with(
                        "heard",
                        runes.stream()
                                .filter(rune -> ids.contains(Json.of(rune.eventId())))
                                .map(rune -> rune.kind() + " " + rune.payload().canonical())
                                .toList()
                                .toString())
                : payload;
    }
}
