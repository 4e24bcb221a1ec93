package dev.parley.sim.media;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.provider.Modality;
import dev.parley.provider.standin.StandIn;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client that sends a recording sends it faster than anybody speaks; every word of it is heard. */
class HurriedVoiceTest {
    private static final int FRAME_MS = 20;

    @Test
    void aSentenceThatComesAtOnceIsHeardFromItsBeginning() {
        VoiceCall call = new VoiceCall("""
                agent: [{when: "weather", says: "It is sunny."}]
                """, "what is the weather").burst(1_000, 2_000);
        List<Long> heardMs = new ArrayList<>();
        call.speakWith(Modality.VAD, new Overheard(StandIn.level(), _ -> call.hurry(3_000)));
        call.speakWith(
                Modality.STT,
                new Overheard(StandIn.script(List.of("what is the weather")), frame -> heardMs.add(frame.mediaMs())));
        call.at(0, () -> call.hurry(3_000));
        call.hold(12_000);
        assertTrue(heardMs.getFirst() < 1_000, "heard from " + heardMs.getFirst());
        for (int i = 1; i < heardMs.size(); i++) {
            assertEquals(heardMs.get(i - 1) + FRAME_MS, heardMs.get(i), "no frame is missing");
        }
        assertEquals("what is the weather", call.rune("user.words").payload().text("pii_text"));
        assertEquals(1, call.runes("playback.started").size());
    }
}
