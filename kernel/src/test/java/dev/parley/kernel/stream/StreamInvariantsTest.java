package dev.parley.kernel.stream;

import static dev.parley.kernel.stream.StreamFixture.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.AttestationStore;
import dev.parley.kernel.Case;
import dev.parley.kernel.Invariant;
import dev.parley.kernel.Reading;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Registrars;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.StateId;
import dev.parley.kernel.Step;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.View;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each invariant is provoked, then switched off, and something goes wrong that it had kept right. */
class StreamInvariantsTest {
    private static final Request CREATED = request("agent_a", "s1", "CREATE", "session", "v1");

    private record Trial(StreamFixture on, StreamFixture off) {}

    /** The same stream behind a full catalogue and behind one without that rule. */
    private static Trial trial(String rule, String state) {
        StreamRoom room = new StreamRoom(InterruptReading.MATRIX);
        StreamFixture on = new StreamFixture(new Registrar<>(room, attestation -> {}));
        StreamFixture off = new StreamFixture(Registrars.without(rule, room, attestation -> {}));
        for (StreamFixture streams : List.of(on, off)) {
            streams.registrar.request(CREATED);
            streams.lead("s1", "agent_a", state);
        }
        return new Trial(on, off);
    }

    @Test
    void withoutSingleOwnerAStrangerTakesTheStream() {
        Trial trial = trial(StreamRules.SINGLE_OWNER, "idle");
        trial.on.denied(StreamRules.SINGLE_OWNER, "agent_b", "s1", "CLAIM");
        trial.off.allowed("agent_b", "s1", "CLAIM");
        assertEquals("agent_b", trial.off.stream("s1").owner());
    }

    @Test
    void withoutRequiredForInterruptAStrangerStopsSpeech() {
        Trial trial = trial(StreamRules.REQUIRED_FOR_INTERRUPT, "playing");
        trial.on.denied(StreamRules.REQUIRED_FOR_INTERRUPT, "agent_b", "s1", "INTERRUPT");
        trial.off.allowed("agent_b", "s1", "INTERRUPT");
        assertEquals("stopped", trial.off.state("s1"));
    }

    @Test
    void withoutSupremacyAnAgentSwitchesTheOverrideOff() {
        Trial trial = trial(StreamRules.SUPREMACY, "playing");
        for (StreamFixture streams : List.of(trial.on, trial.off)) {
            streams.allowed("user", "s1", "ENABLE_OVERRIDE");
        }
        assertEquals(
                "halted",
                trial.on.ask("agent_a", "s1", "DISABLE_OVERRIDE").decision().printed());
        assertTrue(trial.on.overrideCounts("s1"));
        trial.off.allowed("agent_a", "s1", "DISABLE_OVERRIDE");
        assertFalse(trial.off.overrideCounts("s1"));
    }

    @Test
    void withoutAuditableAnAgentImposesAnOverride() {
        Trial trial = trial(StreamRules.AUDITABLE, "playing");
        trial.on.denied(StreamRules.AUDITABLE, "agent_b", "s1", "ENABLE_OVERRIDE");
        assertFalse(trial.on.overrideCounts("s1"));
        trial.off.allowed("agent_b", "s1", "ENABLE_OVERRIDE");
        assertTrue(trial.off.overrideCounts("s1"));
    }

    @Test
    void withoutNoDeadInterruptNobodyLearnsThatTheStreamHadEnded() {
        Trial trial = trial(StreamRules.NO_DEAD_INTERRUPT, "stopped");
        trial.on.denied(
                List.of(StreamRules.NO_DEAD_INTERRUPT, StreamRules.VALID_TRANSITION), "agent_a", "s1", "INTERRUPT");
        trial.off.denied(StreamRules.VALID_TRANSITION, "agent_a", "s1", "INTERRUPT");
    }

    @Test
    void withoutTheCommitBoundaryACommittedGraphIsRolledBack() {
        Trial trial = trial(StreamRules.COMMIT_BOUNDARY, "compiling");
        for (StreamFixture streams : List.of(trial.on, trial.off)) {
            streams.allowed("agent_a", "s1", "MUTATE_GRAPH", "change", "gain");
            streams.allowed("agent_a", "s1", "COMMIT");
        }
        trial.on.denied(StreamRules.COMMIT_BOUNDARY, "agent_a", "s1", "ROLLBACK");
        trial.off.allowed("agent_a", "s1", "ROLLBACK");
        assertEquals(0, trial.off.revision("s1"));
    }

    @Test
    void withoutImmutabilityACommittedGraphIsChanged() {
        Trial trial = trial(StreamRules.IMMUTABILITY, "synthesizing");
        trial.on.denied(StreamRules.IMMUTABILITY, "plugin_eq", "s1", "MUTATE_GRAPH", "change", "gain");
        trial.off.allowed("plugin_eq", "s1", "MUTATE_GRAPH", "change", "gain");
        assertEquals(1, trial.off.revision("s1"));
    }

