package dev.parley.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.kernel.people.command.CommandGroup;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.CommandSpec;
import dev.parley.kernel.port.RandomSource;
import dev.parley.replay.WhatIf;
import dev.parley.replay.WhatIfs;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.sim.Scenarios;
import dev.parley.sim.run.VirtualTime;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Deciding recorded conversations again under another catalogue and another policy, read from disk and verified, on all cores.
 * The conversations are whole ones, as the session records them: commands of the house with their yes and without, some of
 * them a minor's, each turn with its streams, episode and tool. A tenth of the million is decided again in a quick run.
 */
final class WhatIfBench implements Bench {
    private static final int MILLION = 1_000_000;
    private static final double LIMIT_S = 60;

    @Override
    public String name() {
        return "what-if";
    }

    @Override
    public List<Result> run(boolean quick) throws Exception {
        int wanted = quick ? MILLION / 10 : MILLION;
        Path folder = Files.createTempDirectory("what-if");
        try {
            record(folder, wanted);
            RuneArchive archive = RuneArchive.open(new RealDisk(folder), WhatIfBench::tell);
            WhatIfs.Report warm = decide(archive, archive.conversations().subList(0, 1));
            long cpuStart = cpuNanos();
            long start = System.nanoTime();
            WhatIfs.Report report = decide(archive, archive.conversations());
            double seconds = (System.nanoTime() - start) / 1e9;
            double cpu = (cpuNanos() - cpuStart) / 1e9;
            if (report.flips().isEmpty() || !report.leftOut().isEmpty() || warm.verdicts() == 0) {
                throw new IllegalStateException("nothing flips, or something cannot be read: " + report.leftOut());
            }
            int cores = Runtime.getRuntime().availableProcessors();
            String what = report.verdicts() + " verdicts of "
                    + archive.conversations().size() + " conversations, "
                    + report.flips().size() + " flips, " + cores + " cores; ";
            double perMillion = (double) MILLION / report.verdicts();
            return List.of(
                    new Result(name(), seconds * perMillion, "s", LIMIT_S, what + "a million verdicts in a minute"),
                    new Result(name() + ".cpu", cpu * perMillion, "s", 2 * LIMIT_S, what + "two cores for a minute"));
        } finally {
            delete(folder);
        }
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static WhatIfs.Report decide(RuneArchive archive, List<String> conversations) {
        Map<String, String> policy = Map.of("turn_on_light", "ask", "weather", "deny");
        return WhatIfs.of(archive, conversations, _ -> new WhatIf(catalogue(), policy, Map.of()), WhatIfBench::tell);
    }

    /** The garage needs no yes any more, and belongs to everybody. */
    private static Catalogue catalogue() {
        List<CommandSpec> commands = new ArrayList<>();
        for (CommandSpec command : Catalogue.standard().commands()) {
            commands.add(
                    command.name().equals("open_garage")
                            ? new CommandSpec(command.name(), CommandGroup.MEDIA, false, null, command.intents())
                            : command);
        }
        return new Catalogue(commands, Catalogue.standardRoles());
    }

    private static void record(Path folder, int wanted) throws Exception {
        RunelogSettings settings = RunelogSettings.inline(new VirtualTime(0), RandomSource.seeded(0))
                .withCommitter(RunelogSettings.Committer.MANUAL);
        try (Runelog log = Runelog.open(new RealDisk(folder), settings)) {
            long verdicts = 0;
            for (int i = 0; verdicts < wanted; i++) {
                Scenarios.run(WholeConversations.number(i), log);
                verdicts += verdictsOf(i, log);
                tell("records verdict", Math.min(verdicts, wanted), wanted);
            }
        }
    }

    /** Every conversation of this shape has as many, so that the first one is counted and the others are not. */
    private static long verdictsOf(int index, Runelog log) {
        if (index > 0) {
            return perConversation;
        }
        String first = log.conversations().getFirst();
        try (var reader = log.read(first, 0)) {
            perConversation = reader.toList().stream()
                    .filter(rune -> rune.kind().startsWith("verdict."))
                    .count();
        }
        return perConversation;
    }

    private static long perConversation;

    private static void tell(String what, long done, long total) {
        if (done == total || done % 100 == 0) {
            System.err.print("\rparley: " + what + " " + done + " of " + total + (done == total ? "\n" : ""));
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
