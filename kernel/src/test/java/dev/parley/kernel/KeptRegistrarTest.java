package dev.parley.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamEvent;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.stream.Subject;
import dev.parley.kernel.turn.RegisteredTurn;
import dev.parley.kernel.turn.TurnRoom;
import dev.parley.kernel.turn.TurnSignal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a registrar keeps of itself, what goes on from that, and what it says of its rules. */
class KeptRegistrarTest {
    private static final OffsetDateTime AT = OffsetDateTime.parse("2026-03-01T10:00:00Z");

    private final List<Attestation> attested = new ArrayList<>();
    private final Registrar<RegisteredTurn, TurnSignal> turns = new Registrar<>(new TurnRoom(), attested::add);
    private final Registrar<Subject, StreamEvent> streams = streams(attested::add);

    private static Registrar<Subject, StreamEvent> streams(AttestationSink sink) {
        return new Registrar<>(new StreamRoom(InterruptReading.MATRIX), sink);
    }

    private static Request ask(String actor, String target, String action) {
        return new Request(AT, actor, target, action);
    }

    private void threeTurnsOneOverAndGone() {
        for (String turn : List.of("t2", "t1", "t3")) {
            turns.request(ask("system", turn, "turn_open_proposed"));
            turns.request(ask("system", turn, "turn_open"));
        }
        turns.request(ask("system", "t1", "commit"));
        turns.request(ask("system", "t1", "close"));
        turns.retire("t1");
    }

    private static Json.Obj kept(Registrar<?, ?> registrar) {
        Json.Obj kept = registrar.keep();
        assertNotNull(kept);
        return kept;
    }

    @Test
    void goesOnWhereTheOtherStood() {
        threeTurnsOneOverAndGone();
        List<Attestation> later = new ArrayList<>();
        Registrar<RegisteredTurn, TurnSignal> other = new Registrar<>(new TurnRoom(), later::add);
        other.restore(kept(turns));
        assertEquals(List.of("t2", "t3"), other.subjects());
        assertEquals(
                List.of("t2", "t3"),
                other.states().stream().map(RegisteredTurn::id).toList());
        assertEquals(turns.snapshot(), other.snapshot());
        assertNotEquals(new Registrar<>(new TurnRoom(), attestation -> {}).snapshot(), other.snapshot());
        assertEquals(turns.head(), other.head());
        assertNotEquals(Hash.ZERO, other.head());
        assertEquals(new StateId("t2", 2), other.version("t2"));
        assertEquals(kept(turns), kept(other));

        turns.request(ask("system", "t2", "commit"));
        other.request(ask("system", "t2", "commit"));
        assertEquals(attested.getLast().toJson(), later.getFirst().toJson());
        assertEquals(List.of("t1"), later.getFirst().retired());
        other.request(ask("system", "t2", "close"));
        assertEquals(List.of(), later.getLast().retired(), "said once");
    }

    @Test
    void nothingIsRestoredOverWhatWasDecided() {
        threeTurnsOneOverAndGone();
        Json.Obj kept = kept(turns);
        assertThrows(IllegalStateException.class, () -> turns.restore(kept));
        Registrar<RegisteredTurn, TurnSignal> refused = new Registrar<>(new TurnRoom(), attestation -> {});
        refused.request(ask("system", "t9", "commit"));
        assertTrue(refused.subjects().isEmpty());
        assertThrows(IllegalStateException.class, () -> refused.restore(kept), "a refusal is a decision too");
        Registrar<RegisteredTurn, TurnSignal> placed = new Registrar<>(new TurnRoom(), attestation -> {});
        placed.restore(kept.with("order", 0).with("digest", Hash.ZERO.hex()));
        assertThrows(IllegalStateException.class, () -> placed.restore(kept));
    }

    @Test
    void whatNoRegistrarKeptIsNotRestored() {
        threeTurnsOneOverAndGone();
        Json.Obj kept = kept(turns);
        for (Json.Obj damaged : List.of(
                Json.Obj.EMPTY,
                kept.with("states", "none"),
                kept.with("retired", "none"),
                kept.with("order", "first"),
                kept.with("digest", "00"),
                kept.with("states", Json.texts(List.of("t1"))),
                kept.with("states", Json.of(List.of(Json.Obj.EMPTY.with("version", 1)))))) {
            Registrar<RegisteredTurn, TurnSignal> fresh = new Registrar<>(new TurnRoom(), attestation -> {});
            assertThrows(IllegalArgumentException.class, () -> fresh.restore(damaged), damaged::canonical);
        }
    }

    @Test
    void whatIsHaltedIsNotKeptAndCanBeLookedAtResumed() {
        streams.request(ask("agent_a", "s1", "CREATE"));
        streams.request(ask("user", "s1", "ENABLE_OVERRIDE"));
        assertNotNull(streams.keep());
        streams.request(ask("agent_a", "s1", "DISABLE_OVERRIDE"));
        assertNull(streams.keep());
        assertTrue(streams.fork().request(ask("agent_a", "s1", "START")).violates(Registrar.HALTED));
        assertTrue(streams.resumed().request(ask("agent_a", "s1", "START")).isAllowed());
        assertTrue(streams.request(ask("agent_a", "s1", "START")).violates(Registrar.HALTED), "it was only looked at");
    }