    /** The machine refuses by itself; without the rule nothing among the checked ones accounts for it. */
    @Test
    void withoutValidTransitionARefusalRestsOnNoCheckedRule() {
        Trial trial = trial(StreamRules.VALID_TRANSITION, "idle");
        Attestation on = trial.on
                .denied(StreamRules.VALID_TRANSITION, "agent_a", "s1", "PLAY")
                .attestation();
        Attestation off = trial.off
                .denied(StreamRules.VALID_TRANSITION, "agent_a", "s1", "PLAY")
                .attestation();
        assertTrue(on.invariantsChecked().contains(StreamRules.VALID_TRANSITION));
        assertFalse(off.invariantsChecked().contains(StreamRules.VALID_TRANSITION));
    }

    private record Claimed(
            String rule,
            Request request,
            @Nullable StateId parent,
            @Nullable StateId otherParent,
            long order,
            @Nullable Hash digest) {}

    /** A claim that breaks that structural rule, two places after the stream's creation. */
    private static Claimed broken(String rule) {
        Request start = request("agent_a", "s1", "START");
        StateId newest = new StateId("s1", 2);
        return switch (rule) {
            case "state.identity.explicit" -> new Claimed(rule, request("agent_a", "", "START"), null, null, 3, null);
            case "state.identity.unique" -> new Claimed(rule, CREATED, null, null, 3, null);
            case "state.lineage.explicit" -> new Claimed(rule, start, null, null, 3, null);
            case "state.lineage.parent_exists" ->
                new Claimed(rule, request("agent_a", "s9", "START"), new StateId("s9", 1), null, 3, null);
            case "state.lineage.single_parent" -> new Claimed(rule, start, newest, newest, 3, null);
            case "state.lineage.continuous" -> new Claimed(rule, start, new StateId("s1", 1), null, 3, null);
            case "ordering.total" -> new Claimed(rule, start, newest, null, 0, null);
            case "ordering.monotonic" -> new Claimed(rule, start, newest, null, 2, null);
            case "ordering.gap_free" -> new Claimed(rule, start, newest, null, 5, null);
            case "ordering.deterministic" -> new Claimed(rule, start, newest, null, 3, Hash.ZERO);
            default -> throw new IllegalArgumentException(rule);
        };
    }

    @ParameterizedTest(name = "{0} is kept, and missed when it is switched off")
    @ValueSource(
            strings = {
                "state.identity.explicit",
                "state.identity.unique",
                "state.lineage.explicit",
                "state.lineage.parent_exists",
                "state.lineage.single_parent",
                "state.lineage.continuous",
                "ordering.total",
                "ordering.monotonic",
                "ordering.gap_free",
                "ordering.deterministic"
            })
    void structuralRules(String rule) {
        StreamRoom room = new StreamRoom(InterruptReading.MATRIX);
        List<String> on = asClaimed(new Registrar<>(room, attestation -> {}), rule);
        List<String> off = asClaimed(Registrars.without(rule, room, attestation -> {}), rule);
        assertTrue(on.contains(rule), on.toString());
        assertFalse(off.contains(rule), off.toString());
        assertEquals(on.stream().filter(id -> !id.equals(rule)).toList(), off);
    }

    private static List<String> asClaimed(Registrar<Subject, StreamEvent> registrar, String rule) {
        registrar.request(CREATED);
        registrar.request(request("agent_a", "s1", "DELEGATE", "to", "agent_b"));
        Claimed claimed = broken(rule);
        return Registrars.claiming(
                registrar,
                claimed.request(),
                claimed.parent(),
                claimed.otherParent(),
                claimed.order(),
                claimed.digest());
    }

    /** A room whose machine renames what it is given. */
    private record Renaming(StreamRoom room) implements Room<Subject, StreamEvent> {
        @Override
        public String name() {
            return room.name();
        }

        @Override
        public Reading<StreamEvent> read(Request request) {
            return room.read(request);
        }

        @Override
        public boolean founds(StreamEvent event) {
            return room.founds(event);
        }

        @Override
        public Step<Subject> step(View<Subject> view, @Nullable Subject present, StreamEvent event, Request request) {
            Step<Subject> step = room.step(view, present, event, request);
            boolean renames = event == StreamEvent.Lifecycle.START;
            return renames && step instanceof Step.Moved<Subject>(Stream stream, var _)
                    ? Step.moved(new Stream("another", stream.charter(), stream.ownership(), stream.state()))
                    : step;
        }

        @Override
        public List<Invariant<Case<Subject, StreamEvent>>> catalogue() {
            return room.catalogue();
        }

        @Override
        public Json printed(View<Subject> view, Verdict<Subject> verdict) {
            return room.printed(view, verdict);
        }
    }

    @Test
    void identityIsImmutableAndWithoutThatRuleAStreamLosesItsName() {
        String rule = "state.identity.immutable";
        Renaming room = new Renaming(new StreamRoom(InterruptReading.MATRIX));
        AttestationStore store = new AttestationStore();
        Registrar<Subject, StreamEvent> on = new Registrar<>(room, store);
        on.request(CREATED);
        assertEquals(List.of(rule), StreamFixture.ids(on.request(request("agent_a", "s1", "START"))));
        assertNull(on.view().state("another"));
        Registrar<Subject, StreamEvent> off = Registrars.without(rule, room, store);
        off.request(CREATED);
        assertTrue(off.request(request("agent_a", "s1", "START")).isAllowed());
        assertTrue(off.view().state("another") instanceof Stream);
    }
}
