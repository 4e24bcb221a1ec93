package dev.parley.bench;

import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley bench}: measurements, for people or as JSON lines. */
@Command(
        name = "parley bench",
        description = "Measure, each figure beside its peer or limit in the same run.",
        mixinStandardHelpOptions = true)
public final class BenchMain implements Callable<Integer> {
    private static final int BAD_USAGE = 2;

    @Parameters(paramLabel = "NAME", description = "Which ones, by name or by its beginning (default: all).")
    private List<String> names = new ArrayList<>();

    @Option(names = "--json", description = "One JSON object per result.")
    private boolean json;

    @Option(names = "--quick", description = "Less than a minute each.")
    private boolean quick;

    private final AtomicLong longestPauseMs = new AtomicLong();

    public static void main(String[] args) {
        System.exit(new CommandLine(new BenchMain()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        List<Bench> chosen = Benches.all().stream().filter(this::isChosen).toList();
        if (chosen.isEmpty()) {
            List<String> known = Benches.all().stream().map(Bench::name).toList();
            System.err.println(
                    "parley: no bench " + String.join(", ", names) + "; there are " + String.join(", ", known));
            return BAD_USAGE;
        }
        watchPauses();
        for (Bench bench : chosen) {
            System.err.println("parley: measuring " + bench.name() + " ...");
            longestPauseMs.set(0);
            bench.run(quick).forEach(this::print);
            System.err.println("parley: longest pause " + longestPauseMs.get() + " ms");
        }
        return 0;
    }

    private boolean isChosen(Bench bench) {
        return names.isEmpty() || names.stream().anyMatch(bench.name()::startsWith);
    }

    private void print(Result result) {
        if (json) {
            System.out.println(result.toJson().text());
            return;
        }
        System.out.printf(
                Locale.ROOT,
                "%-28s %14.1f %-14s baseline %14.1f  ratio %8.2f  (%s)%n",
                result.bench(),
                result.value(),
                result.unit(),
                result.baseline(),
                result.ratio(),
                result.note());
    }

    private void watchPauses() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(
                        (notification, ignored) -> {
                            if (notification.getUserData() instanceof CompositeData data
                                    && data.get("gcInfo") instanceof CompositeData info
                                    && info.get("duration") instanceof Long durationMs) {
                                longestPauseMs.accumulateAndGet(durationMs, Math::max);
                            }
                        },
                        null,
                        null);
            }
        }
    }
}
