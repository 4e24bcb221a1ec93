package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.graph.NodeDeclaration.StateUse;
import dev.parley.pipeline.place.AuthorityGuard;
import dev.parley.pipeline.place.RoutingView;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.session.ConversationLoop;
import dev.parley.session.SessionHost.Opening;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.TextTyped;
import dev.parley.session.place.PlacementLog;
import dev.parley.session.record.History;
import dev.parley.session.record.RunelogRecords;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Stream pipeline items 26 to 29, failover safety of 4.3 and ruling D7: a session moves between two hosts of one authority, in the middle of a turn
 * and between turns.
 */
class HandoverTest {
    private static final TextTyped TELL = new TextTyped("tell me", "ana");
    private static final TextTyped SHORT = new TextTyped("short", "ana");

    private static Optional<String> rule(Optional<AuthorityGuard.Refused> refused) {
        return refused.map(AuthorityGuard.Refused::rule);
    }

    private static List<String> signals(List<Rune> runes, String... wanted) {
        return runes.stream()
                .map(rune -> rune.payload().text("signal"))
                .filter(signal -> signal != null && List.of(wanted).contains(signal))
                .toList();
    }

    private static List<String> ends(List<Rune> runes, long turn) {
        return runes.stream()
                .filter(rune -> rune.turn() == turn)
                .filter(rune -> List.of("commit", "abort")
                        .contains(String.valueOf(rune.payload().text("signal"))))
                .map(rune -> String.valueOf(rune.payload().text("reason")))
                .toList();
    }

    private static void assertSound(List<Rune> runes) {
        long epoch = 0;
        for (Rune rune : runes) {
            assertTrue(rune.envelope().leaseEpoch() >= epoch, () -> "under a stale epoch: " + rune);
            epoch = rune.envelope().leaseEpoch();
        }
        Replay replay = new Replay(new Rooms());
        runes.forEach(replay::accept);
        assertNull(replay.divergence());
    }

    private static List<String> history(List<Rune> runes) {
        History history = new History();
        runes.forEach(history::add);
        return history.entries().stream()
                .map(entry -> entry.role() + " " + entry.text())
                .toList();
    }

    private static boolean written(ConversationLoop loop) {
        for (StateUse use : StateUse.values()) {
            loop.state().write(use, "slot", Json.of(use.name()));
        }
        return true;
    }

    private static Optional<Json> read(TwoHosts two, StateUse use) {
        return two.b.ask(two.session, loop -> loop.state().read(use, "slot")).join();
    }

    @Test
    void inTheMiddleOfATurnTheOtherRuntimeClosesItAndGoesOn() throws Exception {
        try (TwoHosts two = new TwoHosts()) {
            two.openOnA();
            two.a.offer(
                    two.session,
                    1,
                    new SessionEvent.OverrideRequested(
                            "ENABLE_OVERRIDE", Json.Obj.EMPTY.with("forced_captions", true), "ana"));
            two.a.offer(two.session, 1, TELL);
            two.until(4_600);
            two.a.ask(two.session, HandoverTest::written).join();

            Opening.Opened opened = two.moveToB();
            assertEquals(List.of(1L), opened.found().orElseThrow().turns());
            assertEquals(Optional.empty(), read(two, StateUse.TURN_EPHEMERAL));
            assertEquals(Optional.empty(), read(two, StateUse.SESSION_HOT), "hot is gone");
            assertEquals(
                    Optional.of(Json.of("SESSION_DURABLE")), read(two, StateUse.SESSION_DURABLE), "durable is there");

            assertEquals(Optional.empty(), two.b.offer(two.session, 2, SHORT));
            two.time.run();
            List<Rune> runes = two.recorded();
            assertEquals(List.of("authority_loss"), ends(runes, 1));
            assertEquals(List.of("completed"), ends(runes, 2));
            assertEquals(
                    List.of("lease_issued", "migration_start", "lease_issued", "session_handoff", "migration_finish"),
                    signals(runes, "lease_issued", "migration_start", "session_handoff", "migration_finish"));
            assertEquals(
                    List.of("user tell me", "assistant one two three four", "user short", "assistant well"),
                    history(runes),
                    "E7");
            assertEquals(
                    2,
                    runes.stream().filter(rune -> rune.kind().equals("caption")).count(),
                    "the override came along");
            assertSound(runes);
        }
    }

    @Test
    void betweenTurnsNothingIsOpenAndTheNextTurnIsTheOtherRuntimes() throws Exception {
        try (TwoHosts two = new TwoHosts()) {
            two.openOnA();
            two.a.offer(two.session, 1, SHORT);
            two.until(20_000);
            Opening.Opened opened = two.moveToB();
            assertTrue(opened.found().orElseThrow().isNothing());
            assertEquals(
                    Optional.of(new RoutingView.Route("b", 2)),
                    two.authority.routes().locate(two.session));
            two.b.offer(two.session, 2, SHORT);
            two.time.run();
            assertEquals(List.of("completed"), ends(two.recorded(), 1));
            assertEquals(List.of("completed"), ends(two.recorded(), 2));
            assertSound(two.recorded());
        }
    }

