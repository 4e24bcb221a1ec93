package dev.parley.kernel.stream;

import static dev.parley.kernel.stream.StreamFixture.at;
import static dev.parley.kernel.stream.StreamRules.AUDITABLE;
import static dev.parley.kernel.stream.StreamRules.IMMUTABILITY;
import static dev.parley.kernel.stream.StreamRules.NO_DEAD_INTERRUPT;
import static dev.parley.kernel.stream.StreamRules.REQUIRED_FOR_INTERRUPT;
import static dev.parley.kernel.stream.StreamRules.SINGLE_OWNER;
import static dev.parley.kernel.stream.StreamRules.SUPREMACY;
import static dev.parley.kernel.stream.StreamRules.VALID_TRANSITION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Rebuild;
import dev.parley.kernel.SchemaVersion;
import dev.parley.kernel.Step;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every code example of the stream model, in its order. */
class StreamExamplesTest {
    private static final BigDecimal HALF = new BigDecimal("0.5");

    @Test
    void section11ListsTheSevenStates() {
        List<String> names = Arrays.stream(StreamState.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .toList();
        assertEquals(
                List.of("Idle", "Compiling", "Synthesizing", "Playing", "Interrupting", "Stopped", "Failed"), names);
    }

    @Test
    void section13ChecksATransition() {
        StreamMachine machine = new StreamMachine();
        Step<StreamState> start = machine.step(machine.initial(), StreamEvent.Lifecycle.START);
        assertTrue(start instanceof Step.Moved<StreamState> moved && moved.next() instanceof StreamState.Compiling);
        assertTrue(machine.step(machine.initial(), StreamEvent.Lifecycle.PLAY) instanceof Step.Refused);
    }

    @Test
    void section2NamesSeventeenActions() {
        List<String> names = new StreamMachine()
                .alphabet(StreamState.Idle.IDLE).stream()
                        .map(StreamRules::name)
                        .distinct()
                        .sorted()
                        .toList();
        assertEquals(
                List.of(
                        "CLAIM",
                        "COMMIT",
                        "COMPILE",
                        "DISABLE_OVERRIDE",
                        "ENABLE_OVERRIDE",
                        "FAIL",
                        "INTERRUPT",
                        "MUTATE_GRAPH",
                        "PLAY",
                        "RELEASE",
                        "RESTART",
                        "ROLLBACK",
                        "START",
                        "STOP",
                        "SYNTHESIZE",
                        "TRANSFER",
                        "UPDATE_OVERRIDE"),
                names);
    }

    @Test
    void section33SingleOwnerRule() {
        StreamFixture streams = at("idle");
        streams.denied(SINGLE_OWNER, "agent_b", "s1", "CLAIM");
        streams.allowed("agent_a", "s1", "TRANSFER", "to", "agent_b");
        assertEquals("agent_b", streams.stream("s1").owner());
    }

    @Test
    void section33OwnershipRequiredRule() {
        StreamFixture streams = at("playing");
        streams.denied(REQUIRED_FOR_INTERRUPT, "agent_b", "s1", "INTERRUPT");
        streams.fork().allowed("agent_a", "s1", "INTERRUPT");
    }

    @Test
    void section33OverrideExampleHoldsUnderTheProse() {
        StreamFixture streams = at(InterruptReading.PROSE, "playing");
        streams.allowed("user", "s1", "ENABLE_OVERRIDE", "scope", "session");
        Verdict<Subject> verdict = streams.allowed("agent_b", "s1", "INTERRUPT");
        assertEquals(Json.Bool.TRUE, verdict.attestation().metadata().json().get("override_influenced"));
    }

    @Test
    void section33SupremacyRule() {
        StreamFixture streams = at("playing");
        streams.allowed("user", "s1", "ENABLE_OVERRIDE", "scope", "session");
        StreamFixture other = streams.fork();
        Verdict<Subject> silent = streams.ask("agent_a", "s1", "TAMPER", "field", "override_active", "value", false);
        assertEquals("halted", silent.decision().printed());
        assertEquals(List.of(SUPREMACY), StreamFixture.ids(silent));
        other.allowed("user", "s1", "DISABLE_OVERRIDE");
        assertFalse(other.overrideCounts("s1"));
    }

    @Test
    void section33AuditableRule() {
        StreamFixture streams = at("playing");
        streams.allowed("user", "s1", "ENABLE_OVERRIDE", "scope", "session");
        streams.denied(AUDITABLE, "agent_a", "s1", "TAMPER", "field", "speech_rate_override", "value", HALF);
        streams.allowed("user", "s1", "UPDATE_OVERRIDE", "speech_rate", HALF);
        AccessibilityState override = Overrides.inForce(streams.registrar.view(), streams.stream("s1"));
        assertEquals(new AccessibilityState(Scope.SESSION, HALF, null, false), override);
    }

    @Test
    void section33NoDeadInterruptRule() {
        StreamFixture streams = at("stopped");
        streams.denied(List.of(NO_DEAD_INTERRUPT, VALID_TRANSITION), "agent_a", "s1", "INTERRUPT");
        streams.allowed("agent_a", "s1", "RESTART");
        streams.lead("s1", "agent_a", "playing").allowed("agent_a", "s1", "INTERRUPT");
    }

    @Test
    void section33ValidTransitionRule() {
        StreamFixture streams = at("idle");
        streams.denied(VALID_TRANSITION, "agent_a", "s1", "PLAY");
        for (String action : List.of("START", "COMPILE", "SYNTHESIZE")) {
            streams.allowed("agent_a", "s1", action);
        }
        assertEquals("playing", streams.state("s1"));
    }

    @Test
    void section33ImmutabilityRule() {
        at("synthesizing").denied(IMMUTABILITY, "plugin_eq", "s1", "MUTATE_GRAPH", "change", "gain");
        StreamFixture early = at("compiling");
        early.allowed("plugin_eq", "s1", "MUTATE_GRAPH", "change", "gain");
        early.allowed("agent_a", "s1", "COMMIT");
        early.denied(IMMUTABILITY, "plugin_eq", "s1", "MUTATE_GRAPH", "change", "gain");
    }

    @Test
    void section41KeepsEveryFieldOfAnOwnership() {
        Stream stream = at("idle", "session", "v1", "priority", 7, "interruptible", true).stream("s1");
        assertEquals("s1", stream.name());
        assertEquals("v1", stream.charter().session());
        assertTrue(stream.charter().interruptible());
        assertEquals(new Ownership("agent_a", 7, List.of(), StreamFixture.START_OF_TEST), stream.ownership());
    }

    @Test
    void section63ReplaysIntoAFreshRegistrar() {
        StreamFixture streams = at("idle", "opaque_data", Json.Obj.EMPTY.with("v3", 1));
        streams.allowed("agent_a", "s1", "START");
        streams.allowed("user", "s1", "ENABLE_OVERRIDE", "scope", "user");
        streams.denied(SINGLE_OWNER, "agent_b", "s1", "CLAIM");
        StreamFixture recovered = new StreamFixture();
        assertEquals(new Rebuild.Result.Verified(), Rebuild.into(recovered.registrar, streams.exported()));
        assertEquals(streams.stream("s1"), recovered.stream("s1"));
        assertTrue(recovered.overrideCounts("s1"));
        assertEquals(
                Overrides.inForce(streams.registrar.view(), streams.stream("s1")),
                Overrides.inForce(recovered.registrar.view(), recovered.stream("s1")));
        assertEquals(streams.exported(), recovered.exported());
    }

    @Test
    void section81ChecksCompatibility() {
        assertEquals("2.9.0", SchemaVersion.REGISTRAR_SCHEMA_VERSION);
        assertTrue(SchemaVersion.STATE_SCHEMA_FROZEN);
        assertTrue(SchemaVersion.checkCompatibility("2.6.0"));
        assertFalse(SchemaVersion.checkCompatibility("2.5.9"));
        assertThrows(IllegalArgumentException.class, () -> SchemaVersion.checkCompatibility("2.9"));
    }
}
