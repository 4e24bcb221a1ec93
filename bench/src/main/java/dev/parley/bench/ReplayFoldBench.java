package dev.parley.bench;

import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Median;
import dev.parley.bench.measure.Result;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Folding whole conversations to their state: every verdict is derived again, and every fact is held to what permitted it. The
 * runes are those of {@link WholeConversations}, episodes and tools included; the mix is printed. As many rounds as count go
 * before, until the code is compiled.
 */
final class ReplayFoldBench implements Bench {
    private static final double LEAST = 1_500_000;
    private static final String VERDICT = "verdict.";

    @Override
    public String name() {
        return "replay.fold";
    }

    @Override
    public List<Result> run(boolean quick) throws Exception {
        List<List<byte[]>> recorded = record(quick ? 20 : 80);
        int rounds = quick ? 15 : 21;
        double[] folds = new double[rounds];
        double[] chains = new double[rounds];
        for (int round = -rounds; round < rounds; round++) {
            double fold = rate(recorded, ReplayFoldBench::fold);
            double chain = rate(recorded, ReplayFoldBench::verifyChain);
            if (round >= 0) {
                folds[round] = fold;
                chains[round] = chain;
            }
        }
        double folded = Median.of(folds);
        return List.of(
                new Result(
                        name(),
                        folded,
                        "runes/s",
                        LEAST,
                        "one and a half million a second on one core; " + mix(recorded)),
                new Result(
                        name() + ".chain",
                        Median.of(chains),
                        "runes/s",
                        folded,
                        "the fold; this verifies the chain alone"));
    }

    private static List<List<byte[]>> record(int conversations) throws BadScenario {
        List<List<byte[]>> recorded = new ArrayList<>();
        for (int i = 0; i < conversations; i++) {
            MemoryJournal journal = new MemoryJournal();
            ScenarioRun.into(WholeConversations.number(i), journal);
            recorded.add(journal.runes().stream().map(Rune::canonical).toList());
        }
        return recorded;
    }

    /** How many of a hundred runes are verdicts of which room, and how many are facts. */
    private static String mix(List<List<byte[]>> recorded) {
        Map<String, Integer> kinds = new TreeMap<>();
        List<byte[]> one = recorded.getFirst();
        for (byte[] bytes : one) {
            String kind = Rune.decode(bytes, 0, bytes.length, Hash.ZERO).kind();
            kinds.merge(kind.startsWith(VERDICT) ? kind.substring(VERDICT.length()) : "facts", 1, Integer::sum);
        }
        return kinds.entrySet().stream()
                .map(kind -> Math.round(100.0 * kind.getValue() / one.size()) + " % " + kind.getKey())
                .collect(Collectors.joining(", "));
    }

    private interface Reading {
        void read(List<byte[]> conversation);
    }

    private static double rate(List<List<byte[]>> recorded, Reading reading) {
        long start = CpuClock.nanos();
        recorded.forEach(reading::read);
        long nanos = CpuClock.nanos() - start;
        return recorded.stream().mapToLong(List::size).sum() * 1e9 / nanos;
    }

    private static void fold(List<byte[]> conversation) {
        Replay replay = new Replay(new Rooms(), Replay.Chain.VERIFIED);
        for (byte[] bytes : conversation) {
            replay.accept(Rune.decode(bytes, 0, bytes.length, Hash.ZERO));
        }
        if (!replay.finish() || !replay.isProven()) {
            throw new IllegalStateException("the fold differs: " + replay.divergence());
        }
    }

    private static void verifyChain(List<byte[]> conversation) {
        RuneChain chain = new RuneChain();
        Hash head = Hash.ZERO;
        for (byte[] bytes : conversation) {
            head = Rune.decode(bytes, 0, bytes.length, head).hash(chain);
        }
        if (head.equals(Hash.ZERO)) {
            throw new IllegalStateException("nothing was chained");
        }
    }
}
