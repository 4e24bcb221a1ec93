package dev.parley.provider.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.RandomSource;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderProfile.Limits;
import java.util.Optional;
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
