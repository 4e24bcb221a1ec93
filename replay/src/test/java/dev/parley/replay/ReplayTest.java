package dev.parley.replay;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Request;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.replay.effect.Divergence;
import dev.parley.replay.explain.Explanation;
import dev.parley.runelog.fault.LogCatalogue;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ReplayTest {
    private static final OffsetDateTime AT = OffsetDateTime.parse("2026-03-01T10:00:00Z");
    private static final Json.Obj MATRIX = Json.Obj.EMPTY.with("reading", "matrix");

    private static Request ask(String actor, String action, Json.Obj parameters) {
        return new Request(AT, actor, "s1", action, parameters);
    }

    private static Request ask(String actor, String action) {
        return ask(actor, action, Json.Obj.EMPTY);
    }

    /** A reply that is claimed by a stranger, interrupted by the person, and stopped by the system itself. */
    private static Recorded conversation() {
        return Recorded.in(
                new StreamRoom(InterruptReading.MATRIX),
                MATRIX,
                List.of(
                        ask("agent_a", "CREATE", Json.Obj.EMPTY.with("priority", 7)),
                        ask("agent_a", "START"),
                        ask("agent_b", "CLAIM"),
                        ask("agent_a", "COMPILE"),
                        ask("agent_a", "PLAY"),
                        ask("user", "INTERRUPT"),
                        ask("agent_a", "PLAY")));
    }

    private static Replay fold(List<Rune> runes) {
        Replay replay = new Replay(new Rooms());
        for (Rune rune : runes) {
            if (!replay.accept(rune)) {
                return replay;
            }
        }
        return replay;
    }

    @Test
    void foldsAConversationToItsState() {
        Replay replay = fold(conversation().chained());
        assertNull(replay.divergence());
        assertEquals(9, replay.runes());
        assertEquals(8, replay.verdicts());
        assertEquals("{\"stream\":{\"s1\":\"stopped\"}}", replay.state().canonical());
    }

    /** INV-REPLAY-IDEMPOTENT. */
    @Test
    void leadsToTheSameStateEveryTime() {
        List<Rune> runes = conversation().chained();
        String first = fold(runes).report("c1").canonical();
        for (int i = 0; i < 5; i++) {
            assertEquals(first, fold(runes).report("c1").canonical());
        }
    }

    /** INV-REPLAY-DETERMINISTIC: at every event, the live state is the folded state. */
    @Test
    void leadsToTheLiveStateAtEveryEvent() {
        List<Rune> runes = conversation().chained();
        List<String> live = List.of(
                "", "idle", "compiling", "compiling", "synthesizing", "playing", "interrupting", "stopped", "stopped");
        for (int to = 1; to <= runes.size(); to++) {
            Json.Obj streams =
                    fold(runes.subList(0, to)).state().get("stream") instanceof Json.Obj state ? state : Json.Obj.EMPTY;
            String printed = streams.text("s1");
            assertEquals(live.get(to - 1), printed == null ? "" : printed, "at event " + to);
        }
    }

    /** Every field of every recorded verdict, changed and chained anew, is found at its own event or before the end. */
    @Test
    void findsAnyChangedFieldOfAnyVerdictThoughTheChainWasMadeAnew() {
        Recorded recorded = conversation();
        int changed = 0;
        for (int i = 1; i < recorded.drafts().size(); i++) {
            RuneDraft draft = recorded.drafts().get(i);
            for (String field : draft.payload().fields().keySet()) {
                Recorded edited =
                        recorded.with(i, draft.withPayload(draft.payload().with(field, "edited")));
                Divergence divergence = fold(edited.chained()).divergence();
                assertNotNull(divergence, "event " + (i + 1) + " field " + field);
                assertEquals(i + 1, divergence.eventId(), "field " + field);
                changed++;
            }
        }
        assertTrue(changed > 50, "changed " + changed);
    }

    @Test
    void findsTwoVerdictsInAnotherOrder() {
        Divergence divergence = fold(conversation().swapped(2, 4).chained()).divergence();
        assertNotNull(divergence);
        assertEquals(3, divergence.eventId());
        assertEquals(Divergence.Kind.OUTCOME, divergence.kind());
    }

    @Test
    void findsARuneThatDoesNotFollowTheOneBefore() {
        List<Rune> runes = new ArrayList<>(conversation().chained());
        Rune other = Rune.of(conversation().drafts().get(3), 4, Hash.ZERO);
        runes.set(3, other);
        Divergence divergence = fold(runes).divergence();
        assertNotNull(divergence);
        assertEquals(Divergence.Kind.ORDERING, divergence.kind());
        assertEquals(4, divergence.eventId());
        runes.remove(3);
        Divergence missing = fold(runes).divergence();
        assertNotNull(missing);
        assertEquals(5, missing.eventId());
    }

    @Test
    void readsUnderTheSettingsThatWereRecorded() {
        Recorded recorded = conversation();
        RuneDraft opened = recorded.drafts().getFirst();
        Recorded prose = recorded.with(0, opened.withPayload(opened.payload().with("reading", "prose")));
        Divergence divergence = fold(prose.chained()).divergence();
        assertNotNull(divergence);
        assertEquals(2, divergence.eventId());
    }

    @Test
    void refusesARoomItDoesNotKnow() {
        Recorded recorded = conversation();
        RuneDraft opened = recorded.drafts().getFirst();
        Recorded edited = recorded.with(0, opened.withPayload(opened.payload().with("room", "attic")));
        Divergence divergence = fold(edited.chained()).divergence();
        assertNotNull(divergence);
        assertEquals(Divergence.Kind.PLAN, divergence.kind());
    }

    @Test
    void explainsTheDenialOfAStranger() {
        List<Rune> runes = conversation().chained();
        Explanation explained =
                assertInstanceOf(Explanation.class, fold(runes.subList(0, 3)).explain(runes.get(3)));
        assertEquals(
                "audio.ownership.single_owner", explained.failed().getFirst().id());
        assertFalse(explained.decided().isAllowed());
    }

    @Test
    void namesTheFirstEventInWhichTwoLogsDiffer() {
        Recorded recorded = conversation();
        List<Rune> one = recorded.chained();
        assertNull(LogDiff.first(one.iterator(), recorded.chained().iterator()));
        RuneDraft draft = recorded.drafts().get(5);
        assertKind(
                Divergence.Kind.OUTCOME,
                6,
                one,
                recorded.with(5, draft.withPayload(draft.payload().with("actor", "x"))));
        assertKind(Divergence.Kind.ORDERING, 1, one, recorded.swapped(0, 5));
        assertKind(Divergence.Kind.AUTHORITY, 6, one, recorded.with(5, draft.withLeaseEpoch(9)));
        assertKind(
                Divergence.Kind.ORDERING, 9, one, new Recorded(recorded.drafts().subList(0, 8)));
    }

    private static void assertKind(Divergence.Kind kind, long eventId, List<Rune> one, Recorded other) {
        Divergence divergence = LogDiff.first(one.iterator(), other.chained().iterator());
        assertNotNull(divergence);
        assertEquals(kind, divergence.kind());
        assertEquals(eventId, divergence.eventId());
    }

    /** A verdict that was recorded otherwise than the rules lead to. */
    private static List<Rune> edited() {
        Recorded recorded = conversation();
        RuneDraft denial = recorded.drafts().get(3);
        return recorded.with(3, denial.withPayload(denial.payload().with("decision", "allowed")))
                .chained();
    }

    private static Replay fold(List<Rune> runes, ReplayCatalogue catalogue) {
        Replay replay = new Replay(new Rooms(), Replay.Chain.VERIFY, catalogue);
        runes.forEach(replay::accept);
        return replay;
    }

    @Test
    void invReplayDeterministicFindsAVerdictThatIsDerivedOtherwise() {
        assertEquals(
                4,
                requireNonNull(fold(edited(), ReplayCatalogue.full()).divergence())
                        .eventId());
        assertNull(
                fold(edited(), ReplayCatalogue.full().without("INV-REPLAY-DETERMINISTIC"))
                        .divergence(),
                "without it the edit passes");
    }

    @Test
    void invReplayIdempotentFindsAFoldThatEndsOtherwiseTheSecondTime() {
        Recorded recorded = conversation();
        List<Rune> runes = recorded.chained();
        assertNull(new Refold(Rooms::new).check(runes, 5));
        Violation broken = new Refold(forgetful()).check(runes, 2);
        assertEquals("INV-REPLAY-IDEMPOTENT", requireNonNull(broken).id());
        ReplayCatalogue off = ReplayCatalogue.full().without("INV-REPLAY-IDEMPOTENT");
        assertNull(new Refold(forgetful(), off).check(runes, 2), "without it the difference passes");
    }

    /** Rooms that know of streams only the first time they are made. */
    private static Supplier<Rooms> forgetful() {
        AtomicInteger made = new AtomicInteger();
        return () -> made.incrementAndGet() == 1 ? new Rooms() : new Rooms(List.of("turn"));
    }

    /** The record's log, resume, replay, snapshot and checkpoint sections, each with the test that provokes and switches it off. */
    @Test
    void everyInvariantOfTheRecordIsInACatalogue() {
        List<String> all = new ArrayList<>(LogCatalogue.ids());
        all.addAll(ReplayCatalogue.ids());
        assertEquals(
                List.of(
                        "INV-EVENTID-MONOTONIC",
                        "INV-RUNE-IMMUTABLE",
                        "INV-CRC-VALID",
                        "INV-SEGMENT-CONTIGUOUS",
                        "INV-RESUME-NO-DUPLICATES",
                        "INV-RESUME-NO-GAPS",
                        "INV-SNAPSHOT-INTEGRITY",
                        "INV-CHECKPOINT-RESTORE",
                        "INV-REPLAY-DETERMINISTIC",
                        "INV-REPLAY-IDEMPOTENT"),
                all);
    }
}
