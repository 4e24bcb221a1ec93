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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rulings A1 to A15, and X4 as far as streams go; each test is named after the one it pins. */
class StreamRulingsTest {

    private static boolean influenced(Verdict<Subject> verdict) {
        return Json.Bool.TRUE.equals(verdict.attestation().metadata().json().get("override_influenced"));
    }

    private static int priority(StreamFixture streams) {
        Ownership ownership = streams.stream("s1").ownership();
        return ownership == null ? 0 : ownership.priority();
    }

    private static int revision(Verdict<Subject> verdict) {
        BigDecimal revision = verdict.attestation().metadata().json().number("revision");
        return revision == null ? -1 : revision.intValueExact();
    }

    @Test
    void a1MarksAVerdictOnlyWhereTheOverrideMadeTheDifference() {
        StreamFixture streams = at("playing");
        streams.allowed("user", "s1", "ENABLE_OVERRIDE");
        assertTrue(influenced(streams.denied(REQUIRED_FOR_INTERRUPT, "agent_a", "s1", "INTERRUPT")));
        assertFalse(influenced(streams.denied(REQUIRED_FOR_INTERRUPT, "agent_b", "s1", "INTERRUPT")));
        assertFalse(influenced(streams.fork().allowed("user", "s1", "INTERRUPT")));
        assertTrue(influenced(streams.denied(AUDITABLE, "user", "s1", "ENABLE_OVERRIDE")));
        assertTrue(influenced(streams.allowed("user", "s1", "DISABLE_OVERRIDE")));
        assertFalse(influenced(streams.denied(AUDITABLE, "user", "s1", "DISABLE_OVERRIDE")));
    }

    @ParameterizedTest(name = "A2: priority {1} against {0} on an interruptible stream: {2}")
    @CsvSource({"5, 5, false", "5, 6, true", "10, 10, false", "1, 2, true", "5, 4, false"})
    void a2PriorityMustBeStrictlyHigher(int owners, int requesters, boolean allowed) {
        StreamFixture streams = at("playing", "priority", owners, "interruptible", true);
        assertEquals(
                allowed,
                streams.ask("agent_b", "s1", "INTERRUPT", "priority", requesters)
                        .isAllowed());
        assertFalse(at("playing", "priority", owners)
                .ask("agent_b", "s1", "INTERRUPT", "priority", requesters)
                .isAllowed());
    }

    @Test
    void a2TheDefaultPriorityIsFiveOnBothSides() {
        at("playing", "interruptible", true).denied(REQUIRED_FOR_INTERRUPT, "agent_b", "s1", "INTERRUPT");
        at("playing", "interruptible", true, "priority", 4).allowed("agent_b", "s1", "INTERRUPT");
    }

    @Test
    void a4OnlyRestartLeavesAnEndedRun() {
        for (String ended : List.of("stopped", "failed")) {
            for (String action : List.of("START", "COMPILE", "PLAY", "SYNTHESIZE", "STOP", "FAIL")) {
                at(ended).denied(VALID_TRANSITION, "agent_a", "s1", action);
            }
            at(ended).allowed("agent_a", "s1", "RESTART");
        }
    }

    @Test
    void a5NeitherPlayNorSynthesizeIsLegalWhilePlaying() {
        for (String action : List.of("PLAY", "SYNTHESIZE")) {
            assertEquals(
                    "playing",
                    at("synthesizing").allowed("agent_a", "s1", action).state() instanceof Stream s
                            ? s.state().code()
                            : "");
            at("playing").denied(VALID_TRANSITION, "agent_a", "s1", action);
        }
    }

