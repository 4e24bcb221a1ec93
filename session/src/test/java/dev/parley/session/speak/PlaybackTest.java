package dev.parley.session.speak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Ruling E7: only what was played counts as heard. */
class PlaybackTest {
    @Test
    void pausesLieBetweenTheEndsAndAreNotPlayed() {
        Playback playback =
                Playback.of(3000, 3000).started(100).stopped(600).started(2000).stopped(4500);
        assertEquals(100, playback.fromMs());
        assertEquals(4500, playback.stoppedMs());
        assertEquals(3000, playback.playedMs());
        assertTrue(playback.isWhole());
    }

    @Test
    void aReplyThatWasCutIsNotWhole() {
        Playback playback = Playback.of(3000, 3000).started(0).stopped(2999);
        assertFalse(playback.isWhole());
        assertEquals(1, playback.remainingMs());
    }

    @Test
    void stoppingTwiceKeepsTheMomentWhenAudioLastStopped() {
        Playback playback = Playback.of(3000, 3000).started(0).stopped(500).stopped(900);
        assertEquals(500, playback.stoppedMs());
        assertEquals(500, playback.playedMs());
    }

    @Test
    void whatAnEdgeGaveUpIsNeverWhole() {
        assertFalse(Playback.of(3000, 200).started(0).stopped(200).isWhole());
    }
}