    @Test
    void theDecisionsNameTheirSourceInTheHouse() throws Exception {
        try (TwoHosts two = new TwoHosts()) {
            two.openOnA();
            two.moveToB();
            List<Rune> house = new RunelogRecords(two.log, true).read(PlacementLog.CONVERSATION);
            Rune handoff = two.recorded().stream()
                    .filter(rune -> rune.kind().equals("control.session_handoff"))
                    .findFirst()
                    .orElseThrow();
            Json.Obj source = assertInstanceOf(Json.Obj.class, handoff.payload().get("source"));
            Rune decision =
                    house.get(Objects.requireNonNull(source.number("event_id")).intValueExact() - 1);
            assertEquals("control.session_handoff", decision.kind(), "X7");
            assertEquals(source.text("hash"), decision.hash().hex());
        }
    }

    @ParameterizedTest(name = "while {0}")
    @CsvSource({
        "thinking, tell me, 100",
        "making its voice, tell me, 400",
        "speaking, tell me, 2600",
        "a tool runs, measure, 1000",
        "an approval is pending, order, 1000",
        "nothing is open, short, 5000"
    })
    void nothingLateOfTheOldRuntimeComesInOrGoesOut(String state, String words, long atMs) throws Exception {
        try (TwoHosts two = new TwoHosts()) {
            two.openOnA();
            two.a.offer(two.session, 1, new TextTyped(words, "ana"));
            two.until(atMs);
            two.moveToB();
            int before = two.outputs.size();
            for (SessionEvent late : List.of(
                    TELL,
                    new SessionEvent.StopRequested("ana"),
                    new SessionEvent.ApprovalAnswered("c1", true, "ana"),
                    new SessionEvent.Disconnected())) {
                assertEquals(Optional.of(AuthorityGuard.STALE), rule(two.a.offer(two.session, 1, late)), "input to a");
                assertEquals(Optional.of(AuthorityGuard.STALE), rule(two.a.offer(two.session, 2, late)), "input to a");
                assertEquals(Optional.of(AuthorityGuard.STALE), rule(two.b.offer(two.session, 1, late)), "input to b");
            }
            ProviderInvocation call =
                    new ProviderInvocation("call:1.1", "primary", Modality.LLM, two.session, 1, "work:1.1", 1, 1);
            ProviderEvent answered = new ProviderEvent.Ended(call, Outcome.SUCCESS);
            two.a.offer(two.session, new SessionEvent.ProviderReported(answered));
            two.time.run();
            // The new runtime puts an open question again, and says what came of it when nobody answers.
            List<String> byB = state.equals("an approval is pending") ? List.of("b asks llm", "b asks tts") : List.of();
            assertEquals(byB, two.outputs.subList(before, two.outputs.size()), "nothing of the old one");
            assertFalse(two.refused.isEmpty(), "the old runtime tried to write");
            assertEquals(4, signals(two.recorded(), "stale_epoch_reject").size(), "what reached b is recorded");
            assertSound(two.recorded());
        }
    }

    @Test
    void anIntentWhoseAcknowledgementComesAfterTheMoveIsNotCarriedOut() throws Exception {
        try (TwoHosts two = new TwoHosts()) {
            two.openOnA();
            two.diskMs = 500;
            two.a.offer(two.session, 1, new TextTyped("measure", "ana"));
            two.until(400);
            assertTrue(two.recorded().stream().anyMatch(rune -> rune.kind().equals("tool.dispatched")));
            Opening.Opened opened = two.moveToB();
            assertEquals(List.of("c1"), opened.found().orElseThrow().unknown());
            two.time.run();
            assertFalse(two.outputs.contains("a runs measure"), "X9, D7");
        }
    }