    @Test
    void a6SystemStopsAnInterruptedStreamWithAnAttestationOfItsOwn() {
        StreamFixture streams = at("playing");
        Verdict<Subject> verdict = streams.allowed("agent_a", "s1", "INTERRUPT", "flush", "auto");
        assertEquals("\"interrupting\"", streams.printed(verdict));
        Verdict<Subject> stop = verdict.followed().getFirst();
        assertEquals("system", stop.attestation().actor());
        assertEquals("STOP", stop.attestation().action());
        assertEquals("\"stopped\"", streams.printed(stop));
        assertEquals(verdict.attestation().order() + 1, stop.attestation().order());
    }

    @Test
    void a6OnlySystemEndsAHeldFlush() {
        StreamFixture streams = at("playing");
        assertEquals(
                List.of(),
                streams.allowed("agent_a", "s1", "INTERRUPT", "flush", "hold").followed());
        streams.denied(VALID_TRANSITION, "agent_a", "s1", "STOP");
        streams.denied(VALID_TRANSITION, "user", "s1", "STOP");
        streams.denied(List.of(REQUIRED_FOR_INTERRUPT, VALID_TRANSITION), "agent_b", "s1", "STOP");
        streams.allowed("system", "s1", "STOP");
        assertEquals("stopped", streams.state("s1"));
    }

    @Test
    void a7RevisionsCountUpAndAreNeverReused() {
        StreamFixture streams = at("idle");
        for (String action : List.of("COMMIT", "ROLLBACK")) {
            streams.denied(VALID_TRANSITION, "agent_a", "s1", action);
        }
        streams.denied(VALID_TRANSITION, "agent_a", "s1", "MUTATE_GRAPH", "change", "x");
        assertEquals(0, revision(streams.allowed("agent_a", "s1", "START")));
        streams.denied(VALID_TRANSITION, "agent_a", "s1", "ROLLBACK");
        for (int i = 1; i <= 3; i++) {
            assertEquals(i, revision(streams.allowed("plugin_eq", "s1", "MUTATE_GRAPH", "change", "x")));
        }
        assertEquals(1, revision(streams.allowed("agent_a", "s1", "ROLLBACK", "to_revision", 1)));
        assertEquals(4, revision(streams.allowed("agent_a", "s1", "MUTATE_GRAPH", "change", "x")));
        for (int there : List.of(4, 5, 2, 3)) {
            streams.denied(VALID_TRANSITION, "agent_a", "s1", "ROLLBACK", "to_revision", there);
        }
        assertEquals(1, revision(streams.allowed("agent_a", "s1", "ROLLBACK")));
        assertEquals(0, revision(streams.allowed("agent_a", "s1", "ROLLBACK")));
        assertEquals(0, revision(streams.denied(VALID_TRANSITION, "agent_a", "s1", "PLAY")));
    }

    @Test
    void a7CompileCommitsAndTheBoundaryHoldsUntilRestart() {
        for (String later : List.of("synthesizing", "playing", "interrupting", "stopped", "failed playing")) {
            StreamFixture streams = at(later);
            streams.denied(IMMUTABILITY, "plugin_eq", "s1", "MUTATE_GRAPH", "change", "x");
            streams.denied(COMMIT_BOUNDARY, "agent_a", "s1", "ROLLBACK", "to_revision", 0);
            streams.denied(IMMUTABILITY, "agent_a", "s1", "COMMIT");
        }
        StreamFixture again = at("stopped");
        assertEquals(-1, revision(again.allowed("agent_a", "s1", "RESTART")));
        assertEquals(0, revision(again.allowed("agent_a", "s1", "START")));
        again.allowed("agent_a", "s1", "MUTATE_GRAPH", "change", "x");
    }

