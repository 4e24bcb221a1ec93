package dev.parley.bench.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether a server carries what it is asked for: so many conversations for so long within all limits; or, where the machine
 * gives out before that, enough of those that a plain echo of the same frames carries, for as long and within the same limits.
 *
 * @param carried the most conversations with which the server kept its limits
 * @param echoed the same of the echo
 */
record Verdict(Held held, int carried, int echoed) {
    static final int WANTED = 1_000;
    static final long WANTED_MS = 120_000;
    static final double ECHO_MS_MAX = 250;
    static final double CANCEL_MS_MAX = 50;
    static final double SHARE_MIN = 0.6;

    /** Memory that grows by more is not flat; by less it grows with what conversations have to remember of themselves. */
    static final double GROWTH_MAX = 1.1;

    /**
     * What was seen of those that stayed to the end.
     *
     * @param echoMs from a control message to its answer, p99
     * @param cancelMs from a stop to the last frame, p99
     * @param liveGrowth what of the heap is alive at the end, in parts of what was once everything had run
     * @param residentGrowth the same of the memory of the process
     */
    record Held(
            int conversations,
            long millis,
            int errors,
            double echoMs,
            double cancelMs,
            double liveGrowth,
            double residentGrowth) {
        List<String> broken() {
            List<String> broken = new ArrayList<>();
            if (errors > 0) {
                broken.add(errors + " errors");
            }
            check(broken, "echo p99", echoMs, "ms", ECHO_MS_MAX);
            check(broken, "cancel p99", cancelMs, "ms", CANCEL_MS_MAX);
            check(broken, "live heap", liveGrowth, "times what it was", GROWTH_MAX);
            check(broken, "memory", residentGrowth, "times what it was", GROWTH_MAX);
            return broken;
        }

        private static void check(List<String> broken, String what, double seen, String unit, double limit) {
            if (!(seen < limit)) {
                broken.add(String.format(Locale.ROOT, "%s %.2f %s, less than %.2f wanted", what, seen, unit, limit));
            }
        }

        String text() {
            return String.format(
                    Locale.ROOT,
                    "%d conversations for %d s: %d errors, echo p99 %.1f ms, cancel p99 %.1f ms, live heap %.2f and memory"
                            + " %.2f times what they were",
                    conversations,
                    millis / 1_000,
                    errors,
                    echoMs,
                    cancelMs,
                    liveGrowth,
                    residentGrowth);
        }
    }

    /** Whether it was tried at all: a quick run holds fewer, and not as long. */
    boolean isDecided() {
        return held.millis >= WANTED_MS;
    }

    boolean isMet() {
        return isDecided() && (isWhole() || isEnough());
    }

    private boolean isWhole() {
        return held.conversations >= WANTED && held.broken().isEmpty();
    }

    private boolean isEnough() {
        return carried > 0
                && Math.min(carried, held.conversations) >= SHARE_MIN * echoed
                && held.broken().isEmpty();
    }

    /** The answer in a sentence. */
    String text() {
        String share = String.format(
                Locale.ROOT,
                "%d carried of the %d that the echo carries, %.2f and at least %.2f wanted",
                carried,
                echoed,
                carried / (double) Math.max(1, echoed),
                SHARE_MIN);
        String limits = held.broken().isEmpty() ? "within all limits" : String.join("; ", held.broken());
        if (!isDecided()) {
            return "not decided by a quick run; " + held.text() + "; " + limits;
        }
        if (isWhole()) {
            return "met: " + held.text();
        }
        boolean isShort = held.conversations < WANTED && held.broken().isEmpty();
        String why = isShort ? "the machine gives out before " + WANTED : limits;
        return (isMet() ? "met by the share of the echo, because " : "not met: ") + why + ": " + share + "; "
                + held.text();
    }
}
