package held.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.session.ConversationLoop;
import dev.parley.session.SessionRuntime;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.record.EpochFence;
import dev.parley.session.place.PlacementLog;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Records;
import dev.parley.session.record.RunelogRecords;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import held.HookedDisk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A conversation is run by the thread that owns it, though its disk answers on another one. */
class OneThreadTest {
    private static final String WORLD = """
            name: on a real disk
            seed: 1
            settings: {llm_first_ms: 0, llm_total_ms: 1, tts_first_ms: 1}
            agent:
              - {when: "hello", says: "well", audio_ms: 5}
            """;

    @TempDir
    private Path data;

    private final Set<String> threads = ConcurrentHashMap.newKeySet();

    @Test
    void onlyTheThreadOfAConversationEverRunsIt() throws Exception {
        Scenario scenario = ScenarioReader.yaml(WORLD);
        VirtualTime time = new VirtualTime(0);
        SystemTime clock = new SystemTime();
        try (Runelog log = Runelog.open(
                HookedDisk.around(new RealDisk(data), OneThreadTest::slowly),
                RunelogSettings.standard(clock, RandomSource.seeded(1)))) {
            RunelogRecords shared = new RunelogRecords(log, false);
            PlacementLog decisions = new PlacementLog(shared.journal(PlacementLog.CONVERSATION, _ -> {}), time);
            SessionRuntime runtime = new SessionRuntime(
                    "a",
                    new SessionRuntime.Parts(
                            new InProcessAuthority(1, 60_000, "voice@1.0.0", decisions),
                            decisions,
                            new EpochFence((_, _) -> {}),
                            noting(shared),
                            time),
                    Runnable::run);
            String session = scenario.conversation();
            runtime.open(
                    session,
                    Json.Obj.EMPTY,
                    (tenancy, journal, door) -> new ConversationLoop(
                            tenancy, scenario.settings(), Map.of(), ScenarioRun.world(scenario, time, journal, door)));
            runtime.offer(session, 1, new SessionEvent.TextTyped("hello", ""));
            time.advanceTo(1_000_000_000L);
            // Everything that this thread does is done; what comes now comes with the disk's answer.
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (threads.size() == 1 && System.nanoTime() < until) {
                Thread.sleep(20);
            }
        }
        assertEquals(Set.of(Thread.currentThread().getName()), threads, "the thread of the journal runs the loop");
    }

    /** A disk that answers after the question was asked, as disks do. */
    private static void slowly(String what) {
        if (what.equals("force")) {
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The records as they are, and a note of every thread on which a loop writes. */
    private Records noting(Records records) {
        return new Records() {
            @Override
            public Journal journal(String conversation, Consumer<SessionEvent> door) {
                Journal journal = records.journal(conversation, door);
                return new Journal() {
                    @Override
                    public Rune append(RuneDraft draft) {
                        threads.add(Thread.currentThread().getName());
                        return journal.append(draft);
                    }

                    @Override
                    public boolean isDurable(long eventId) {
                        return journal.isDurable(eventId);
                    }
                };
            }

            @Override
            public List<Rune> read(String conversation) {
                return records.read(conversation);
            }
        };
    }
}