    @Test
    void a7DelegatesMayOnlyCommitAndEndWithTransferReleaseAndRestart() {
        StreamFixture streams = at("compiling");
        streams.allowed("agent_a", "s1", "DELEGATE", "to", "agent_d");
        streams.fork().allowed("agent_d", "s1", "COMMIT");
        streams.denied(SINGLE_OWNER, "agent_d", "s1", "COMPILE");
        streams.denied(SINGLE_OWNER, "agent_d", "s1", "DELEGATE", "to", "agent_e");
        streams.denied(SINGLE_OWNER, "agent_d", "s1", "MUTATE_GRAPH", "change", "x");
        StreamFixture transferred = streams.fork();
        transferred.allowed("agent_a", "s1", "TRANSFER", "to", "agent_b");
        transferred.denied(SINGLE_OWNER, "agent_d", "s1", "COMMIT");
        StreamFixture released = streams.fork();
        released.allowed("agent_a", "s1", "RELEASE");
        released.allowed("agent_b", "s1", "CLAIM");
        released.denied(SINGLE_OWNER, "agent_d", "s1", "COMMIT");
        streams.allowed("agent_a", "s1", "FAIL");
        streams.allowed("agent_a", "s1", "RESTART");
        streams.allowed("agent_a", "s1", "START");
        streams.denied(SINGLE_OWNER, "agent_d", "s1", "COMMIT");
    }

    @Test
    void a8OnAnUnownedStreamOnlySystemAndTheUserActAndAnyoneClaims() {
        StreamFixture streams = new StreamFixture();
        streams.allowed("user_ann", "s1", "CREATE", "user", "user_ann");
        assertNull(streams.stream("s1").owner());
        for (String stranger : List.of("agent_a", "plugin_eq", "user_bob", "operator")) {
            streams.denied(SINGLE_OWNER, stranger, "s1", "START");
            streams.fork().allowed(stranger, "s1", "CLAIM");
        }
        streams.allowed("user_ann", "s1", "START");
        streams.denied(SINGLE_OWNER, "plugin_eq", "s1", "MUTATE_GRAPH", "change", "x");
        streams.allowed("user_ann", "s1", "COMPILE");
        streams.allowed("system", "s1", "PLAY");
        streams.denied(REQUIRED_FOR_INTERRUPT, "agent_a", "s1", "INTERRUPT", "priority", 10);
        streams.denied(REQUIRED_FOR_INTERRUPT, "agent_a", "s1", "STOP");
        streams.allowed("user_ann", "s1", "STOP");
    }

    @Test
    void a8TheUserStopsAndInterruptsAnOwnedStreamButDoesNotRunIt() {
        at("playing").allowed("user", "s1", "STOP");
        at("playing").allowed("user", "s1", "INTERRUPT");
        at("playing").denied(SINGLE_OWNER, "user", "s1", "FAIL");
        at("idle").denied(SINGLE_OWNER, "user", "s1", "START");
    }

    @Test
    void a8TheOwnersStopStaysLegalUnderAnOverride() {
        StreamFixture streams = at("playing");
        streams.allowed("user", "s1", "ENABLE_OVERRIDE");
        streams.fork().allowed("system", "s1", "INTERRUPT");
        streams.allowed("agent_a", "s1", "STOP");
    }

    @Test
    void a8ClaimIsRefusedAlsoToThePresentOwner() {
        at("idle").denied(SINGLE_OWNER, "agent_a", "s1", "CLAIM");
    }

    @ParameterizedTest(name = "A9: {0} may not tamper with {1}")
    @CsvSource({
        "agent_a, override_active, true",
        "user, override_active, true",
        "system, speech_rate_override, 2",
        "user, pause_amplification, 3",
        "plugin_eq, forced_captions, false",
        "agent_a, override_scope, session"
    })
    void a9TamperingIsAuditableUnlessItSwitchesAnOverrideOff(String actor, String field, String value) {
        Json json = switch (value) {
            case "true", "false" -> Json.of(Boolean.parseBoolean(value));
            case "2", "3" -> Json.of(Integer.parseInt(value));
            default -> Json.of(value);
        };
        StreamFixture streams = at("playing");
        streams.denied(AUDITABLE, actor, "s1", "TAMPER", "field", field, "value", json);
        streams.denied(AUDITABLE, actor, "s1", "TAMPER", "field", "override_active", "value", false);
        streams.allowed("user", "s1", "ENABLE_OVERRIDE");
        streams.denied(AUDITABLE, actor, "s1", "TAMPER", "field", field, "value", json);
        Verdict<Subject> off = streams.ask(actor, "s1", "TAMPER", "field", "override_active", "value", false);
        assertEquals(List.of(SUPREMACY), StreamFixture.ids(off));
        assertTrue(influenced(off));
    }

