package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose fetched models are damaged says so when it starts, and serves with the default voice. */
class DamagedModelTest {
    @TempDir
    Path folder;

    @Test
    void aDamagedModelIsNamedInOneLineBeforeTheServerIsReady() throws IOException {
        Files.createDirectories(folder.resolve("models/moonshine"));
        Files.createDirectories(folder.resolve("models/hibari"));
        assertEquals(
                List.of("parley: the model moonshine is damaged and is not used; parley models get moonshine fetches it"
                        + " again"),
                said("{tts: freetts}"),
                "and nothing of one that is not wanted");
    }

    private List<String> said(String voice) throws IOException {
        Path log = folder.resolve("log");
        try (ServedParley _ = ServedParley.logged(
                folder,
                "voice: " + voice + "\n",
                Map.of("PARLEY_MODELS", folder.resolve("models").toString()),
                log)) {
            return Files.readAllLines(log).stream()
                    .filter(line -> line.startsWith("parley:"))
                    .toList();
        }
    }
}
