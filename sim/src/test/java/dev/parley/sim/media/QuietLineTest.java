package dev.parley.sim.media;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.session.event.SessionEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whoever is connected and sends no sound for five seconds has fallen silent, once, unless they are muted or gone. */
class QuietLineTest {
    private static final String WORLD = """
        agent:
          - {when: "tell", says: "It is sunny."}
        """;

    /** Frames come for two seconds, then from eight on for one second, and again at the very end. */
    private static VoiceCall call() {
        VoiceCall call = new VoiceCall(WORLD);
        call.lateTicks = n -> n < 100 || (n >= 400 && n < 450) || n >= 1_000 ? 0 : -1;
        return call;
    }

    private static List<Long> silentAtMs(VoiceCall call) {
        call.hold(21_000);
        Replay replay = new Replay(new Rooms());
        call.journal.runes().forEach(replay::accept);
        assertNull(replay.divergence());
        return call.journal.runes().stream()
                .filter(rune -> "silence".equals(rune.payload().text("signal")))
                .map(rune -> rune.envelope().monotonicNanos() / 1_000_000)
                .toList();
    }

    @Test
    void silenceIsToldOnceForEveryPause() {
        assertEquals(List.of(6_980L, 13_980L), silentAtMs(call()));
    }

    @Test
    void whoIsMutedOrGoneIsNotSilent() {
        VoiceCall call = call();
        call.at(3_000, () -> call.offer(new SessionEvent.Muted()));
        call.at(7_500, () -> call.offer(new SessionEvent.Unmuted()));
        call.at(10_000, () -> call.offer(new SessionEvent.Disconnected()));
        assertEquals(List.of(), silentAtMs(call));
    }
}