    @Test
    void a10ListsEveryFailureInOrderAndStopsAtStructure() {
        StreamFixture streams = at("stopped");
        streams.denied(
                List.of(REQUIRED_FOR_INTERRUPT, NO_DEAD_INTERRUPT, VALID_TRANSITION), "agent_b", "s1", "INTERRUPT");
        streams.denied(List.of(SINGLE_OWNER, COMMIT_BOUNDARY), "agent_b", "s1", "ROLLBACK");
        Verdict<Subject> first = streams.denied(List.of(SINGLE_OWNER, IMMUTABILITY), "agent_b", "s1", "COMMIT");
        assertTrue(first.reason().startsWith(SINGLE_OWNER));
        assertEquals(19, first.attestation().invariantsChecked().size());
        Verdict<Subject> unknown = streams.denied("state.lineage.parent_exists", "agent_b", "s9", "COMMIT");
        assertEquals(11, unknown.attestation().invariantsChecked().size());
        assertEquals("null", streams.printed(unknown));
        assertEquals("matrix", unknown.attestation().metadata().json().text("reading"));
    }

    @ParameterizedTest(name = "A11: a priority of {0} is a clear error")
    @ValueSource(strings = {"0", "11", "-1", "5.5", "\"5\"", "null", "true", "1e9"})
    void a11PriorityIsAWholeNumberFromOneToTen(String priority) {
        Json json = Character.isDigit(priority.charAt(0)) || priority.charAt(0) == '-'
                ? new Json.Num(new BigDecimal(priority))
                : priority.equals("null") ? Json.Null.NULL : priority.equals("true") ? Json.of(true) : Json.of("5");
        StreamFixture streams = at("playing");
        streams.denied(Registrar.MALFORMED, "agent_a", "s2", "CREATE", "priority", json);
        streams.denied(Registrar.MALFORMED, "agent_b", "s1", "CLAIM", "priority", json);
        Verdict<Subject> verdict = streams.denied(Registrar.MALFORMED, "agent_a", "s1", "INTERRUPT", "priority", json);
        assertTrue(verdict.reason().contains("priority must be a whole number from 1 to 10"));
        assertEquals("\"playing\"", streams.printed(verdict));
    }

    @Test
    void a11TheCreatorIsTheFirstOwnerWhereItIsAnAgent() {
        StreamFixture streams = new StreamFixture();
        streams.allowed("agent_a", "s1", "CREATE");
        streams.allowed("user", "s2", "CREATE");
        streams.allowed("system", "s3", "CREATE", "owner", "agent_b");
        streams.allowed("agent_a", "s4", "CREATE", "owner", Json.Null.NULL);
        assertEquals("agent_a", streams.stream("s1").owner());
        assertNull(streams.stream("s2").owner());
        assertEquals("agent_b", streams.stream("s3").owner());
        assertNull(streams.stream("s4").owner());
    }

    @Test
    void a12AnOverrideCountsForEveryStreamOfItsSession() {
        StreamFixture streams = at("idle", "session", "v1");
        streams.allowed("agent_b", "s2", "CREATE", "session", "v1");
        streams.allowed("agent_b", "s3", "CREATE", "session", "v2");
        streams.lead("s2", "agent_b", "playing").allowed("user", "s1", "ENABLE_OVERRIDE");
        streams.denied(REQUIRED_FOR_INTERRUPT, "agent_b", "s2", "INTERRUPT");
        assertFalse(streams.overrideCounts("s3"));
        streams.denied(AUDITABLE, "user", "s2", "ENABLE_OVERRIDE");
        streams.allowed("user", "s2", "DISABLE_OVERRIDE");
        assertFalse(streams.overrideCounts("s1"));
    }

