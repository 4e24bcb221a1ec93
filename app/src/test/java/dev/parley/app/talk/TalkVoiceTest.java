package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.Parley;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A conversation in sound through the command: one WAV file is heard, in real time, and another is spoken into. */
@Timeout(120)
class TalkVoiceTest {
    private static final String CONFIG = """
        agent: {kind: script, file: rules.yaml}
        voice: {stt: script, words: ["what is the weather", "stop it"], tts: tone, vad: level}
        """;

    private static final String RULES = """
        - {when: "weather", says: "It is sunny and warm in all of the country today."}
        """;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    @Test
    void anAnswerIsSpokenIntoTheOtherFileAndAVoiceCutsIt() throws IOException {
        write("config.yaml", CONFIG);
        write("rules.yaml", "- {when: weather, says: '" + "It is sunny. ".repeat(12) + "'}");
        wav("in.wav", 16_000, 1, 8_000, new long[][] {{500, 1_000}, {6_000, 7_000}});
        assertEquals(0, talk("--config", file("config.yaml")), errors::toString);
        List<long[]> spoken = loud(Path.of(file("out.wav")));
        assertEquals(1, spoken.size(), "the rest of the answer is never heard");
        long from = spoken.getFirst()[0];
        long to = spoken.getFirst()[1];
        assertTrue(from >= 1_500 && from < 6_000, "it begins after the end of the turn at 1500: " + from);
        assertTrue(to >= 6_480 && to < 8_000, "it is cut when the voice has lasted, at 6500: " + to);
        Json.Obj ended = payload("playback.ended");
        assertEquals(
                to - from,
                Objects.requireNonNull(ended.number("played_ms")).longValue(),
                "played is what was written, to the sample");
        assertEquals(true, ended.flag("interrupted"));
        assertEquals("interrupted", payload("turn.interrupted").text("reason"));
        assertTrue(Math.abs(media("playback.started") / 1000 - from) <= 200, "the record says where it began");
        assertEquals(500_000, media("voice.began"));
        assertEquals(8_000, lengthMs(Path.of(file("out.wav"))), "as long as what was heard");
    }

    @Test
    void theOtherFileIsLongerOnlyWhileItStillSpeaks() throws IOException {
        write("config.yaml", CONFIG);
        write("rules.yaml", RULES);
        wav("in.wav", 44_100, 2, 900, new long[][] {{200, 900}});
        assertEquals(0, talk("--config", file("config.yaml")), errors::toString);
        List<long[]> spoken = loud(Path.of(file("out.wav")));
        assertEquals(1, spoken.size());
        assertEquals(2_940, spoken.getFirst()[1] - spoken.getFirst()[0], "all of it, 60 ms for each character");
        assertEquals(spoken.getFirst()[1], lengthMs(Path.of(file("out.wav"))));
        assertEquals(false, payload("playback.ended").flag("interrupted"));
        assertEquals(
                List.of("ana: what is the weather", "agent: It is sunny and warm in all of the country today."),
                shown.toString(StandardCharsets.UTF_8).lines().toList(),
                "what is heard and said is shown");
    }

    @Test
    void whatIsNoSoundIsRefusedInOneLine() throws IOException {
        write("config.yaml", CONFIG);
        write("rules.yaml", RULES);
        write("in.wav", "this is no sound");
        assertEquals(2, talk("--config", file("config.yaml")));
        assertTrue(errors.toString(StandardCharsets.UTF_8).contains("in.wav: no WAV file of 16-bit samples"));
        for (int rateHz : new int[] {1, 7_999, 192_001}) {
            wav("in.wav", rateHz, 1, 2_000, new long[][] {{0, 1_000}});
            errors.reset();
            assertEquals(2, talk("--config", file("config.yaml")));
            List<String> lines = errors.toString(StandardCharsets.UTF_8).lines().toList();
            assertEquals(1, lines.size(), lines.toString());
            assertTrue(
                    lines.getFirst().contains(rateHz + " samples a second; 8000 to 192000 are heard"), lines::toString);
        }
        Files.delete(folder.resolve("in.wav"));
        assertEquals(2, talk("--config", file("config.yaml")));
        assertFalse(Files.exists(folder.resolve("out.wav")));
    }

    private int talk(String... more) {
        List<String> args = new ArrayList<>(
                List.of("talk", "--voice", "--as", "ana", "--data", file("data"), "--in", file("in.wav"), "--out"));
        args.add(file("out.wav"));
        args.addAll(List.of(more));
        errors.reset();
        return new Parley(
                        new ByteArrayInputStream(new byte[0]),
                        new PrintStream(shown, true, StandardCharsets.UTF_8),
                        new PrintStream(errors, true, StandardCharsets.UTF_8))
                .run(args.toArray(String[]::new));
    }

    private Rune rune(String kind) throws IOException {
        RunelogSettings settings = RunelogSettings.standard(new SystemTime(), RandomSource.seeded(1));
        try (Runelog log = Runelog.open(new RealDisk(folder.resolve("data")), settings);
                RuneReader reader = log.read("talk-1", 0)) {
            return reader.toList().stream()
                    .filter(rune -> rune.kind().equals(kind))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private Json.Obj payload(String kind) throws IOException {
        return rune(kind).payload();
    }

    private long media(String kind) throws IOException {
        return rune(kind).envelope().mediaMicros();
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    /** Silence with bursts of a tone, which are speech here. */
    private void wav(String name, int rateHz, int channels, long lengthMs, long[][] bursts) throws IOException {
        int samples = (int) (rateHz * lengthMs / 1000);
        ByteBuffer wav = ByteBuffer.allocate(44 + 2 * channels * samples).order(ByteOrder.LITTLE_ENDIAN);
        wav.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(36 + 2 * channels * samples);
        wav.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16).putShort((short) 1);
        wav.putShort((short) channels).putInt(rateHz).putInt(2 * channels * rateHz);
        wav.putShort((short) (2 * channels)).putShort((short) 16);
        wav.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(2 * channels * samples);
        for (int i = 0; i < samples; i++) {
            long ms = 1000L * i / rateHz;
            boolean loud = false;
            for (long[] burst : bursts) {
                loud |= burst[0] <= ms && ms < burst[1];
            }
            short sample = (short) (loud ? 8_000 * Math.sin(2 * Math.PI * 300 * i / rateHz) : 0);
            for (int channel = 0; channel < channels; channel++) {
                wav.putShort(sample);
            }
        }
        Files.write(folder.resolve(name), wav.array());
    }

    private static long lengthMs(Path file) throws IOException {
        return (Files.size(file) - 44) / 32;
    }

    /** Where something is heard, in milliseconds. */
    private static List<long[]> loud(Path file) throws IOException {
        byte[] wav = Files.readAllBytes(file);
        List<long[]> stretches = new ArrayList<>();
        long from = -1;
        for (int at = 44; at <= wav.length; at += 640) {
            boolean sounds = false;
            for (int i = at; i < Math.min(wav.length, at + 640); i++) {
                sounds |= wav[i] != 0;
            }
            long ms = (at - 44L) / 32;
            if (sounds && from < 0) {
                from = ms;
            } else if (!sounds && from >= 0) {
                stretches.add(new long[] {from, ms});
                from = -1;
            }
        }
        if (from >= 0) {
            stretches.add(new long[] {from, (wav.length - 44) / 32});
        }
        return stretches;
    }
}
