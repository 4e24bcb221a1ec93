package dev.parley.transport;

import dev.parley.NotTakenIn;
import dev.parley.TextTooLong;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * How long a request waits for the disk. A disk that does not answer holds nobody up for ever; what is late may get there yet.
 *
 * @param withinMs after which who waits is told that nothing is recorded
 * @param isHalted whether the journal has halted, so that nothing is recorded until the process starts again
 */
record DiskWait(long withinMs, BooleanSupplier isHalted) {
    static final String NOT_RECORDED = "not_recorded";
    static final String HALTED = "the journal cannot be written, so nothing is recorded until the server starts again";

    DiskWait(long withinMs) {
        this(withinMs, () -> false);
    }

    static DiskWait of(ServerSpec.Limits limits, BooleanSupplier isHalted) {
        return new DiskWait(TimeUnit.SECONDS.toMillis(limits.diskSeconds()), isHalted);
    }

    /** Refuses what would have to be recorded and cannot be. */
    void check() {
        if (isHalted.getAsBoolean()) {
            throw halted();
        }
    }

    private static Problem halted() {
        return new Problem(503, NOT_RECORDED, HALTED);
    }

    /** What a client is told: conversations end and take nothing in when the journal halts, and that is not their own doing. */
    Problem told(Problem problem) {
        boolean follows = problem.code().equals(Problem.ENDED) || problem.code().equals(Problem.BUSY);
        return follows && isHalted.getAsBoolean() ? halted() : problem;
    }

    /**
     * Returns when this is on disk.
     *
     * @param failed what whoever waits is told where it cannot get there
     * @param late the same where it was not there in time
     * @throws Problem with that, or the one with which the stage failed
     */
    void await(CompletionStage<?> kept, String failed, String late) {
        try {
            var _ = kept.toCompletableFuture().get(withinMs, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw problem(e, failed);
        } catch (TimeoutException e) {
            throw new Problem(503, NOT_RECORDED, late);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.stopping();
        }
    }

    /**
     * What whoever waits is told of this failure: that there was no room, or that nothing is recorded, unless it says so itself.
     *
     * @param failed the sentence for what cannot get to the disk
     */
    static Problem problem(Throwable failure, String failed) {
        Throwable cause = failure;
        while (cause.getCause() != null
                && (cause instanceof CompletionException || cause instanceof ExecutionException)) {
            cause = cause.getCause();
        }
        return switch (cause) {
            case Problem known -> known;
            case NotTakenIn refused -> refused.isOverBudget() ? Problem.overBudget(refused) : Problem.busy();
            case TextTooLong _ -> Problem.textTooLong();
            default -> new Problem(503, NOT_RECORDED, failed);
        };
    }
}