    @Test
    void a12ASessionsOverrideEndsAttestedWithItsSession() {
        StreamFixture streams = at("playing", "session", "v1", "user", "user_ann");
        streams.allowed("user_ann", "s1", "ENABLE_OVERRIDE");
        Verdict<Subject> end = streams.allowed("user_ann", "v1", "SESSION_END");
        assertEquals("null", streams.printed(end));
        Verdict<Subject> followed = end.followed().getFirst();
        assertTrue(followed.isAllowed());
        assertEquals("DISABLE_OVERRIDE", followed.attestation().action());
        assertEquals("system", followed.attestation().actor());
        assertTrue(influenced(followed));
        assertNull(streams.session("v1").override());
        assertTrue(streams.session("v1").ended());
    }

    @Test
    void a12AUsersOverrideOutlivesTheSessionAndIsNotEndedByIt() {
        StreamFixture streams = at("playing", "session", "v1", "user", "user_ann");
        streams.allowed("user_ann", "s1", "ENABLE_OVERRIDE", "scope", "user");
        assertEquals(List.of(), streams.allowed("system", "v1", "SESSION_END").followed());
        streams.allowed("agent_a", "s2", "CREATE", "session", "v2", "user", "user_ann");
        streams.allowed("agent_a", "s3", "CREATE", "session", "v3", "user", "user_bob");
        streams.allowed("agent_a", "s4", "CREATE", "session", "v4");
        assertTrue(streams.overrideCounts("s2"));
        assertFalse(streams.overrideCounts("s3"));
        assertTrue(streams.overrideCounts("s4"), "every user counts as the user of s4");
        streams.denied(AUDITABLE, "user_bob", "s4", "DISABLE_OVERRIDE");
        streams.allowed("user_ann", "s4", "DISABLE_OVERRIDE");
        assertFalse(streams.overrideCounts("s2"));
    }

    @Test
    void a12UpdateMovesAnOverrideToItsNewScope() {
        StreamFixture streams = at("playing", "session", "v1", "user", "user_ann");
        streams.allowed("agent_a", "s2", "CREATE", "session", "v2", "user", "user_ann");
        streams.denied(AUDITABLE, "user_ann", "s1", "UPDATE_OVERRIDE", "scope", "user");
        streams.allowed("user_ann", "s1", "ENABLE_OVERRIDE", "scope", "session", "forced_captions", true);
        streams.allowed("user_ann", "s1", "UPDATE_OVERRIDE", "scope", "user");
        AccessibilityState moved = Overrides.inForce(streams.registrar.view(), streams.stream("s2"));
        assertEquals(new AccessibilityState(Scope.USER, null, null, true), moved);
        streams.allowed("user_ann", "s2", "UPDATE_OVERRIDE", "scope", "session");
        assertFalse(streams.overrideCounts("s1"));
        assertTrue(streams.overrideCounts("s2"));
    }

    @Test
    void a12DisableEndsBothTheSessionsAndTheUsersOwnOverride() {
        StreamFixture streams = at("playing", "session", "v1", "user", "user_ann");
        streams.allowed("agent_a", "s2", "CREATE", "session", "v2", "user", "user_ann");
        streams.allowed("user_ann", "s1", "ENABLE_OVERRIDE", "scope", "session");
        streams.allowed("user_ann", "s2", "ENABLE_OVERRIDE", "scope", "user");
        streams.allowed("user_ann", "s1", "DISABLE_OVERRIDE");
        assertFalse(streams.overrideCounts("s1"));
        assertFalse(streams.overrideCounts("s2"));
    }

