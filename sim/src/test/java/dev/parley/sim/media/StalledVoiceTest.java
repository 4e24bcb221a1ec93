package dev.parley.sim.media;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.scripted.Script;
import dev.parley.provider.scripted.ScriptedProvider;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A voice that makes its speech too slowly leaves the person in silence, though the reply has begun. */
class StalledVoiceTest {
    private static Script.Line chunk(long atMs, long mediaMs, int audioMs) {
        return new Script.Line(
                atMs,
                call -> new ProviderEvent.AudioChunk(call, AudioFrame.silence(16_000, mediaMs, audioMs), List.of()));
    }

    @Test
    void aReplyWhoseVoiceRunsDryIsDeadAir() {
        VoiceCall call = new VoiceCall("""
                settings: {dead_air_ms: 1000}
                agent: [{when: "weather", says: "It is sunny today."}]
                """, "what is the weather").burst(1_000, 2_000);
        ProviderProfile slow = new ProviderProfile(
                "slow",
                Modality.TTS,
                true,
                true,
                0,
                new ProviderProfile.Timeouts(20_000, 20_000),
                ProviderProfile.Limits.NONE);
        call.speakWith(
                Modality.TTS,
                new ScriptedProvider(
                        slow,
                        _ -> Script.of(List.of(chunk(200, 0, 600), chunk(4_200, 600, 600)), 4_200),
                        call.time,
                        call.time));
        call.hold(12_000);
        long silentMs = ms(call, "turn.dead_air") - ms(call, "playback.started") - 600;
        assertTrue(Math.abs(silentMs - 1_000) <= 40, "noticed after " + silentMs);
        assertEquals(1, call.runes("turn.dead_air").size());
        assertEquals(1_200, VoiceCall.number(call.rune("playback.ended"), "played_ms"));
    }

    private static long ms(VoiceCall call, String kind) {
        return call.rune(kind).envelope().monotonicNanos() / 1_000_000;
    }
}
