package dev.parley.kernel.stream;

import static dev.parley.kernel.stream.StreamFixture.at;
import static dev.parley.kernel.stream.StreamRules.AUDITABLE;
import static dev.parley.kernel.stream.StreamRules.COMMIT_BOUNDARY;
import static dev.parley.kernel.stream.StreamRules.IMMUTABILITY;
import static dev.parley.kernel.stream.StreamRules.NO_DEAD_INTERRUPT;
import static dev.parley.kernel.stream.StreamRules.REQUIRED_FOR_INTERRUPT;
import static dev.parley.kernel.stream.StreamRules.SINGLE_OWNER;
import static dev.parley.kernel.stream.StreamRules.SUPREMACY;
import static dev.parley.kernel.stream.StreamRules.VALID_TRANSITION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.Request;
import dev.parley.kernel.SchemaVersion;
import dev.parley.kernel.StructuralInvariants;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every row of every table of the stream model; the number in front is the table's section. */
class StreamTablesTest {

    @ParameterizedTest(name = "1.1: {0} is printed {1}, terminal {2}")
    @CsvSource({
        "idle, idle, false",
        "compiling, compiling, false",
        "synthesizing, synthesizing, false",
        "playing, playing, false",
        "interrupting, interrupting, false",
        "stopped, stopped, true",
        "failed, failed, true"
    })
    void table11(String way, String code, boolean terminal) {
        StreamState state = at(way).stream("s1").state();
        assertEquals(code, state.code());
        assertEquals(terminal, state.isTerminal());
    }

    @ParameterizedTest(name = "1.3: {0} goes by {1} to {2}")
    @CsvSource({
        "idle, START, compiling",
        "idle, FAIL, failed",
        "compiling, COMPILE, synthesizing",
        "compiling, FAIL, failed",
        "synthesizing, SYNTHESIZE, playing",
        "synthesizing, PLAY, playing",
        "synthesizing, FAIL, failed",
        "playing, INTERRUPT, interrupting",
        "playing, STOP, stopped",
        "playing, FAIL, failed",
        "interrupting, STOP, stopped",
        "interrupting, FAIL, failed",
        "stopped, RESTART, idle",
        "failed, RESTART, idle"
    })
    void table13AndTable21(String from, String action, String to) {
        StreamFixture streams = at(from);
        Verdict<Subject> verdict = streams.allowed("system", "s1", action);
        assertEquals('"' + to + '"', streams.printed(verdict));
    }

    /** Tables 1.3 and 2.1 together say which pairs exist; every other one is no transition. */
    @ParameterizedTest(name = "2.1: {0} is legal in {1} only")
    @CsvSource(
            delimiter = '|',
            value = {
                "START | idle",
                "COMPILE | compiling",
                "SYNTHESIZE | synthesizing",
                "PLAY | synthesizing",
                "INTERRUPT | playing",
                "STOP | playing interrupting",
                "FAIL | idle compiling synthesizing playing interrupting",
                "RESTART | stopped failed"
            })
    void table21(String action, String legal) {
        List<String> states = List.of(legal.trim().split(" "));
        for (String state :
                List.of("idle", "compiling", "synthesizing", "playing", "interrupting", "stopped", "failed")) {
            Verdict<Subject> verdict = at(state).ask("system", "s1", action.trim());
            assertEquals(states.contains(state), verdict.isAllowed(), state + " " + action);
            assertEquals(!states.contains(state), verdict.violates(VALID_TRANSITION), state + " " + action);
        }
    }

    @Test
    void table22ClaimNeedsAnUnownedStream() {
        StreamFixture streams = at("idle");
        streams.denied(SINGLE_OWNER, "agent_b", "s1", "CLAIM");
        streams.allowed("agent_a", "s1", "RELEASE");
        streams.allowed("agent_b", "s1", "CLAIM");
    }

    @Test
    void table22ReleaseAndTransferNeedThePresentOwner() {
        StreamFixture streams = at("idle");
        streams.denied(SINGLE_OWNER, "agent_b", "s1", "RELEASE");
        streams.denied(SINGLE_OWNER, "agent_b", "s1", "TRANSFER", "to", "agent_b");
        streams.allowed("agent_a", "s1", "TRANSFER", "to", "agent_b");
        streams.denied(SINGLE_OWNER, "agent_a", "s1", "RELEASE");
        streams.allowed("agent_b", "s1", "RELEASE");
        assertNull(streams.stream("s1").owner());
    }

