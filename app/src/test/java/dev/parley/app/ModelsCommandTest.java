package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.speech.models.SpeechModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code models} and what {@code doctor} says of them, in a process and with a folder of their own. */
@Timeout(180)
class ModelsCommandTest {
    private static final Path DRIVER =
            Path.of(System.getProperty("parley.root", ".."), "app/src/test/resources/dev/parley/app/talk/terminal.py");

    @TempDir
    private Path folder = Path.of("");

    private final List<String> shown = new ArrayList<>();

    private int run(List<String> before, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(before);
        // A launcher of Python may have put folders of its own before this one.
        command.addAll(List.of(
                "env",
                "PATH=" + folder + ":" + System.getenv("PATH"),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                Main.class.getName()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment()
                .put(
                        "CLASSPATH",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        builder.environment().put("PARLEY_MODELS", folder.resolve("models").toString());
        builder.environment().put("TERM", "xterm");
        Process process = builder.start();
        try {
            shown.clear();
            process.inputReader(StandardCharsets.UTF_8).lines().forEach(shown::add);
            assertTrue(process.waitFor(120, TimeUnit.SECONDS), shown.toString());
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    private void pip(String body) throws IOException {
        Path script = Files.writeString(folder.resolve("pip"), "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    private void shows(String text) {
        assertTrue(shown.stream().anyMatch(line -> line.contains(text)), () -> shown + " lacks " + text);
    }

    @Test
    void whatIsHereIsListedAndRemoved() throws Exception {
        Files.createDirectories(folder.resolve("models/silero"));
        Files.writeString(folder.resolve("models/silero/silero.onnx"), "something else");
        assertEquals(0, run(List.of(), "models", "list"), shown::toString);
        for (SpeechModel model : SpeechModel.ALL) {
            shows(model.name() + "  " + (model.name().equals("silero") ? "damaged" : "absent ") + "  "
                    + model.purpose());
            model.bundles().forEach(bundle -> shows(bundle.requirement()));
            model.bundles().forEach(bundle -> shows(bundle.sha256()));
        }
        shows("63.7 MB, licence MIT");
        assertEquals(0, run(List.of(), "models", "remove", "silero"), shown::toString);
        assertEquals(List.of("silero is removed."), shown);
        assertFalse(Files.exists(folder.resolve("models/silero")));
        assertEquals(0, run(List.of(), "models", "remove", "silero"), shown::toString);
        assertEquals(List.of("silero was not here."), shown);
    }

    @Test
    void doctorTellsWhatWouldSoundBetter() throws Exception {
        Files.createDirectories(folder.resolve("models/silero"));
        run(List.of(), "doctor");
        for (SpeechModel model : SpeechModel.ALL) {
            shows("optional the model " + model.name() + ": ");
            shows("./parley models get " + model.name() + " fetches what " + model.purpose());
        }
        shows("optional the model silero: its file is damaged and is not used; ");
        for (String part : List.of(
                "voices are found by libfvad",
                "echoes are cancelled by WebRTC",
                "a microphone and a loudspeaker",
                "piper, a further voice")) {
            shows(part);
        }
    }

    @Test
    void aModelOfAnotherNameAndAClientThatFailsAreOneLine() throws Exception {
        assertEquals(2, run(List.of(), "models", "get", "nightingale"));
        assertEquals(
                List.of("parley: there is no model 'nightingale'; there are smart-turn, silero, moonshine, hibari"),
                shown);
        pip("echo 'ERROR: HTTP error 403 while getting it'; exit 1");
        assertEquals(2, run(List.of(), "models", "get", "silero"));
        assertEquals(
                List.of(
                        "fetching silero, 12.1 MB",
                        "parley: pip could not fetch pipecat-ai==1.14.0: ERROR: HTTP error 403 while getting it"),
                shown);
    }

    /** Half of the package comes, and then nothing, until the person presses Ctrl-C. */
    @Test
    void theBarMovesOnATerminalAndWhatCtrlCLeavesIsRemovedLater() throws Exception {
        pip("head -c 6054862 /dev/zero > $6/part; exec sleep 600");
        String steps =
                "[[\"wait\", \"[##############................] 6.1 MB of 12.1 MB\"], [\"key\", 3], [\"end\", 130]]";
        assertEquals(0, run(List.of("python3", DRIVER.toString(), steps), "models", "get", "silero"), shown::toString);
        assertEquals(1, names().size(), "what it left is in a folder of its own");
        pip("exit 1");
        run(List.of(), "models", "get", "silero");
        assertEquals(List.of(), names());
    }

    private List<Path> names() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("models"))) {
            return files.toList();
        }
    }
}
