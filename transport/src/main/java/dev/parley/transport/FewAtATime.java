package dev.parley.transport;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Runs a bounded number of analyses at a time; further requests wait briefly in the order of their arrival and are then refused.
 * At most one of them may be a what-if, which takes longest.
 *
 * <p>An analysis computes without ever blocking. It runs on a platform thread of its own, because a virtual thread is not
 * preempted: two analyses on virtual threads would take both carriers of a machine with two cores, and no request would be read.
 */
record FewAtATime(Analyst analyst, Semaphore places, Semaphore whatIfs) implements Analyst {
    private static final int PLACES = 2;
    private static final long WAIT_MS = 2_000;

    static Analyst of(Analyst analyst) {
        return new FewAtATime(analyst, new Semaphore(PLACES, true), new Semaphore(PLACES - 1, true));
    }

    @Override
    public Json.Obj explain(String conversation, List<Rune> runes, Rune event) {
        return inTurn(places, () -> onPlatformThread(() -> analyst.explain(conversation, runes, event)));
    }

    @Override
    public Json.Obj replay(String conversation, long to) {
        return inTurn(places, () -> onPlatformThread(() -> analyst.replay(conversation, to)));
    }

    @Override
    public Json.Obj decideAgain(List<String> conversations, OtherRules rules, BooleanSupplier stops) {
        return inTurn(
                whatIfs,
                () -> inTurn(places, () -> onPlatformThread(() -> analyst.decideAgain(conversations, rules, stops))));
    }

    private static Json.Obj inTurn(Semaphore places, Supplier<Json.Obj> work) {
        try {
            if (!places.tryAcquire(WAIT_MS, TimeUnit.MILLISECONDS)) {
                throw new Problem(503, "busy", "other analyses are running; try again in a second");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.busy();
        }
        try {
            return work.get();
        } finally {
            places.release();
        }
    }

    /** Waits for the result without being interrupted: the place stays taken while the thread computes. */
    private static Json.Obj onPlatformThread(Supplier<Json.Obj> work) {
        try {
            return CompletableFuture.supplyAsync(work, FewAtATime::start).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : e;
        }
    }

    private static void start(Runnable task) {
        Thread.ofPlatform().name("parley-analysis").daemon().start(task);
    }
}
