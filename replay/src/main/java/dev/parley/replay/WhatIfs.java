package dev.parley.replay;

import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/** Many conversations decided again under other rules: each for itself, as many at a time as there are cores. */
public final class WhatIfs {
    private WhatIfs() {}

    /**
     * @param flips in the order in which people want to see them
     * @param leftOut a sentence for each conversation that was not decided whole
     * @param repeated how many names were left out because they were named before
     * @param undecided how many conversations were not decided whole because the work was stopped
     */
    public record Report(List<WhatIf.Flip> flips, long verdicts, List<String> leftOut, long repeated, long undecided) {
        /** How many were denied and would be allowed. */
        public long dangerous() {
            return flips.stream().filter(WhatIf.Flip::isDangerous).count();
        }
    }

    private record Decided(List<WhatIf.Flip> flips, long verdicts, String leftOut, boolean isWhole) {}

    /** Makes what decides one conversation again, begun behind the snapshot that a compacted one begins after. */
    @FunctionalInterface
    public interface Rules {
        /** @throws LogFault if the conversation has no beginning that can be used */
        WhatIf of(String conversation);
    }

    public static Report of(RuneArchive archive, List<String> conversations, Rules rules, Progress progress) {
        return of(archive, conversations, rules, progress, () -> false);
    }

    /** @param stops asked before every rune, from several threads; what was decided until it says so is reported */
    public static Report of(
            RuneArchive archive, List<String> conversations, Rules rules, Progress progress, BooleanSupplier stops) {
        int cores = Runtime.getRuntime().availableProcessors();
        Set<String> names = new LinkedHashSet<>(conversations);
        try (ExecutorService workers = Executors.newFixedThreadPool(cores)) {
            List<Future<Decided>> decided = new ArrayList<>();
            names.forEach(name -> decided.add(workers.submit(() -> decide(archive, name, rules, stops))));
            return gathered(decided, conversations.size() - names.size(), progress);
        }
    }

    private static Report gathered(List<Future<Decided>> all, long repeated, Progress progress) {
        List<WhatIf.Flip> flips = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        long verdicts = 0;
        long undecided = 0;
        long done = 0;
        for (Future<Decided> each : all) {
            Decided decided = await(each);
            flips.addAll(decided.flips());
            verdicts += decided.verdicts();
            undecided += decided.isWhole() ? 0 : 1;
            if (!decided.leftOut().isEmpty()) {
                leftOut.add(decided.leftOut());
            }
            progress.at("decides conversation", ++done, all.size());
        }
        flips.sort(WhatIf.Flip.ORDER);
        return new Report(List.copyOf(flips), verdicts, List.copyOf(leftOut), repeated, undecided);
    }

    private static Decided await(Future<Decided> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while deciding again", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private static Decided decide(RuneArchive archive, String name, Rules rules, BooleanSupplier stops) {
        if (stops.getAsBoolean()) {
            return new Decided(List.of(), 0, "", false);
        }
        WhatIf whatIf;
        try {
            whatIf = rules.of(name);
        } catch (LogFault e) {
            return new Decided(List.of(), 0, name + " cannot be decided again: " + e.getMessage(), true);
        }
        String leftOut = whatIf.startedAfter() == 0
                ? ""
                : "what came up to event " + whatIf.startedAfter() + " of " + name + " was compacted and is left out";
        boolean isStopped = false;
        try (RuneReader reader = archive.read(name, 0)) {
            for (Rune rune = reader.poll(); rune != null && !isStopped; rune = reader.poll()) {
                if (!whatIf.accept(rune)) {
                    leftOut = "event " + rune.eventId() + " of " + name
                            + " is not what its own rules lead to; what follows it is left out";
                    break;
                }
                isStopped = stops.getAsBoolean();
            }
        } catch (LogFault e) {
            leftOut = name + " cannot be read to its end: " + e.getMessage();
        }
        return new Decided(whatIf.flips(), whatIf.verdicts(), leftOut, !isStopped);
    }
}
