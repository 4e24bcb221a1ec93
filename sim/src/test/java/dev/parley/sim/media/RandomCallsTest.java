package dev.parley.sim.media;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.sim.ConversationProperties;
import dev.parley.sim.RandomConversations;
import dev.parley.sim.script.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Random conversations held in sound: the people, agents, tools and faults of the others, but every voice is a stretch of
 * loud frames, and the far end loses frames, stalls, reports late or not at all. A failing one is named by its seed.
 */
class RandomCallsTest {
    private static final int MANY = Boolean.getBoolean("parley.long") ? 5_000 : 500;
    private static final List<String> WORDS =
            List.of("tell me more", "order tea", "both please", "yes", "wait", "open the garage", "no", "mhm");
    private static final long CALL_MS = 30_000;
    private static final long FRAME_MS = 20;
    /** What is recorded of a turn that is stopped or gives way. */
    private static final Set<String> STOPS =
            Set.of("control.barge_in", "control.cancel", "control.lease_revoked", "turn.interrupted", "turn.error");

    /** Follows the record of a call: whether a reply may be heard at this moment. */
    private static final class Gate {
        private final VoiceCall call;
        private int read;
        private boolean open;

        Gate(VoiceCall call) {
            this.call = call;
        }

        void frameLeaves() {
            List<Rune> runes = call.journal.runes();
            for (; read < runes.size(); read++) {
                switch (runes.get(read).kind()) {
                    case "playback.started", "playback.resumed" -> open = true;
                    case "playback.paused", "playback.ended" -> open = false;
                    default -> {}
                }
            }
            assertTrue(open, "a frame leaves although no reply may be heard");
        }
    }

    @Test
    void noFrameLeavesAfterACutAndWhatIsRecordedAsPlayedWasHeard() {
        long cuts = 0;
        for (long seed = 1; seed <= MANY; seed++) {
            try {
                cuts += hold(seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
        assertTrue(cuts > MANY / 2, "replies were cut: " + cuts);
    }

    private static long hold(long seed) {
        Scenario scenario = RandomConversations.of(seed);
        RandomSource random = RandomSource.seeded(seed);
        List<String> words = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            words.add(WORDS.get(random.nextInt(WORDS.size())));
        }
        VoiceCall call = new VoiceCall(scenario, words);
        for (long at = random.nextInt(1_000); at < CALL_MS; at += 500 + random.nextInt(4_000)) {
            call.burst(at, at += 100 + random.nextInt(2_000));
        }
        scenario.steps().forEach(step -> call.time.atMs(step.atMs(), step.rank(), () -> call.offer(step.event())));
        farEnd(call, random);
        call.whenFrameLeaves = new Gate(call)::frameLeaves;
        call.whenRecorded = draft -> assertTrue(
                !STOPS.contains(draft.kind()) || call.queued() == 0,
                () -> draft.kind() + " is recorded before the far end was told to be silent");
        call.hold(CALL_MS);

        List<Rune> runes = call.journal.runes();
        ConversationProperties.holdInSound(scenario, runes);
        List<Rune> ended = call.runes("playback.ended");
        long played = ended.stream()
                .mapToLong(rune -> VoiceCall.number(rune, "played_ms"))
                .sum();
        long heard = call.agentFramesHeard() * FRAME_MS;
        long pauses = (long) ended.size() + call.runes("playback.paused").size();
        long begun = pauses * FRAME_MS;
        // A far end that says nothing plays a frame up to 20 ms after the pace has begun it.
        long ahead = call.knowsWhatItPlayed ? 0 : 2 * begun;
        assertTrue(
                played <= heard + ahead && heard <= played + begun,
                () -> "recorded as played: " + played + " ms, heard: " + heard + " ms");
        Replay replay = new Replay(new Rooms());
        runes.forEach(replay::accept);
        assertNull(replay.divergence());
        assertEquals(0, call.queued(), "the far end still has something to play");
        return ended.stream()
                .filter(rune -> Boolean.TRUE.equals(rune.payload().flag("interrupted")))
                .count();
    }

    private static void farEnd(VoiceCall call, RandomSource random) {
        int lateness = random.nextInt(4);
        int loses = 20 + random.nextInt(200);
        call.lateTicks = n -> lateness == 0 ? 0 : n % loses == 0 ? -1 : n % 11 == 3 ? lateness : 0;
        call.knowsWhatItPlayed = random.nextInt(3) > 0;
        if (random.nextInt(3) == 0) {
            long from = random.nextInt((int) CALL_MS);
            call.at(from, () -> call.takesNothing = true);
            call.at(from + random.nextInt(3_000), () -> call.takesNothing = false);
        }
    }
}
