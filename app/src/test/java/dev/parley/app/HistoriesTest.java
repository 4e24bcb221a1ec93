package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations that earlier versions recorded, kept as they wrote them, are read and replayed by this one. */
class HistoriesTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder = Path.of("");

    private int run(String... args) {
        out.reset();
        PrintStream toOut = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream toErr = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Parley(new ByteArrayInputStream(new byte[0]), toOut, toErr).run(args);
    }

    private String kept(String history) throws IOException {
        Path file = folder.resolve("history.ndjson");
        try (InputStream in = HistoriesTest.class.getClassLoader().getResourceAsStream("histories/" + history)) {
            Files.write(file, Objects.requireNonNull(in, history).readAllBytes());
        }
        return file.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"command-confirmed", "interrupted", "override"})
    void aLogOfSchemaVersionOneVerifiesAndReplaysAndItsToolsAndEpisodesAreCalledUnproven(String history)
            throws IOException {
        String file = kept("v1/" + history + ".ndjson");
        assertEquals(0, run("log", "verify", "--file", file), err::toString);
        assertEquals(0, run("replay", "--file", file), () -> out + "\n" + err);
        String report = out.toString(StandardCharsets.UTF_8);
        assertTrue(report.contains("\"verified\":true"), report);
        assertTrue(report.contains("\"unproven\":[\"tools\",\"episodes\"]"), report);
        assertEquals(0, run("replay", "--file", file, "--no-chain"), () -> out + "\n" + err);
    }

    /** The rules of today decide it otherwise than the edited line says, whatever version wrote it. */
    @ParameterizedTest
    @ValueSource(strings = {"command-confirmed", "interrupted", "override"})
    void anEditedVerdictOfSchemaVersionOneIsFound(String history) throws IOException {
        Path file = Path.of(kept("v1/" + history + ".ndjson"));
        String text = Files.readString(file);
        int decision = text.lastIndexOf("\"decision\":\"allowed\"");
        String edited = text.substring(0, decision) + "\"decision\":\"denied\""
                + text.substring(decision + "\"decision\":\"allowed\"".length());
        Files.writeString(file, edited);
        assertEquals(1, run("replay", "--file", file.toString(), "--no-chain"), () -> out + "\n" + err);
    }
}
