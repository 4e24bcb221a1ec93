package dev.parley.bench.session;

import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.SessionHost;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * How long a host takes from being asked for a recorded conversation of 10,000 runes to its going on: with every verdict
 * decided again, and from a snapshot. Medians of hosts that are opened anew, after some that do not count.
 */
public final class TakeUpBench implements Bench {
    private static final int RUNES = 10_000;
    private static final int RUNES_PER_TURN = 30;
    private static final int WARM = 12;
    private static final double WHOLE_MS_MAX = 100;
    private static final double SNAPSHOT_MS_MAX = 20;

    @Override
    public String name() {
        return "session.open";
    }

    @Override
    public List<Result> run(boolean quick) throws IOException {
        int rounds = quick ? 9 : 31;
        return List.of(
                new Result(name(), ms(rounds, Long.MAX_VALUE), unit(), WHOLE_MS_MAX, "the limit, without a snapshot"),
                new Result(
                        name() + ".snapshot",
                        ms(rounds, RUNES),
                        unit(),
                        SNAPSHOT_MS_MAX,
                        "the limit, from a snapshot"));
    }

    private static String unit() {
        return "ms for " + RUNES + " runes";
    }

    private static double ms(int rounds, long keepEvery) throws IOException {
        Path folder = BenchHost.folder();
        try {
            SessionHost.Wanted wanted = record(folder);
            double[] took = new double[rounds];
            for (int i = -WARM; i < rounds; i++) {
                try (BenchHost live = new BenchHost(folder, keepEvery)) {
                    long before = System.nanoTime();
                    live.openSurely(wanted);
                    if (i >= 0) {
                        took[i] = (System.nanoTime() - before) / 1e6;
                    }
                }
            }
            Arrays.sort(took);
            return took[rounds / 2];
        } finally {
            BenchHost.delete(folder);
        }
    }

    /** Writes a conversation that a lost host left after so many runes. */
    private static SessionHost.Wanted record(Path folder) throws IOException {
        Scenario scenario = TurnBench.turns(RUNES / RUNES_PER_TURN);
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(scenario, journal);
        try (BenchHost live = new BenchHost(folder)) {
            journal.runes().stream()
                    .limit(RUNES)
                    .filter(rune -> !rune.kind().equals("control.ended"))
                    .forEach(
                            rune -> live.log.append(new RuneDraft(rune.envelope(), rune.payload()), WriteClass.SPEECH));
            live.log.commit();
        }
        return ScenarioRun.wanted(scenario, 0);
    }
}