    @ParameterizedTest(name = "{0} of {1} is out of range")
    @CsvSource({
        "speech_rate, 0",
        "speech_rate, -1",
        "speech_rate, 10.01",
        "pause_amplification, 0",
        "pause_amplification, 11"
    })
    void overrideSettingsHaveRanges(String name, BigDecimal value) {
        StreamFixture streams = at("playing");
        streams.denied(Registrar.MALFORMED, "user", "s1", "ENABLE_OVERRIDE", name, value);
        streams.allowed("user", "s1", "ENABLE_OVERRIDE", name, Json.Null.NULL);
        streams.denied(Registrar.MALFORMED, "user", "s1", "UPDATE_OVERRIDE", name, value);
    }

    @Test
    void requestsThatLackWhatTheyNeedAreMalformed() {
        StreamFixture streams = at("compiling");
        streams.denied(Registrar.MALFORMED, "agent_a", "s1", "TRANSFER");
        streams.denied(Registrar.MALFORMED, "agent_a", "s1", "TRANSFER", "to", "");
        streams.denied(Registrar.MALFORMED, "agent_a", "s1", "TRANSFER", "to", "user_ann");
        streams.denied(Registrar.MALFORMED, "agent_a", "s1", "DELEGATE");
        streams.denied(Registrar.MALFORMED, "agent_a", "s1", "DELEGATE", "to", 3);
        streams.denied(Registrar.MALFORMED, "agent_a", "s1", "MUTATE_GRAPH");
        streams.denied(Registrar.MALFORMED, "agent_a", "s1", "ROLLBACK", "to_revision", -1);
        streams.denied(Registrar.MALFORMED, "agent_a", "s1", "TAMPER", "value", true);
        streams.denied(Registrar.MALFORMED, "agent_a", "s1", "TAMPER", "field", "mood", "value", true);
        streams.denied(Registrar.MALFORMED, "agent_a", "s1", "TAMPER", "field", "override_active");
        streams.denied(Registrar.MALFORMED, "agent_a", "s1", "TAMPER", "field", "override_active", "value", 0);
        streams.denied(Registrar.MALFORMED, "agent_a", "s1", "INTERRUPT", "flush", "later");
        streams.denied(Registrar.MALFORMED, "agent_a", "s2", "CREATE", "interruptible", "yes");
        streams.denied(Registrar.MALFORMED, "agent_a", "s2", "CREATE", "session", "");
        streams.denied(Registrar.MALFORMED, "agent_a", "s2", "CREATE", "owner", 1);
        streams.denied(Registrar.MALFORMED, "user", "s1", "ENABLE_OVERRIDE", "scope", "house");
        streams.denied(Registrar.MALFORMED, "user", "s1", "ENABLE_OVERRIDE", "forced_captions", "yes");
        streams.denied(Registrar.MALFORMED, "agent_a", "s1", "start");
        Verdict<Subject> verdict = streams.denied(Registrar.MALFORMED, "", "s1", "START");
        assertEquals(0, revision(verdict));
    }

    @Test
    void a15AnotherUsersOverrideActionIsAuditableAndNeverHalts() {
        StreamFixture streams = at("playing", "user", "user_ann");
        streams.denied(AUDITABLE, "user_bob", "s1", "ENABLE_OVERRIDE");
        streams.allowed("user_ann", "s1", "ENABLE_OVERRIDE");
        streams.denied(AUDITABLE, "user_bob", "s1", "UPDATE_OVERRIDE");
        streams.denied(AUDITABLE, "user_bob", "s1", "DISABLE_OVERRIDE");
        streams.denied(AUDITABLE, "user", "s1", "DISABLE_OVERRIDE");
        streams.denied(REQUIRED_FOR_INTERRUPT, "user_bob", "s1", "INTERRUPT");
        streams.denied(REQUIRED_FOR_INTERRUPT, "user_bob", "s1", "STOP");
    }

