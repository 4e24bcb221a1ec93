package dev.parley.bench.session;

import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.kernel.rune.Rune;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.Scenario;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What one whole spoken turn costs the processor and the record, and a conversation that waits the memory. The turn runs on virtual time, so that nothing but the work is in it; the disk's
 * part is {@code runelog.durable}.
 */
public final class TurnBench implements Bench {
    private static final int TURNS = 200;
    private static final int IDLE = 2_000;
    private static final double IDLE_KIB_MAX = 60;

    @Override
    public String name() {
        return "session.turn";
    }

    @Override
    public List<Result> run(boolean quick) throws IOException {
        Scenario scenario = turns(TURNS);
        double cpu = Double.MAX_VALUE;
        List<Rune> runes = List.of();
        for (int round = 0; round < (quick ? 5 : 20); round++) {
            MemoryJournal journal = new MemoryJournal();
            long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            ScenarioRun.into(scenario, journal);
            long spent = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
            cpu = Math.min(cpu, spent / 1_000.0 / TURNS);
            runes = journal.runes();
        }
        long bytes = runes.stream().mapToLong(Rune::canonicalLength).sum();
        double perTurn = (double) runes.size() / TURNS;
        return List.of(
                new Result(name(), cpu, "us of a core", 10_000, "a hundredth of a second"),
                new Result(name() + ".runes", perTurn, "runes", perTurn, "itself"),
                new Result(name() + ".bytes", (double) bytes / TURNS, "bytes", 65_536, "64 KiB"),
                new Result("session.idle", idleKib(), "KiB/conversation", IDLE_KIB_MAX, "the limit"));
    }

    static Scenario turns(int many) {
        StringBuilder yaml = new StringBuilder("name: turns " + many + "\nseed: 1\nuser:\n");
        for (int turn = 0; turn < many; turn++) {
            long from = turn * 10_000L;
            yaml.append("  - {from_ms: " + from + ", to_ms: " + (from + 1_500) + ", says: \"what is it like\"}\n");
        }
        yaml.append(
                "agent:\n  - {when: \"what\", says: \"It is sunny and warm, as it was yesterday.\", audio_ms: 4000}\n");
        return BenchHost.scenario(yaml.toString());
    }

    /** Conversations in sound that nobody has spoken in yet. */
    private static double idleKib() throws IOException {
        Path folder = BenchHost.folder();
        List<FrameCaller> callers = new ArrayList<>();
        try (BenchHost live = new BenchHost(folder)) {
            Scenario scenario = turns(1);
            long before = used();
            for (int i = 0; i < IDLE; i++) {
                FrameCaller caller = new FrameCaller(scenario, List.of(), nanos -> {}, UnaryOperator.identity());
                live.openSurely(caller.wanted("idle-" + i));
                callers.add(caller);
            }
            return Math.max(0, (used() - before) / 1_024.0 / callers.size());
        } finally {
            BenchHost.delete(folder);
        }
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
