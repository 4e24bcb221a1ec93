package dev.parley.provider.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.RandomSource;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderProfile.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Item 23: limits are enforced before the call, and a failing provider is left alone. */
class GuardTest {
    private static final long MS = 1_000_000L;

    @Test
    void noMoreCallsRunAtOnceThanDeclared() {
        LimitGate gate = new LimitGate(new Limits(100, 2, 100));
        assertEquals(Optional.empty(), gate.enter(1, 0));
        assertEquals(Optional.empty(), gate.enter(1, 0));
        assertEquals(Optional.of(Outcome.Kind.OVERLOAD), gate.enter(1, 0).map(Outcome::kind));
        gate.leave();
        assertEquals(Optional.empty(), gate.enter(1, 0));
    }

    @Test
    void noMoreCallsBeginInAnySecondThanDeclaredAndTheWaitIsSaid() {
        LimitGate gate = new LimitGate(new Limits(2, 100, 100));
        gate.enter(1, 0);
        gate.enter(1, 400 * MS);
        Outcome refused = gate.enter(1, 700 * MS).orElseThrow();
        assertEquals(300, refused.retryAfterMs());
        assertEquals(Optional.empty(), gate.enter(1, 1_000 * MS));
        assertTrue(gate.enter(1, 1_399 * MS).isPresent());
        assertEquals(Optional.empty(), gate.enter(1, 1_400 * MS));
    }

    /** How many of eight threads, each of which asks a thousand times, are let through. */
    private static int let(BooleanSupplier asks) throws InterruptedException {
        AtomicInteger let = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(Thread.ofPlatform().start(() -> {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                for (int k = 0; k < 1_000; k++) {
                    let.addAndGet(asks.getAsBoolean() ? 1 : 0);
                }
            }));
        }
        go.countDown();
        for (Thread each : all) {
            each.join();
        }
        return let.get();
    }

    @Test
    void howeverManyAskAtOnceNoMoreAreLetThroughThanDeclared() throws InterruptedException {
        LimitGate rate = new LimitGate(new Limits(50, Integer.MAX_VALUE, 100));
        for (long second = 1; second <= 5; second++) {
            long now = second * 1_000 * MS;
            assertEquals(50, let(() -> rate.enter(1, now).isEmpty()), "in second " + second);
        }
        LimitGate together = new LimitGate(new Limits(Integer.MAX_VALUE, 7, 100));
        assertEquals(7, let(() -> together.enter(1, 0).isEmpty()));
        assertEquals(7, together.running());
        CircuitBreaker circuit = new CircuitBreaker(1, 100);
        circuit.ended(Outcome.timeout("t"), 0);
        assertEquals(1, let(() -> circuit.admits(100 * MS)), "one tries");
        CircuitBreaker opening = new CircuitBreaker(1_000, 100);
        assertEquals(1, let(() -> opening.ended(Outcome.timeout("t"), 0)), "it opens once");
    }

    @Test
    void aRequestThatIsTooLargeIsAnErrorThatNoRetryHelps() {
        Outcome refused = new LimitGate(new Limits(1, 1, 10)).enter(11, 0).orElseThrow();
        assertEquals(Outcome.Kind.ERROR, refused.kind());
        assertFalse(refused.retryable());
    }

    @Test
    void aCircuitOpensAfterFailuresInARowAndOneCallTriesAfterThePause() {
        CircuitBreaker circuit = new CircuitBreaker(2, 100);
        assertFalse(circuit.ended(Outcome.timeout("t"), 0));
        circuit.ended(Outcome.SUCCESS, 0);
        assertFalse(circuit.ended(Outcome.timeout("t"), 0), "a success begins the count anew");
        assertTrue(circuit.ended(Outcome.overload(0, "o"), 0));
        assertFalse(circuit.admits(99 * MS));
        assertTrue(circuit.admits(100 * MS));
        assertFalse(circuit.admits(100 * MS), "only one tries");
        assertTrue(circuit.ended(Outcome.error(true, "e"), 100 * MS));
        assertFalse(circuit.admits(199 * MS));
        assertTrue(circuit.admits(200 * MS));
        circuit.ended(Outcome.SUCCESS, 200 * MS);
        assertEquals(new CircuitBreaker.Closed(0), circuit.state());
    }

    @Test
    void whatIsNotTheProvidersFaultOpensNoCircuit() {
        CircuitBreaker circuit = new CircuitBreaker(1, 100);
        circuit.ended(Outcome.cancelled("c"), 0);
        circuit.ended(Outcome.safetyBlock("s"), 0);
        circuit.ended(Outcome.error(false, "a bad request"), 0);
        assertTrue(circuit.admits(0));
    }

    @Test
    void aCancelledTrialLetsTheNextCallTry() {
        CircuitBreaker circuit = new CircuitBreaker(1, 100);
        circuit.ended(Outcome.timeout("t"), 0);
        assertTrue(circuit.admits(100 * MS));
        circuit.ended(Outcome.cancelled("c"), 100 * MS);
        assertTrue(circuit.admits(100 * MS));
    }

    @Test
    void pausesDoubleUpToTheirMaximumAndHonourWhatTheProviderAsked() {
        RetryPolicy policy = new RetryPolicy(5, 100, 300);
        RandomSource none = () -> 0;
        assertEquals(100, policy.pauseMs(1, Outcome.timeout("t"), none));
        assertEquals(200, policy.pauseMs(2, Outcome.timeout("t"), none));
        assertEquals(300, policy.pauseMs(3, Outcome.timeout("t"), none));
        assertEquals(900, policy.pauseMs(1, Outcome.overload(900, "o"), none));
        assertTrue(policy.tries(4, Outcome.timeout("t")));
        assertFalse(policy.tries(5, Outcome.timeout("t")));
        assertFalse(policy.tries(1, Outcome.error(false, "e")));
    }
}
