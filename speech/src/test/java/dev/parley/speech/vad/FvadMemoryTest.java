package dev.parley.speech.vad;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The detector hears every frame of every voice, so what it keeps of one adds up. */
class FvadMemoryTest {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int FRAMES = 200_000;
    private static final long KEPT_KB_MAX = 40_000;

    @Test
    void anHourOfFramesKeepsNoMemory() throws IOException {
        FvadJudge judge = FvadJudge.open();
        assertNotNull(judge);
        short[] frame = new short[320];
        for (int i = 0; i < FRAMES / 10; i++) {
            judge.isVoice(frame);
        }
        long before = residentKb();
        for (int i = 0; i < FRAMES; i++) {
            judge.isVoice(frame);
        }
        long kept = residentKb() - before;
        judge.close();
        assertTrue(kept < KEPT_KB_MAX, kept + " kB for 67 minutes of sound, which is 128,000 kB");
    }

    /** What the whole process has in memory; 0 on a system that does not say. */
    private static long residentKb() throws IOException {
        if (!Files.exists(STATUS)) {
            return 0;
        }
        return Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }
}
