package dev.parley.app.voice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.session.media.Frame;
import org.junit.jupiter.api.Test;

/** Whoever has no canceller of echoes does not listen while they speak. */
class HalfDuplexTest {
    private final HalfDuplex duplex = new HalfDuplex();
    private final byte[] loud = new byte[Frame.BYTES];

    @Test
    void theMicrophoneIsHeardWhileNothingPlays() {
        assertSame(loud, duplex.heard(loud));
        assertFalse(duplex.isDeaf());
    }

    @Test
    void nothingIsHeardWhileTheAgentSpeaksNorInTheEchoAfterIt() {
        loud[1] = 100;
        for (int i = 0; i < 50; i++) {
            duplex.played(loud, false);
            assertEquals(0, duplex.heard(loud)[1]);
        }
        assertTrue(duplex.isDeaf());
        int deaf = 0;
        while (duplex.heard(loud)[1] == 0) {
            deaf++;
        }
        assertEquals(14, deaf, "300 ms after the last frame it listens again");
    }
}
