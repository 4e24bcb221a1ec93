package dev.parley.agent.packet;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;

/** Fuzzes what episode check reads. Its name keeps it out of the ordinary tests; it has a fork of its own. */
class EpisodeLineFuzz {
    @FuzzTest(maxDuration = "10s")
    @Tag("short")
    void forTenSeconds(byte[] bytes) {
        FuzzedLines.check(bytes);
    }

    @FuzzTest(maxDuration = "60s")
    @Tag("long")
    void forAMinute(byte[] bytes) {
        FuzzedLines.check(bytes);
    }
}