    @ParameterizedTest(name = "A15: DISABLE_OVERRIDE by {0} halts the session")
    @ValueSource(strings = {"agent_a", "agent_b", "plugin_eq", "system", "operator"})
    void a15DisableByAnyoneWhoIsNoUserHalts(String actor) {
        StreamFixture streams = at("playing", "session", "v1");
        streams.denied(AUDITABLE, actor, "s1", "DISABLE_OVERRIDE");
        streams.allowed("user", "s1", "ENABLE_OVERRIDE");
        Verdict<Subject> verdict = streams.ask(actor, "s1", "DISABLE_OVERRIDE");
        assertEquals("halted", verdict.decision().printed());
        assertEquals(List.of(SUPREMACY), StreamFixture.ids(verdict));
        assertTrue(streams.registrar.view().isHalted(Keys.session("v1")));
    }

    @Test
    void a15SessionEndIsForSystemAndTheSessionsUser() {
        StreamFixture streams = at("playing", "session", "v1", "user", "user_ann");
        for (String other : List.of("agent_a", "user_bob", "operator", "plugin_eq")) {
            streams.denied(SINGLE_OWNER, other, "v1", "SESSION_END");
        }
        streams.denied("state.lineage.parent_exists", "system", "v9", "SESSION_END");
        streams.denied("state.lineage.parent_exists", "system", "s1", "SESSION_END");
        streams.denied("state.identity.explicit", "system", "", "SESSION_END");
        StreamFixture overridden = streams.fork();
        overridden.allowed("user_ann", "s1", "ENABLE_OVERRIDE");
        Verdict<Subject> verdict = overridden.ask("agent_a", "v1", "SESSION_END");
        assertEquals(List.of(SINGLE_OWNER, SUPREMACY), StreamFixture.ids(verdict));
        assertEquals("halted", verdict.decision().printed());
        streams.allowed("system", "v1", "SESSION_END");
        streams.denied(VALID_TRANSITION, "system", "v1", "SESSION_END");
    }

    @Test
    void a15AUserScopedOverrideIsNotEndedBySessionEndSoAStrangersAttemptOnlyFails() {
        StreamFixture streams = at("playing", "session", "v1", "user", "user_ann");
        streams.allowed("user_ann", "s1", "ENABLE_OVERRIDE", "scope", "user");
        streams.denied(SINGLE_OWNER, "agent_a", "v1", "SESSION_END");
    }

    @Test
    void a15StreamsOfAnEndedSessionRefuseEverything() {
        StreamFixture streams = at("playing", "session", "v1");
        streams.allowed("system", "v1", "SESSION_END");
        for (String action : List.of("STOP", "INTERRUPT", "FAIL", "RELEASE")) {
            streams.denied(VALID_TRANSITION, "agent_a", "s1", action);
        }
        streams.denied(VALID_TRANSITION, "user", "s1", "ENABLE_OVERRIDE");
        streams.denied(VALID_TRANSITION, "agent_a", "s2", "CREATE", "session", "v1");
        assertEquals("playing", streams.state("s1"));
    }

    /** Nothing but the machine speaks there, whoever asks for what, also while an override of the user lives on. */
    @ParameterizedTest(name = "A15: {0} finds the stream of an ended session closed")
    @ValueSource(strings = {"agent_a", "agent_b", "plugin_eq", "system", "operator", "user_ann", "user_bob"})
    void a15StreamsOfAnEndedSessionRefuseByTheMachineAlone(String actor) {
        StreamFixture streams = at("playing", "session", "v1", "user", "user_ann");
        streams.allowed("user_ann", "s1", "ENABLE_OVERRIDE", "scope", "user");
        streams.allowed("system", "v1", "SESSION_END");
        List<String> actions = List.of(
                "START",
                "PLAY",
                "STOP",
                "INTERRUPT",
                "FAIL",
                "RESTART",
                "CLAIM",
                "RELEASE",
                "COMMIT",
                "ROLLBACK",
                "ENABLE_OVERRIDE",
                "UPDATE_OVERRIDE",
                "DISABLE_OVERRIDE");
        for (String action : actions) {
            streams.denied(VALID_TRANSITION, actor, "s1", action);
        }
        streams.denied(VALID_TRANSITION, actor, "s1", "TAMPER", "field", "override_active", "value", false);
        streams.denied(VALID_TRANSITION, actor, "s1", "TRANSFER", "to", "agent_b");
        streams.denied(VALID_TRANSITION, actor, "s1", "MUTATE_GRAPH", "change", "x");
    }

