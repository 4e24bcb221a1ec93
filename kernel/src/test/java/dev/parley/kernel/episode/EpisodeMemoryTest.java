package dev.parley.kernel.episode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A closed episode costs its name and nothing else, however much happened in it. */
class EpisodeMemoryTest {
    private static final int EPISODES = 20_000;

    @Test
    void tensOfThousandsOfClosedEpisodesLeaveOnlyTheirNames() {
        EpisodeValidator validator = new EpisodeValidator(Profile.STRICT);
        for (int i = 0; i < EPISODES; i++) {
            new EpisodeDrive(validator, "corr_" + i).toReview().close().accepted(EpisodeState.S0_IDLE);
        }
        assertEquals(EPISODES, validator.episodes().size());
        assertEquals(EPISODES, validator.idleEpisodes());
        assertTrue(validator.openDirectives().isEmpty());
    }
}