    @ParameterizedTest(name = "2.3: {0} is the user''s alone")
    @CsvSource({"ENABLE_OVERRIDE, false", "DISABLE_OVERRIDE, true", "UPDATE_OVERRIDE, true"})
    void table23(String action, boolean needsActive) {
        for (String actor : List.of("agent_a", "plugin_eq", "system", "operator", "user")) {
            StreamFixture streams = at("playing");
            if (needsActive) {
                streams.allowed("user", "s1", "ENABLE_OVERRIDE");
            }
            assertEquals(actor.equals("user"), streams.ask(actor, "s1", action).isAllowed(), actor + " " + action);
        }
    }

    @Test
    void table24MutationCommitAndRollback() {
        StreamFixture streams = at("compiling");
        streams.allowed("plugin_eq", "s1", "MUTATE_GRAPH", "change", "gain");
        streams.allowed("agent_a", "s1", "ROLLBACK");
        streams.denied(SINGLE_OWNER, "agent_b", "s1", "COMMIT");
        streams.allowed("agent_a", "s1", "DELEGATE", "to", "agent_b");
        streams.allowed("agent_b", "s1", "COMMIT");
        streams.denied(IMMUTABILITY, "plugin_eq", "s1", "MUTATE_GRAPH", "change", "gain");
        streams.denied(COMMIT_BOUNDARY, "agent_a", "s1", "ROLLBACK");
    }

    /** Ruling A3: eight, under the ids that are frozen. */
    @Test
    void table31And33ListEightDomainRulesWithTheirLevelsInOrder() {
        List<String> rules = new StreamRoom(InterruptReading.MATRIX)
                .catalogue().stream()
                        .map(rule -> rule.id() + " " + rule.level())
                        .toList();
        assertEquals(
                List.of(
                        SINGLE_OWNER + " REJECT",
                        REQUIRED_FOR_INTERRUPT + " REJECT",
                        SUPREMACY + " HALT",
                        AUDITABLE + " REJECT",
                        NO_DEAD_INTERRUPT + " REJECT",
                        COMMIT_BOUNDARY + " REJECT",
                        VALID_TRANSITION + " REJECT",
                        IMMUTABILITY + " REJECT"),
                rules);
    }

    @Test
    void table32OrdersTheLevels() {
        assertEquals(List.of(Level.INFO, Level.WARN, Level.REJECT, Level.HALT), List.of(Level.values()));
    }

    /** Ruling A3: eleven, under the ids that are frozen. */
    @Test
    void table34ListsElevenStructuralRules() {
        assertEquals(
                List.of(
                        "state.identity.immutable",
                        "state.identity.explicit",
                        "state.identity.unique",
                        "state.lineage.explicit",
                        "state.lineage.parent_exists",
                        "state.lineage.single_parent",
                        "state.lineage.continuous",
                        "ordering.total",
                        "ordering.monotonic",
                        "ordering.gap_free",
                        "ordering.deterministic"),
                StructuralInvariants.all().stream().map(Invariant::id).toList());
    }

    @ParameterizedTest(name = "5.2: an override of scope {0} reaches another session of the user: {1}")
    @CsvSource({"session, false", "user, true"})
    void table52Scopes(String scope, boolean reaches) {
        StreamFixture streams = at("playing", "user", "user_ann", "session", "v1");
        streams.allowed("agent_a", "s2", "CREATE", "user", "user_ann", "session", "v2");
        streams.allowed("user_ann", "s1", "ENABLE_OVERRIDE", "scope", scope);
        streams.allowed("agent_a", "s3", "CREATE", "user", "user_ann", "session", "v3");
        assertTrue(streams.overrideCounts("s1"));
        assertEquals(reaches, streams.overrideCounts("s2"));
        assertEquals(reaches, streams.overrideCounts("s3"));
    }

