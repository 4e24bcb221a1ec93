package dev.parley.bench.server;

import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.bench.server.LoadedServer.Seen;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How many conversations in sound a server carries over real sockets. More and more clients come to it and, in turn, to a plain
 * echo of the same frames; then as many as it carried, at most the number wanted, stay for two minutes. A number is carried if
 * nothing goes wrong and the answer to a control message comes in time; with conversations a stop must be obeyed in time too.
 */
public final class ServerBench implements Bench {
    private static final int WANTED = Verdict.WANTED;
    private static final double ECHO_MS_MAX = Verdict.ECHO_MS_MAX;
    private static final double CANCEL_MS_MAX = Verdict.CANCEL_MS_MAX;
    /** A machine that others use as well gets a second chance, and a third. */
    private static final int WINDOWS = 3;

    /** How often somebody comes who is not taken in; after that the server counts as full. */
    private static final int TRIES = 8;

    /** Memory is compared with what it is this long into the two minutes. */
    private static final long SETTLED_MS = 30_000;

    @Override
    public String name() {
        return "server";
    }

    /** @param warmMs everybody has had a turn by then, so that all of the code has run */
    record Plan(List<Integer> steps, long warmMs, long windowMs, long settledMs, long holdMs) {
        static final Plan QUICK = new Plan(List.of(100), 4_000, 6_000, 4_000, 12_000);
        static final Plan FULL = new Plan(
                List.of(250, 500, 625, 750, 875, WANTED, 1_250, 1_500), 12_000, 15_000, SETTLED_MS, Verdict.WANTED_MS);
    }

    /** Memory once everything has run, and at the end. */
    private record Memory(double resident, double live) {
        static Memory of(ServerProcess process) throws IOException, InterruptedException {
            return new Memory(process.residentMib(), process.liveMib());
        }
    }

    @Override
    public List<Result> run(boolean quick) throws IOException, InterruptedException {
        Plan plan = quick ? Plan.QUICK : Plan.FULL;
        say("load average at the start %.1f"
                .formatted(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
        Path folder = folder();
        try (LoadedServer parley = LoadedServer.parley(folder);
                LoadedServer echo = LoadedServer.echo()) {
            Ladder own = new Ladder("parley", parley);
            Ladder peer = new Ladder("echo", echo);
            for (int wanted : plan.steps) {
                own.climb(wanted, plan);
                peer.climb(wanted, plan);
            }
            echo.shrink(0);
            int stay = Math.min(WANTED, Math.max(own.carried(), plan.steps.getFirst()));
            parley.shrink(stay);
            return held(parley, stay, plan, own, peer);
        } finally {
            delete(folder);
        }
    }

    private List<Result> held(LoadedServer parley, int stay, Plan plan, Ladder own, Ladder peer)
            throws IOException, InterruptedException {
        parley.resume();
        parley.grow(stay, TRIES);
        LoadedServer.rest(plan.warmMs);
        Seen first = parley.measure(plan.settledMs);
        say("parley held: " + first.text());
        Memory settled = Memory.of(parley.process());
        Seen rest = parley.measure(plan.holdMs - plan.settledMs);
        say("parley held: " + rest.text());
        Memory last = Memory.of(parley.process());
        first.tally().echoes.add(rest.tally().echoes);
        first.tally().cancels.add(rest.tally().cancels);
        int errors = first.tally().errorCount() + rest.tally().errorCount();
        Verdict verdict = new Verdict(
                new Verdict.Held(
                        rest.conversations(),
                        plan.holdMs,
                        errors,
                        first.echoP99Ms(),
                        first.cancelP99Ms(),
                        last.live / settled.live,
                        last.resident / settled.resident),
                own.carried(),
                peer.carried());
        say("what is wanted is " + verdict.text());
        String note = " with " + rest.conversations() + " conversations for " + plan.holdMs / 1_000 + " s";
        return List.of(
                new Result(name() + ".met", verdict.isMet() ? 1 : 0, "of 1", 1, verdict.text()),
                new Result(name(), rest.conversations(), "conversations", WANTED, "the number wanted"),
                new Result(
                        name() + ".carried",
                        own.carried(),
                        "conversations",
                        peer.carried(),
                        "a plain Helidon echo of the same frames; 0.6 wanted where 1,000 are not reached"),
                new Result(name() + ".cpu", own.permille(), "permille core", peer.permille(), "the echo, each for one"),
                new Result(name() + ".errors", errors, "errors", 1, "none is wanted" + note),
                new Result(name() + ".echo", first.echoP99Ms(), "ms p99", ECHO_MS_MAX, "the limit" + note),
                new Result(name() + ".cancel", first.cancelP99Ms(), "ms p99", CANCEL_MS_MAX, "the limit" + note),
                new Result(
                        name() + ".live",
                        last.live,
                        "MiB",
                        settled.live,
                        "what of the heap was alive after " + plan.settledMs / 1_000 + " s"),
                new Result(
                        name() + ".resident",
                        last.resident,
                        "MiB",
                        settled.resident,
                        "after " + plan.settledMs / 1_000 + " s"));
    }

    /** How far a server came. */
    private static final class Ladder {
        private final String name;
        private final LoadedServer server;
        private @Nullable Seen carried;
        private boolean fell;

        Ladder(String name, LoadedServer server) {
            this.name = name;
            this.server = server;
        }

        int carried() {
            return carried == null ? 0 : carried.conversations();
        }

        double permille() {
            return carried == null ? 0 : carried.permille();
        }

        /** The next step; nothing once a step was too high. */
        void climb(int wanted, Plan plan) throws IOException, InterruptedException {
            if (fell) {
                return;
            }
            server.resume();
            boolean all = server.grow(wanted, TRIES);
            LoadedServer.rest(plan.warmMs);
            Seen seen = window(plan);
            for (int again = 1; !holds(seen) && again < WINDOWS; again++) {
                seen = window(plan);
            }
            server.pause();
            if (holds(seen)) {
                carried = seen;
            }
            fell = !all || !holds(seen);
        }

        private Seen window(Plan plan) {
            Seen seen = server.measure(plan.windowMs);
            say(name + ": " + seen.text());
            return seen;
        }

        private static boolean holds(Seen seen) {
            return seen.tally().errorCount() == 0
                    && seen.echoP99Ms() < ECHO_MS_MAX
                    && seen.cancelP99Ms() < CANCEL_MS_MAX;
        }
    }

    private static void say(String line) {
        System.err.println("parley: " + line);
    }

    private static Path folder() throws IOException {
        Path target = Path.of(System.getProperty("parley.root", "."), "bench", "target");
        return Files.isDirectory(target)
                ? Files.createTempDirectory(target, "server")
                : Files.createTempDirectory("server");
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
