package dev.parley.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.pipeline.loop.Admission;
import dev.parley.pipeline.loop.Carriers;
import dev.parley.pipeline.loop.LoopTask;
import dev.parley.pipeline.loop.Seat;
import dev.parley.pipeline.loop.Seating;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.SessionHost.Opening;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Records;
import dev.parley.session.record.RunelogRecords;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A host as a process has it: carriers, the machine's clock, a real disk. Every rune passes by whoever watches. */
final class LiveHost implements AutoCloseable {
    static final SystemTime CLOCK = new SystemTime();

    final Runelog log;
    final SessionHost host;
    private final Carriers carriers;
    private final ExecutorService work = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, CountDownLatch> awaited = new ConcurrentHashMap<>();

    LiveHost(Path directory, int carrierCount, HostListener listener, BiConsumer<String, RuneDraft> watcher)
            throws IOException {
        this(
                Runelog.open(new RealDisk(directory), RunelogSettings.standard(CLOCK, RandomSource.seeded(1))),
                carrierCount,
                listener,
                watcher);
    }

    LiveHost(Runelog log, int carrierCount, HostListener listener, BiConsumer<String, RuneDraft> watcher) {
        this.log = log;
        carriers = new Carriers(carrierCount, CLOCK, (seat, fault) -> {});
        host = new SessionHost(
                "live",
                new SessionHost.Parts(
                        InProcessAuthority.alone("voice@1.0.0"),
                        watched(new RunelogRecords(log, false), watcher),
                        admitting(carriers),
                        CLOCK,
                        work,
                        listener));
    }

    /** However busy the machine is with other tests. */
    private static Seating admitting(Carriers carriers) {
        return new Seating() {
            @Override
            public Admission admission() {
                return new Admission.Admitted();
            }

            @Override
            public Seat seat(LoopTask task) {
                return carriers.seat(task);
            }
        };
    }

    private Records watched(Records records, BiConsumer<String, RuneDraft> watcher) {
        return new Records() {
            @Override
            public Journal journal(String conversation, long epoch, Consumer<SessionEvent> door) {
                Journal journal = records.journal(conversation, epoch, door);
                return new Journal() {
                    @Override
                    public Rune append(RuneDraft draft) {
                        watcher.accept(conversation, draft);
                        Rune rune = journal.append(draft);
                        CountDownLatch latch = awaited.get(conversation + " " + draft.kind());
                        if (latch != null) {
                            latch.countDown();
                        }
                        return rune;
                    }

                    @Override
                    public @Nullable Rune offer(RuneDraft draft) {
                        watcher.accept(conversation, draft);
                        return journal.offer(draft);
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

    /** From now on this many runes of the kind can be awaited. */
    CountDownLatch expect(String session, String kind, int many) {
        CountDownLatch latch = new CountDownLatch(many);
        awaited.put(session + " " + kind, latch);
        return latch;
    }

    static void await(CountDownLatch latch) throws InterruptedException {
        assertTrue(latch.await(60, TimeUnit.SECONDS), "it never came");
    }

    /** Opens a scripted conversation and returns its name. */
    String open(String yaml) throws BadScenario {
        return open(wanted(yaml));
    }

    String open(SessionHost.Wanted wanted) {
        assertInstanceOf(Opening.Opened.class, host.open(wanted).join());
        return wanted.session();
    }

    static SessionHost.Wanted wanted(String yaml) throws BadScenario {
        return ScenarioRun.wanted(ScenarioReader.yaml(yaml), CLOCK.monotonicNanos());
    }

    void type(String session, String text) {
        assertTrue(host.offer(session, new SessionEvent.TextTyped(text, "")), text);
    }

    List<Rune> recorded(String session) {
        return new RunelogRecords(log, false).read(session);
    }

    static List<String> reasons(List<Rune> runes, String kind) {
        return runes.stream()
                .filter(rune -> rune.kind().equals(kind))
                .map(rune -> String.valueOf(rune.payload().text("reason")))
                .toList();
    }

    @Override
    public void close() throws IOException {
        host.close();
        assertEquals(0, host.conversations());
        carriers.close();
        work.close();
        log.close();
    }
}
