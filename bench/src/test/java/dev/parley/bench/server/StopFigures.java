package dev.parley.bench.server;

/**
 * How long honest clients waited until their stops were obeyed, without and beside a hostile client. All stretches of a kind are
 * one sample, because in one of them there are too few stops for a percentile.
 *
 * @param even what they saw without the hostile client in every second stretch, from the first on
 * @param odd the same in the stretches between these
 * @param attacked what they saw beside the hostile client
 */
record StopFigures(Tally even, Tally odd, Tally attacked) {
    private static final int SLOWER_MAX = 3;
    private static final int HOLD_UP_MIN = 100;
    private static final int DISTURBED_MIN = 2;
    private static final int PERCENTILE = 99;

    StopFigures() {
        this(new Tally(), new Tally(), new Tally());
    }

    Tally quiet() {
        Tally all = new Tally();
        all.add(even);
        all.add(odd);
        return all;
    }

    private static long p99(Tally tally) {
        return tally.cancels.getValueAtPercentile(PERCENTILE);
    }

    /** Of how many stops there are figures, of the kind of which there are fewer. */
    long stops() {
        return Math.min(quiet().cancels.getTotalCount(), attacked.cancels.getTotalCount());
    }

    /** Whether a stop takes at most three times as long beside the hostile client. */
    boolean holds() {
        return p99(attacked) <= SLOWER_MAX * p99(quiet());
    }

    /** Whether no stop waited as long as where another client has the threads that serve all of them. */
    boolean isNoHoldUp() {
        return p99(attacked) <= HOLD_UP_MIN * p99(quiet());
    }

    /** Whether the stretches without the hostile client disagree, so that the machine did something else meanwhile. */
    boolean isDisturbed() {
        return Math.max(p99(even), p99(odd)) > DISTURBED_MIN * Math.min(p99(even), p99(odd));
    }

    String text() {
        return "without it %s, in even stretches %s, in odd ones %s; beside it %s: %.2f times as long"
                .formatted(
                        text(quiet()),
                        text(even),
                        text(odd),
                        text(attacked),
                        (double) p99(attacked) / Math.max(1, p99(quiet())));
    }

    private static String text(Tally tally) {
        return "%d stops p50 %.1f p99 %.1f ms of %d turns"
                .formatted(
                        tally.cancels.getTotalCount(),
                        tally.cancels.getValueAtPercentile(50) / 1e3,
                        Tally.p99Ms(tally.cancels),
                        tally.turns);
    }
}
