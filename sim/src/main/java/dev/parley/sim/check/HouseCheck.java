package dev.parley.sim.check;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The whole check: every slice to its end, random walks for the rest, and what only all of them together show. */
public final class HouseCheck {
    public static final String ALL_OF_USE = "every event is accepted in some state";

    private HouseCheck() {}

    /** Runs everything and hands out each report as soon as it is there; answers whether everything holds. */
    public static boolean run(Consumer<Report> reports) {
        List<Report> all = new ArrayList<>();
        for (Slice slice : Slices.all()) {
            report(Explorer.explore(slice), all, reports);
        }
        report(together(all), all, reports);
        report(Walks.random(Walks.DEFAULT_SEED, Walks.DEFAULT_STEPS), all, reports);
        return all.stream().allMatch(report -> report.findings().isEmpty());
    }

    private static void report(Report report, List<Report> all, Consumer<Report> reports) {
        all.add(report);
        reports.accept(report);
    }

    /** An event that one slice has no use for is of use if another one has. */
    static Report together(List<Report> slices) {
        TreeSet<String> unused = new TreeSet<>();
        TreeSet<String> accepted = new TreeSet<>();
        slices.forEach(slice -> {
            unused.addAll(slice.unused());
            accepted.addAll(slice.accepted());
        });
        unused.removeAll(accepted);
        List<Finding> findings = unused.isEmpty()
                ? List.of()
                : List.of(new Finding(ALL_OF_USE, "no state accepts " + unused, List.of()));
        return new Report(
                "all slices together",
                true,
                slices.stream().mapToLong(Report::states).sum(),
                slices.stream().mapToLong(Report::moves).sum(),
                slices.stream().mapToLong(Report::decisions).sum(),
                List.of(),
                findings.isEmpty() ? List.of(ALL_OF_USE) : List.of(),
                findings,
                unused,
                accepted);
    }
}