    /** An interrupted stream is stopped by the runtime; here the record cannot be written at that very moment. */
    @Test
    void whatIsOwedIsDecidedFirstAndIsNotForgotten() {
        boolean[] broken = {false};
        List<String> actions = new ArrayList<>();
        Registrar<Subject, StreamEvent> it = streams(attestation -> {
            if (broken[0] && attestation.actor().equals("system")) {
                throw new IllegalStateException("the disk is full");
            }
            actions.add(attestation.action());
        });
        for (String action : List.of("CREATE", "START", "COMPILE", "PLAY")) {
            assertEquals(List.of(), it.request(ask("agent_a", "s1", action)).followed());
        }
        broken[0] = true;
        assertThrows(IllegalStateException.class, () -> it.request(ask("user", "s1", "INTERRUPT")));
        assertEquals("INTERRUPT", actions.getLast());
        assertNull(it.keep(), "something is owed");
        Request owed = it.owed();
        assertNotNull(owed);
        Registrar<Subject, StreamEvent> fork = it.fork();
        assertEquals(1, fork.settle().size());
        broken[0] = false;
        Verdict<Subject> next = it.request(ask("agent_a", "s2", "CREATE"));
        assertTrue(next.isAllowed());
        assertEquals(List.of(owed.action(), "CREATE"), actions.subList(actions.size() - 2, actions.size()));
        assertNull(it.owed());
        assertNotNull(it.keep());
        assertEquals(List.of(), it.settle());
    }

    @Test
    void aVerdictBringsWhatTheRuntimeDidBecauseOfIt() {
        for (String action : List.of("CREATE", "START", "COMPILE", "PLAY")) {
            streams.request(ask("agent_a", "s1", action));
        }
        Verdict<Subject> interrupted = streams.request(ask("user", "s1", "INTERRUPT"));
        assertFalse(interrupted.followed().isEmpty());
        assertEquals(attested.getLast(), interrupted.followed().getLast().attestation());
    }

    @Test
    void everyRuleAndEveryRefusalHasItsSentence() {
        for (Invariant<Placement> rule : StructuralInvariants.all()) {
            assertEquals(rule.sentence(), streams.sentence(rule.id()));
        }
        for (var rule : streams.room().catalogue()) {
            assertEquals(rule.sentence(), streams.sentence(rule.id()));
        }
        assertEquals("A request says what its room can read.", streams.sentence(Registrar.MALFORMED));
        assertTrue(streams.sentence(Registrar.HALTED).contains("until an operator resumes"));
        assertEquals("Only what is halted is resumed.", streams.sentence(Registrar.NOT_HALTED));
        assertEquals(
                "The stream machine has no such move from its present state.",
                streams.sentence("stream.no_transition"));
        assertEquals(
                "The stream machine makes a move only where its own conditions hold.", streams.sentence("anything"));
    }

    @Test
    void aLineThatCannotBeReadIsAVerdictToo() {
        Verdict<RegisteredTurn> verdict = turns.malformed(ask("", "", ""), "not JSON");
        assertTrue(verdict.violates(Registrar.MALFORMED));
        assertEquals(List.of(verdict.attestation()), attested);
        assertEquals(Json.Null.NULL, turns.printed(verdict));
        assertEquals(Json.of("Active"), turns.printed(opened()));
    }

    private Verdict<RegisteredTurn> opened() {
        turns.request(ask("system", "t1", "turn_open_proposed"));
        return turns.request(ask("system", "t1", "turn_open"));
    }

    /** A digest is held against the derived one only where the record has one and it must come out again. */
    @Test
    void aRecordedDigestIsHeldAgainstTheDerivedOneWhereItIsProven() {
        Request first = ask("system", "t1", "turn_open_proposed");
        Hash right = turns.request(first).attestation().digest();
        assertEquals(List.of(), contradicted(first, right, true));
        assertEquals(List.of(), contradicted(first, null, true));
        assertEquals(List.of(), contradicted(first, Hash.ZERO, false));
        assertEquals(List.of("ordering.deterministic"), contradicted(first, Hash.ZERO, true));
    }

    private static List<String> contradicted(Request request, @Nullable Hash digest, boolean proven) {
        Registrar<RegisteredTurn, TurnSignal> fresh = new Registrar<>(new TurnRoom(), attestation -> {});
        Claim claim = new Claim(null, Claim.NO_ORDER, digest, proven);
        List<String> broken = fresh.again(request, claim, attestation -> {}).misplaced().stream()
                .map(Violation::id)
                .toList();
        assertEquals(claim.headAfter(fresh.fork().head()), fresh.head());
        return broken;
    }
}
