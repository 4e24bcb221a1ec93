package dev.parley.provider.guard;

import dev.parley.provider.Outcome;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Keeps calls away from a provider that keeps failing. After so many failures in a row it opens; after a pause one call
 * may try; its success closes the circuit and its failure opens it for another pause.
 */
public final class CircuitBreaker {
    private final int failuresMax;
    private final long pauseNanos;
    private final AtomicReference<State> state = new AtomicReference<>(new Closed(0));

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

    public State state() {
        return Objects.requireNonNull(state.get());
    }

    /** Whether a call may be made now. The first one after the pause is the one that tries. */
    public boolean admits(long nowNanos) {
        State present = state();
        return switch (present) {
            case Closed _ -> true;
            case HalfOpen _ -> false;
            case Open open -> nowNanos >= open.untilNanos() && state.compareAndSet(present, new HalfOpen());
        };
    }

    /** Takes note of how a call ended; true when this opened the circuit. */
    public boolean ended(Outcome outcome, long nowNanos) {
        State before;
        State after;
        do {
            before = state();
            after = after(before, outcome, nowNanos);
        } while (!before.equals(after) && !state.compareAndSet(before, after));
        return after instanceof Open && isFailure(outcome) && !(before instanceof Open);
    }

    private State after(State before, Outcome outcome, long nowNanos) {
        if (isFailure(outcome)) {
            int failures = before instanceof Closed closed ? closed.failuresInARow() + 1 : failuresMax;
            return failures >= failuresMax ? new Open(nowNanos + pauseNanos) : new Closed(failures);
        }
        if (outcome.kind() != Outcome.Kind.CANCELLED) {
            return new Closed(0);
        }
        // A cancelled trial says nothing about the provider: the next call tries instead.
        return before instanceof HalfOpen ? new Open(0) : before;
    }

    private static boolean isFailure(Outcome outcome) {
        return switch (outcome.kind()) {
            case TIMEOUT, OVERLOAD -> true;
            case ERROR -> outcome.retryable();
            case SUCCESS, SAFETY_BLOCK, CANCELLED, FAULT -> false;
        };
    }
}
