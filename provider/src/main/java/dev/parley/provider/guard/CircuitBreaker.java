package dev.parley.provider.guard;

import dev.parley.provider.Outcome;

/**
 * Keeps calls away from a provider that keeps failing. After so many failures in a row it opens; after a pause one call
 * may try; its success closes the circuit and its failure opens it for another pause.
 */
public final class CircuitBreaker {
    private final int failuresMax;
    private final long pauseNanos;
    private State state = new Closed(0);

    /** What the circuit is doing. */
    public sealed interface State {}

    public record Closed(int failuresInARow) implements State {}

    public record Open(long untilNanos) implements State {}

    /** One call is out to try. */
    public record HalfOpen() implements State {}

    /** For a provider that people wait for: left alone for ten seconds after five failures in a row. */
    public static CircuitBreaker live() {
        return new CircuitBreaker(5, 10_000);
    }

    public CircuitBreaker(int failuresMax, long pauseMs) {
        if (failuresMax < 1 || pauseMs < 1) {
            throw new IllegalArgumentException("a circuit opens after at least one failure, for at least 1 ms");
        }
        this.failuresMax = failuresMax;
        this.pauseNanos = pauseMs * 1_000_000L;
    }

    public synchronized State state() {
        return state;
    }

    /** Whether a call may be made now. The first one after the pause is the one that tries. */
    public synchronized boolean admits(long nowNanos) {
        return switch (state) {
            case Closed _ -> true;
            case HalfOpen _ -> false;
            case Open open -> {
                if (nowNanos < open.untilNanos()) {
                    yield false;
                }
                state = new HalfOpen();
                yield true;
            }
        };
    }

    /** Takes note of how a call ended; true when this opened the circuit. */
    public synchronized boolean ended(Outcome outcome, long nowNanos) {
        boolean failed = switch (outcome.kind()) {
            case TIMEOUT, OVERLOAD -> true;
            case ERROR -> outcome.retryable();
            case SUCCESS, SAFETY_BLOCK, CANCELLED, FAULT -> false;
        };
        if (!failed) {
            return settled(outcome);
        }
        int failures = state instanceof Closed closed ? closed.failuresInARow() + 1 : failuresMax;
        boolean opens = failures >= failuresMax && !(state instanceof Open);
        state = failures >= failuresMax ? new Open(nowNanos + pauseNanos) : new Closed(failures);
        return opens;
    }

    /** A cancelled trial says nothing about the provider: the next call tries instead. */
    private boolean settled(Outcome outcome) {
        if (outcome.kind() == Outcome.Kind.CANCELLED) {
            state = state instanceof HalfOpen ? new Open(0) : state;
        } else {
            state = new Closed(0);
        }
        return false;
    }
}
