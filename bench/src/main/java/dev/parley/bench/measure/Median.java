package dev.parley.bench.measure;

import java.util.Arrays;

/** The figure that stands for several rounds: neither a lucky one nor one that somebody disturbed. */
public final class Median {
    private Median() {}

    public static double of(double[] rounds) {
        double[] sorted = rounds.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