    @Test
    void aRuntimeThatIsToldFallsSilentAtOnceAndClosesItsTurnItself() throws Exception {
        try (TwoHosts two = new TwoHosts()) {
            two.told = true;
            two.openOnA();
            two.a.offer(two.session, 1, TELL);
            two.until(2_600);
            Opening.Opened opened = two.moveToB();
            assertTrue(opened.found().orElseThrow().isNothing(), "the old runtime has closed everything");
            List<Rune> runes = two.recorded();
            assertEquals(List.of("authority_loss"), ends(runes, 1));
            Rune heard = runes.stream()
                    .filter(rune -> rune.kind().equals("playback.ended"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(
                    2_100,
                    Objects.requireNonNull(heard.payload().number("played_ms")).longValue(),
                    "exact, because it lived to say so");
            assertEquals(Optional.of("authority.not_here"), rule(two.a.offer(two.session, 1, TELL)));
            assertSound(runes);
        }
    }

    @Test
    void whateverATransportBringsIsJudgedByItsEpoch() throws Exception {
        try (TwoHosts two = new TwoHosts()) {
            two.openOnA();
            two.a.offer(two.session, 1, TELL);
            two.until(2_600);
            assertEquals(Optional.empty(), two.a.offer(two.session, 1, new SessionEvent.Unmuted()));
            assertEquals(
                    Optional.of("authority.not_here"), rule(two.b.offer(two.session, 1, new SessionEvent.Unmuted())));
            two.moveToB();
            assertEquals(
                    Optional.of(AuthorityGuard.STALE),
                    rule(two.a.offer(two.session, 1, new SessionEvent.Unmuted())),
                    "in the same moment");
            assertEquals(
                    Optional.of(AuthorityGuard.STALE), rule(two.b.offer(two.session, 1, new SessionEvent.Unmuted())));
            assertEquals(Optional.empty(), two.b.offer(two.session, 2, new SessionEvent.Unmuted()));
        }
    }

    @Test
    void aRotationGoesOnWithTheTurnAndRefusesTheOldEpoch() throws Exception {
        try (TwoHosts two = new TwoHosts()) {
            two.openOnA();
            two.a.offer(two.session, 1, TELL);
            two.until(2_600);
            two.a.rotate(two.session);
            assertEquals(Optional.of(AuthorityGuard.STALE), rule(two.a.offer(two.session, 1, SHORT)));
            two.time.run();
            assertEquals(List.of("completed"), ends(two.recorded(), 1));
            assertEquals(1, signals(two.recorded(), "lease_rotated").size());
            assertSound(two.recorded());
        }
    }

    @Test
    void aRuntimeThatCannotRenewFallsSilentWhenItsLeaseEnds() throws Exception {
        try (TwoHosts two = new TwoHosts()) {
            two.openOnA();
            two.until(TwoHosts.LEASE_MS - 5_000);
            two.reachable = false;
            two.until(TwoHosts.LEASE_MS + TwoHosts.LEASE_MS / 2 - 3_000);
            two.a.offer(two.session, 1, TELL);
            two.time.run();
            Rune end = two.recorded().stream()
                    .filter(rune -> rune.kind().equals("turn.error"))
                    .findFirst()
                    .orElseThrow();
            assertEquals("authority_loss", end.payload().text("reason"));
            assertEquals(
                    TwoHosts.LEASE_MS + TwoHosts.LEASE_MS / 2, end.envelope().monotonicNanos() / 1_000_000);
            assertEquals(Optional.of("authority.expired"), rule(two.a.offer(two.session, 1, SHORT)));
        }
    }

    @Test
    void admissionRefusesAtTheLimitAndTheRefusalIsRecorded() throws Exception {
        try (TwoHosts two = new TwoHosts()) {
            two.openOnA();
            assertInstanceOf(
                    Opening.Opened.class, two.a.open(two.wanted("other", "a")).join());
            Opening.Refused refused = assertInstanceOf(
                    Opening.Refused.class, two.a.open(two.wanted("third", "a")).join());
            assertEquals("authority.full", refused.rule());
            List<Rune> house = new RunelogRecords(two.log, true).read(PlacementLog.CONVERSATION);
            assertEquals("control.reject", house.getLast().kind());
            assertEquals("third", house.getLast().payload().text("session"));
            assertEquals(List.of(), new RunelogRecords(two.log, true).read("third"), "it never began");
            two.a.end("other", "disconnected").join();
            assertInstanceOf(
                    Opening.Opened.class, two.a.open(two.wanted("third", "a")).join());
        }
    }

    @Test
    void afterARestartOfEverythingTheSessionGoesOnUnderANewEpoch() throws Exception {
        MemoryDisk disk = new MemoryDisk();
        try (TwoHosts two = new TwoHosts(disk)) {
            two.openOnA();
            two.a.offer(two.session, 1, TELL);
            two.until(2_600);
            two.moveToB();
            two.b.offer(two.session, 2, TELL);
            two.until(5_000);
        }
        try (TwoHosts again = new TwoHosts(disk)) {
            Opening.Opened opened = assertInstanceOf(
                    Opening.Opened.class,
                    again.a.open(again.wanted(again.session, "a")).join());
            assertEquals(3, opened.epoch(), "no epoch is used twice");
            assertEquals(List.of(2L), opened.found().orElseThrow().turns());
            assertEquals(List.of("recording_evidence_unavailable"), ends(again.recorded(), 2));
            assertNotEquals(List.of(), again.recorded());
            assertSound(again.recorded());
        }
    }
}
