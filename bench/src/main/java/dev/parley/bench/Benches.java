package dev.parley.bench;

import java.util.List;

/** All measurements there are. */
final class Benches {
    private Benches() {}

    static List<Bench> all() {
        return List.of(new MachineWalkBench(), new ReplayFoldBench(), new EpisodeCheckBench());
    }
}
