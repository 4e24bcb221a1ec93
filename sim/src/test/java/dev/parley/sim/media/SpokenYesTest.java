package dev.parley.sim.media;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.provider.Modality;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.standin.StandIn;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * A yes in sound counts if it was begun after its question was heard (ruling E7). A voice is noticed a little later than it
 * begins, and the record says when it began, so that a replay comes to the same answer.
 */
class SpokenYesTest {
    private static final String KETTLE = """
        settings: {ask_aloud: true}
        people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
        agent:
          - {when: "tea", calls: [{id: c1, tool: kettle}]}
          - {when_result: c1, says: "Done."}
        tools:
          kettle: {takes_ms: 100, safety: WRITE, approval: required}
        """;

    @Test
    void aYesBegunAroundTheEndOfItsQuestionIsReplayedAsItWasRead() {
        VoiceCall plain = held(60_000);
        long endMs = plain.rune("playback.ended").envelope().monotonicNanos() / 1_000_000;
        Set<String> read = new TreeSet<>();
        for (long fromMs = endMs - 200; fromMs <= endMs + 200; fromMs += 20) {
            long began = fromMs / 20 * 20;
            VoiceCall call = held(began);
            Replay replay = new Replay(new Rooms());
            call.journal.runes().forEach(replay::accept);
            assertNull(replay.firstFault(), () -> "a yes at " + began + ", the question ends at " + endMs);
            boolean runs = !call.runes("tool.dispatched").isEmpty();
            assertTrue(!runs || began >= endMs, () -> "begun at " + began + " and counted, heard at " + endMs);
            read.add(runs ? "yes" : "too early");
        }
        assertEquals(Set.of("too early", "yes"), read);
    }

    /** A call for tea whose question is answered by a yes that begins then. */
    private static VoiceCall held(long yesMs) {
        VoiceCall call =
                new VoiceCall(KETTLE, "tea please", "yes").burst(1_000, 2_000).burst(yesMs, yesMs + 400);
        SlowEar ear = new SlowEar();
        call.speakWith(Modality.VAD, new Overheard(StandIn.level(), ear::between, _ -> ear.hears()));
        return call.hold(20_000);
    }

    /** Tells of a voice only when it has heard some frames of it, as every detector does that is no stand-in. */
    private static final class SlowEar {
        private static final int FRAMES = 4;
        private final Deque<Told> waiting = new ArrayDeque<>();
        private int heard;

        private record Told(int whenHeard, Runnable tells) {}

        ProviderIngress between(ProviderIngress ingress) {
            return event -> waiting.add(new Told(heard + FRAMES, () -> ingress.offer(event)));
        }

        void hears() {
            heard++;
            while (!waiting.isEmpty() && waiting.element().whenHeard() < heard) {
                waiting.remove().tells().run();
            }
        }
    }
}