    @Test
    void a15TransferKeepsThePriorityAndClaimSetsIt() {
        StreamFixture streams = at("idle", "priority", 8, "interruptible", true);
        streams.allowed("agent_a", "s1", "TRANSFER", "to", "agent_b");
        assertEquals(8, priority(streams));
        streams.allowed("agent_b", "s1", "RELEASE");
        streams.allowed("agent_c", "s1", "CLAIM", "priority", 2);
        assertEquals(2, priority(streams));
        assertTrue(streams.stream("s1").charter().interruptible());
    }

    private static StreamFixture halted() {
        StreamFixture streams = at("playing", "session", "v1");
        streams.allowed("agent_b", "s2", "CREATE", "session", "v1");
        streams.allowed("agent_b", "s3", "CREATE", "session", "v2");
        streams.allowed("user", "s1", "ENABLE_OVERRIDE");
        streams.ask("agent_a", "s1", "DISABLE_OVERRIDE");
        return streams;
    }

    @Test
    void x4AHaltedSessionRefusesEverythingUntilTheOperatorResumesIt() {
        StreamFixture streams = halted();
        Verdict<Subject> refused = streams.denied(Registrar.HALTED, "user", "s1", "STOP");
        assertEquals(11, refused.attestation().invariantsChecked().size());
        assertEquals("\"playing\"", streams.printed(refused));
        assertFalse(influenced(streams.denied(Registrar.HALTED, "agent_a", "s1", "INTERRUPT")));
        streams.denied(Registrar.HALTED, "agent_b", "s2", "START");
        streams.denied(Registrar.HALTED, "agent_b", "s4", "CREATE", "session", "v1");
        streams.denied(Registrar.HALTED, "system", "v1", "SESSION_END");
        streams.denied(Registrar.HALTED, "user", "v1", "RESUME");
        streams.denied(Registrar.HALTED, "operator", "s1", "STOP");
        streams.allowed("agent_b", "s3", "START");
        assertEquals("null", streams.printed(streams.allowed("operator", "v1", "RESUME")));
        assertTrue(streams.overrideCounts("s1"));
        streams.allowed("user", "s1", "STOP");
        streams.allowed("system", "v1", "SESSION_END");
    }

    @Test
    void x4ThereIsNothingToResumeInASessionThatIsNotHalted() {
        StreamFixture streams = at("playing", "session", "v1");
        streams.denied(VALID_TRANSITION, "operator", "v1", "RESUME");
        streams.denied(VALID_TRANSITION, "agent_a", "v1", "RESUME");
        streams.denied("state.lineage.parent_exists", "operator", "v9", "RESUME");
    }

    @Test
    void idsOfStreamsAndSessionsNeverCollide() {
        StreamFixture streams = new StreamFixture();
        for (String name : List.of("v1", "session v1", "stream session v1", Keys.USERS, "stream v1")) {
            streams.allowed("agent_a", name, "CREATE", "session", "v1");
            streams.allowed("agent_a", name, "START");
        }
        streams.allowed("user", "v1", "ENABLE_OVERRIDE", "scope", "user");
        assertEquals("compiling", streams.state("session v1"));
        assertEquals("compiling", streams.state(Keys.USERS));
        streams.denied("state.identity.unique", "agent_b", "session v1", "CREATE");
        streams.allowed("system", "v1", "SESSION_END");
        streams.denied(VALID_TRANSITION, "agent_a", "v1", "COMPILE");
    }
}
