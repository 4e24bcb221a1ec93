package dev.parley.agent.packet;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Fuzzes what episode check reads: a minute, for the long campaign. Its name keeps it out of the ordinary tests; it has a fork of its own. */
class EpisodeLineLongFuzz {
    @FuzzTest(maxDuration = "60s")
    void everyLineIsAnswered(byte[] bytes) {
        FuzzedLines.check(bytes);
    }
}
