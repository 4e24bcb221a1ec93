package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.place.RoutingView;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.snapshot.Snapshots;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.VoiceKind;
import dev.parley.session.record.RecordStart;
import dev.parley.session.time.Rank;
import dev.parley.sim.script.Scenario;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Made-up conversations with all their faults, each moved several times at random moments between two hosts, of which
 * every other pair is not told. Hosts take them up from snapshots where there are some, and what they find is held against the
 * whole record. People reach whichever host the routes name. Rulings D1, D2, D7, E4; stream pipeline items 27 to 29.
 */
class RandomHandoverTest {
    private static final int MANY = 400;
    private static final int MOVES = 4;
    private static final int SPAN_MS = 20_000;
    private static final int KEEP_EVERY = 30;
    private static final Set<String> MOVING_IN =
            Set.of("person_added", "explicit_identity_claim", "validation_success");
    private static final long LONG_LEASE_MS = 3_600_000;

    private int fromSnapshots;
    private int fromStarts;

    @Test
    void whateverIsMovedWheneverEverythingEndsOnceAndNothingIsStale() throws Exception {
        long cutShort = 0;
        long acted = 0;
        fromSnapshots = 0;
        fromStarts = 0;
        for (long seed = 1; seed <= MANY; seed++) {
            try {
                List<Rune> runes = play(seed);
                check(runes);
                cutShort += runes.stream()
                        .filter(rune -> "authority_loss".equals(rune.payload().text("reason")))
                        .filter(rune -> rune.kind().equals("turn.error"))
                        .count();
                acted += runes.stream()
                        .filter(rune -> rune.kind().equals("verdict.household"))
                        .filter(rune -> "allowed".equals(rune.payload().text("decision")))
                        .filter(rune -> !MOVING_IN.contains(
                                String.valueOf(rune.payload().text("action"))))
                        .count();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
        assertTrue(acted > 2 * MANY, "people acted: " + acted);
        assertTrue(fromSnapshots > MANY, "many were taken up from a snapshot: " + fromSnapshots);
        assertTrue(fromStarts > MANY, "many were proven from a snapshot: " + fromStarts);
        assertTrue(cutShort > MANY / 4, "many turns were open when their session was moved: " + cutShort);
    }

    private List<Rune> play(long seed) throws Exception {
        Scenario scenario = RandomConversations.of(seed);
        RandomSource random = RandomSource.seeded(seed);
        MemoryDisk disk = new MemoryDisk();
        try (TwoHosts two = new TwoHosts(disk, scenario, LONG_LEASE_MS, KEEP_EVERY)) {
            two.told = seed % 2 == 0;
            two.compares = seed % 4 == 1;
            two.openOnA();
            for (Scenario.Voice voice : scenario.voices()) {
                VoiceKind kind = voice.noise() ? VoiceKind.NOISE : VoiceKind.SPEECH;
                SessionEvent began = new SessionEvent.VoiceBegan(voice.id(), kind, voice.by());
                two.time.atMs(voice.fromMs(), Rank.USER, () -> reach(two, began));
                two.time.atMs(voice.toMs(), Rank.USER, () -> reach(two, new SessionEvent.VoiceEnded(voice.id())));
            }
            for (Scenario.Step step : scenario.steps()) {
                two.time.atMs(step.atMs(), step.rank(), () -> reach(two, step.event()));
            }
            for (int move = 0; move < MOVES; move++) {
                two.time.atMs(
                        random.nextInt(SPAN_MS),
                        Rank.AUTHORITY,
                        () -> two.moveTo(holder(two).equals("a") ? "b" : "a"));
            }
            two.until(LONG_LEASE_MS / 2);
            two.host(holder(two)).end(two.session, "disconnected").join();
            fromSnapshots += two.fromSnapshots;
            List<Rune> runes = two.recorded();
            fromStarts += provenFromSnapshots(new Snapshots(disk), two.session, runes);
            return runes;
        }
    }

    /** From every snapshot that the record vouches for, all that came after it is proven as from the beginning. */
    private static int provenFromSnapshots(Snapshots snapshots, String session, List<Rune> runes) throws IOException {
        int proven = 0;
        for (long eventId : snapshots.eventIds(session)) {
            List<Rune> tail =
                    runes.stream().filter(rune -> rune.eventId() > eventId).toList();
            RecordStart start = RecordStart.of(snapshots.read(session, eventId), tail);
            Replay replay = new Replay(new Rooms());
            replay.startAfter(start.eventId(), start.chain(), start.gist(), start.states());
            tail.forEach(replay::accept);
            replay.finish();
            assertNull(replay.divergence(), () -> "from event " + eventId);
            assertTrue(replay.isProven(), "facts too");
            proven++;
        }
        return proven;
    }

    private static String holder(TwoHosts two) {
        return route(two).runtime();
    }

    private static RoutingView.Route route(TwoHosts two) {
        return two.authority.routes().locate(two.session).orElseThrow();
    }

    private static void reach(TwoHosts two, SessionEvent event) {
        RoutingView.Route route = route(two);
        switch (event) {
            case SessionEvent.LeaseRotated _ -> two.host(route.runtime()).rotate(two.session);
            default -> two.host(route.runtime()).offer(two.session, route.epoch(), event);
        }
    }

    private static void check(List<Rune> runes) {
        Map<String, Integer> ends = new LinkedHashMap<>();
        long epoch = 0;
        Replay replay = new Replay(new Rooms());
        for (Rune rune : runes) {
            assertTrue(rune.envelope().leaseEpoch() >= epoch, () -> "under a stale epoch: " + rune);
            epoch = rune.envelope().leaseEpoch();
            count(ends, rune);
            replay.accept(rune);
        }
        ends.forEach((what, many) -> assertEquals(1, many, what));
        assertNull(replay.divergence());
        RecordProperties.hold(runes);
        assertEquals(MOVES, ofSignal(runes, "migration_start"));
        assertEquals(MOVES, ofSignal(runes, "session_handoff"));
        assertEquals(MOVES, ofSignal(runes, "migration_finish"));
        assertEquals(1, ofSignal(runes, "ended"));
    }

    private static long ofSignal(List<Rune> runes, String signal) {
        return runes.stream()
                .filter(rune -> signal.equals(rune.payload().text("signal")))
                .count();
    }

    private static void count(Map<String, Integer> ends, Rune rune) {
        String call = rune.payload().text("call_id");
        switch (rune.kind()) {
            case "turn.started" -> {
                ends.putIfAbsent("end of turn " + rune.turn(), 0);
                ends.putIfAbsent("close of turn " + rune.turn(), 0);
            }
            case "turn.completed", "turn.interrupted", "turn.error" ->
                ends.merge("end of turn " + rune.turn(), 1, Integer::sum);
            case "turn.closed" -> ends.merge("close of turn " + rune.turn(), 1, Integer::sum);
            case "playback.started" -> ends.put("end of reply " + reply(rune), 0);
            case "playback.ended" -> ends.merge("end of reply " + reply(rune), 1, Integer::sum);
            case "verdict.tool" -> {
                if ("call".equals(rune.payload().text("action"))) {
                    ends.put("result of " + rune.payload().text("target"), 0);
                }
            }
            case "tool.result" -> ends.merge("result of " + call, 1, Integer::sum);
            default -> {
                // Nothing else has an end of its own.
            }
        }
    }

    private static String reply(Rune rune) {
        return String.valueOf(rune.payload().number("reply"));
    }
}