    @Test
    void table61AttestsAllTenFields() {
        StreamFixture streams = at("idle");
        Json.Obj json = streams.ask("agent_b", "s1", "CLAIM", "priority", 3)
                .attestation()
                .toJson();
        assertEquals("att_2", json.text("id"));
        assertEquals("CLAIM", json.text("action"));
        assertEquals("agent_b", json.text("actor"));
        assertEquals("s1", json.text("target"));
        assertEquals("denied", json.text("decision"));
        assertTrue(String.valueOf(json.text("reason")).startsWith(SINGLE_OWNER));
        assertEquals(Json.Obj.EMPTY.with("priority", 3), json.get("parameters"));
        assertTrue(json.get("invariants_checked") instanceof Json.Arr checked
                && checked.items().size() == 19);
        assertTrue(json.get("metadata") instanceof Json.Obj metadata && "matrix".equals(metadata.text("reading")));
        assertTrue(json.has("timestamp"));
        assertEquals(10, json.fields().size());
    }

    @ParameterizedTest(name = "7.2: {0}")
    @CsvSource({"allowed, START", "denied, PLAY", "halted, TAMPER"})
    void table72Outcomes(String decision, String action) {
        StreamFixture streams = at("idle");
        streams.allowed("user", "s1", "ENABLE_OVERRIDE");
        Stream before = streams.stream("s1");
        Request request = action.equals("TAMPER")
                ? StreamFixture.request("agent_a", "s1", action, "field", "override_active", "value", false)
                : StreamFixture.request("agent_a", "s1", action);
        Verdict<Subject> verdict = streams.registrar.request(request);
        assertEquals(decision, verdict.decision().printed());
        assertEquals(
                decision.equals("allowed") ? "allowed" : "denied",
                verdict.attestation().toJson().text("decision"));
        assertEquals(decision.equals("allowed"), !before.equals(streams.stream("s1")));
        boolean saysHalt =
                verdict.attestation().toJson().get("metadata") instanceof Json.Obj metadata && metadata.has("halt");
        assertEquals(decision.equals("halted"), saysHalt);
    }

    @ParameterizedTest(name = "8.2: {0} is read: {1}")
    @CsvSource({"2.5.0, false", "2.6.1, true", "2.7.0, true", "2.8.3, true", "2.9.0, true", "3.0.0, false"})
    void table82Versions(String version, boolean reads) {
        assertEquals(reads, SchemaVersion.checkCompatibility(version));
        assertThrows(IllegalArgumentException.class, () -> SchemaVersion.checkCompatibility(version + "-rc1"));
    }

    @Test
    void section83KeepsOpaqueDataAndNeverJudgesIt() {
        Json anything = Json.Obj.EMPTY.with("override_active", false).with("owner", "agent_b");
        StreamFixture streams = at("playing", "opaque_data", anything);
        assertEquals(anything, streams.stream("s1").charter().opaqueData());
        streams.allowed("agent_a", "s1", "STOP");
        assertEquals(anything, streams.stream("s1").charter().opaqueData());
    }

    @ParameterizedTest(name = "decision matrix, {0}: {1} with override {2}, owner {3}, asks {4}: {5}")
    @CsvSource({
        "MATRIX, user, inactive, no, ENABLE_OVERRIDE, allowed",
        "MATRIX, user, active, no, DISABLE_OVERRIDE, allowed",
        "MATRIX, agent_a, active, yes, INTERRUPT, denied",
        "MATRIX, agent_b, active, no, INTERRUPT, denied",
        "MATRIX, agent_a, inactive, yes, INTERRUPT, allowed",
        "MATRIX, agent_b, inactive, no, INTERRUPT, denied",
        "PROSE, user, inactive, no, ENABLE_OVERRIDE, allowed",
        "PROSE, user, active, no, DISABLE_OVERRIDE, allowed",
        "PROSE, agent_a, active, yes, INTERRUPT, allowed",
        "PROSE, agent_b, active, no, INTERRUPT, allowed",
        "PROSE, agent_a, inactive, yes, INTERRUPT, allowed",
        "PROSE, agent_b, inactive, no, INTERRUPT, denied"
    })
    void decisionMatrix(
            InterruptReading reading, String actor, String override, String owner, String action, String result) {
        StreamFixture streams = at(reading, "playing");
        if (override.equals("active")) {
            streams.allowed("user", "s1", "ENABLE_OVERRIDE");
        }
        assertEquals(owner.equals("yes"), streams.stream("s1").isOwnedBy(actor));
        Verdict<Subject> verdict = streams.ask(actor, "s1", action);
        assertEquals(result, verdict.decision().printed());
        assertEquals(reading.code(), verdict.attestation().metadata().json().text("reading"));
    }
}
