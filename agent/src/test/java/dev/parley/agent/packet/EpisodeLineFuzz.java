package dev.parley.agent.packet;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Fuzzes what episode check reads: ten seconds, for every build. Its name keeps it out of the ordinary tests; it has a fork of its own. */
class EpisodeLineFuzz {
    @FuzzTest(maxDuration = "10s")
    void everyLineIsAnswered(byte[] bytes) {
        FuzzedLines.check(bytes);
    }
}
