package dev.parley.app.voice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.Commands;
import dev.parley.app.Main;
import dev.parley.session.media.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A conversation with Piper as its voice. No package carries a voice of Piper, so the program here is one that takes its command line
 * and hums: what is tested is this side of it.
 */
@Timeout(120)
class PiperTest {
    private static final String PROGRAM = """
        #!/usr/bin/env python3
        import math, struct, sys, wave
        assert sys.argv[1::2] == ["--model", "--length_scale", "--output_file"], sys.argv
        words = sys.stdin.read()
        with open("FOLDER/asked", "a") as asked:
            asked.write(" ".join(sys.argv[1:]) + "|" + words + "\\n")
        with wave.open(sys.argv[6], "wb") as sound:
            sound.setnchannels(1)
            sound.setsampwidth(2)
            sound.setframerate(22050)
            length = int(len(words) * 1000 * float(sys.argv[4]))
            sound.writeframes(b"".join(struct.pack("<h", int(9000 * math.sin(i / 8))) for i in range(length)))
        """;

    @TempDir
    Path folder;

    @Test
    void itSpeaksAnAnswerAndItsWordsAreNeverInItsCommandLine() throws IOException, InterruptedException {
        Path program = Files.writeString(folder.resolve("piper"), PROGRAM.replace("FOLDER", folder.toString()));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(folder.resolve("voice.onnx"), "a voice");
        Files.writeString(folder.resolve("rules.yaml"), "- {when: weather, says: It is sunny today.}\n");
        Files.writeString(folder.resolve("config.yaml"), """
            agent: {kind: script, file: rules.yaml}
            voice: {stt: script, words: ["what is the weather"], tts: {kind: piper, model: voice.onnx}, vad: level}
            """);
        try (WavWriter in = WavWriter.create(folder.resolve("in.wav"))) {
            in.put(200, burst());
            in.end(1_500);
        }
        assertEquals(List.of("ana: what is the weather", "agent: It is sunny today."), talk());
        List<String> asked = Files.readAllLines(folder.resolve("asked"));
        assertTrue(asked.stream().anyMatch(line -> line.endsWith("|it is sunny today.")), asked::toString);
        assertTrue(
                asked.stream()
                        .allMatch(line ->
                                line.matches("--model \\S+voice.onnx --length_scale 1.000 --output_file [^ |]+\\|.*")),
                asked::toString);
        byte[] out = Files.readAllBytes(folder.resolve("out.wav"));
        int loud = 0;
        for (int at = 44; at + 1 < out.length; at += 2) {
            loud += Math.abs((short) ((out[at] & 0xff) | (out[at + 1] << 8))) > 1_000 ? 1 : 0;
        }
        assertTrue(loud > Frame.RATE_HZ / 4, loud + " loud samples are in the file");
        List<String> record = new Commands()
                .run("", "log", "cat", "--data", folder.resolve("data").toString(), "talk-1");
        assertTrue(
                record.stream()
                        .anyMatch(
                                line -> line.contains("\"playback.ended\"") && line.contains("\"interrupted\":false")),
                record::toString);
    }

    private List<String> talk() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "env",
                        "PATH=" + folder + ":" + System.getenv("PATH"),
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Main.class.getName(),
                        "talk",
                        "--voice",
                        "--as",
                        "ana",
                        "--config",
                        folder.resolve("config.yaml").toString(),
                        "--data",
                        folder.resolve("data").toString(),
                        "--in",
                        folder.resolve("in.wav").toString(),
                        "--out",
                        folder.resolve("out.wav").toString())
                .redirectError(folder.resolve("errors").toFile())
                .start();
        try {
            List<String> shown =
                    process.inputReader(StandardCharsets.UTF_8).lines().toList();
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
            assertEquals(0, process.exitValue(), Files.readString(folder.resolve("errors")));
            return shown;
        } finally {
            process.destroyForcibly();
        }
    }

    private static byte[] burst() {
        ByteBuffer pcm = ByteBuffer.allocate(Frame.RATE_HZ).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < Frame.RATE_HZ / 2; i++) {
            pcm.putShort((short) (8_000 * Math.sin(2 * Math.PI * 300 * i / Frame.RATE_HZ)));
        }
        return pcm.array();
    }
}
