package dev.parley.bench.session;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.port.RandomSource;
import dev.parley.pipeline.loop.Carriers;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.SessionHost.Opening;
import dev.parley.session.record.EpochFence;
import dev.parley.session.record.RunelogRecords;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A host as a process has it, with two carriers and a log on disk. */
final class BenchHost implements AutoCloseable {
    static final int CARRIERS = 2;
    private static final int REFUSED_MS = 400;
    private static final int TRIES_MAX = 100;
    static final SystemTime CLOCK = new SystemTime();

    final SessionHost host;
    final Runelog log;
    final Carriers carriers;
    private final ExecutorService work = Executors.newVirtualThreadPerTaskExecutor();

    BenchHost(Path folder) throws IOException {
        this(folder, RunelogRecords.KEEP_EVERY);
    }

    /** @param keepEvery after how many runes the host keeps a snapshot of a conversation */
    BenchHost(Path folder, long keepEvery) throws IOException {
        log = Runelog.open(
                new RealDisk(folder), RunelogSettings.standard(CLOCK, RandomSource.seeded(System.nanoTime())));
        carriers = new Carriers(CARRIERS, CLOCK, (seat, fault) -> {});
        host = new SessionHost(
                "bench",
                new SessionHost.Parts(
                        InProcessAuthority.alone("voice@1.0.0"),
                        new RunelogRecords(log, false, new EpochFence((draft, newest) -> {}), keepEvery),
                        carriers,
                        CLOCK,
                        work,
                        HostListener.NONE));
    }

    /** Whether the host took the conversation in; one that is refused comes back a few times. */
    boolean open(SessionHost.Wanted wanted, int tries) {
        for (int left = tries; left > 0; left--) {
            if (host.open(wanted).join() instanceof Opening.Opened) {
                return true;
            }
            rest(REFUSED_MS);
        }
        return false;
    }

    /** Opens a conversation that the bench cannot do without. */
    void openSurely(SessionHost.Wanted wanted) {
        if (!open(wanted, TRIES_MAX)) {
            throw new IllegalStateException("the machine has no time for " + wanted.session());
        }
    }

    static Scenario scenario(String yaml) {
        try {
            return ScenarioReader.yaml(yaml);
        } catch (BadScenario e) {
            throw new IllegalStateException(e);
        }
    }

    static Path folder() throws IOException {
        Path target = Path.of(System.getProperty("parley.root", "."), "bench", "target");
        return Files.isDirectory(target)
                ? Files.createTempDirectory(target, "session")
                : Files.createTempDirectory("session");
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    static void rest(long ms) {
        long until = System.nanoTime() + ms * 1_000_000;
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Override
    public void close() throws IOException {
        host.close();
        carriers.close();
        work.close();
        log.close();
    }
}
