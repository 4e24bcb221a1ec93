package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeterminismTest {
    /** Another language with another idea of i and I, another zone and calendar day, another charset, other hashes, one core. */
    private static final List<String> ELSEWHERE = List.of(
            "-Duser.language=tr",
            "-Duser.country=TR",
            "-Duser.timezone=Pacific/Kiritimati",
            "-Dfile.encoding=ISO-8859-1",
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:hashCode=2",
            "-XX:ActiveProcessorCount=1",
            "-XX:+UseSerialGC");

    @Test
    void theLibraryLeavesTheSameLogsInAnotherLocaleZoneCharsetHashSeedAndCoreCount() throws Exception {
        assertEquals(LibraryHash.text(), elsewhere());
    }

    private static String elsewhere() throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ELSEWHERE);
        command.add("-Dparley.root=" + System.getProperty("parley.root", ".."));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(LibraryHash.class.getName());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        return text;
    }
}
