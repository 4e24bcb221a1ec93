package dev.parley.bench;

import dev.parley.kernel.MachineWalk;
import dev.parley.kernel.turn.TurnMachine;
import java.util.List;

/** How long drawing a machine takes: the price of diagrams that cannot go stale. */
final class MachineWalkBench implements Bench {
    private static final double ONE_MILLISECOND_US = 1_000;

    @Override
    public String name() {
        return "kernel.walk";
    }

    @Override
    public List<Result> run(boolean quick) {
        int rounds = quick ? 20_000 : 200_000;
        long edges = walk(rounds / 10);
        long start = System.nanoTime();
        edges += walk(rounds);
        double micros = (System.nanoTime() - start) / 1_000.0 / rounds;
        String note = "a millisecond, below which a diagram can be drawn on every test run; " + edges + " edges walked";
        return List.of(new Result(name(), micros, "us/walk", ONE_MILLISECOND_US, note));
    }

    private static long walk(int rounds) {
        long edges = 0;
        for (int i = 0; i < rounds; i++) {
            edges += MachineWalk.of(new TurnMachine()).edges().size();
        }
        return edges;
    }
}
