package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.agent.tool.SystemTime;
import dev.parley.app.Parley;
import dev.parley.app.voice.Spoken;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A conversation with the voice that comes with the program, from sound to sound. The person speaks with the same voice. */
@Timeout(120)
class DefaultVoiceTest {
    private static final int BYTES_PER_MS = 32;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @Test
    void aCommandIsAnsweredAndALaterSentenceCutsTheAnswer() throws IOException {
        say("turn on the kitchen lights", 400, 2_600);
        say("what can you do", 0, 4_000);
        long spokeAtMs = said.size() / BYTES_PER_MS;
        say("pause the music please", 0, 2_500);
        assertEquals(0, talk(), errors::toString);
        assertEquals(
                List.of("turn on the kitchen lights", "what can you do", "pause the music please"),
                texts("user.words"),
                errors::toString);
        assertEquals("The kitchen lights are on.", texts("agent.reply").getFirst());
        List<Json.Obj> ended = payloads("playback.ended");
        Json.Obj cut = ended.get(1);
        assertEquals(true, cut.flag("interrupted"), "the long answer is cut");
        long playedMs = Objects.requireNonNull(cut.number("played_ms")).longValue();
        long fromMs = runes("playback.started").get(1).envelope().mediaMicros() / 1000;
        assertTrue(fromMs + playedMs < spokeAtMs + 1_500, "soon after somebody speaks: " + (fromMs + playedMs));
        assertEquals("interrupted", payloads("turn.interrupted").getFirst().text("reason"));
        byte[] out = Files.readAllBytes(folder.resolve("out.wav"));
        assertTrue(out.length >= said.size(), "as long as what was heard, or longer");
        assertFalse(isLoud(out, 0, 1_000), "it does not speak first");
        assertTrue(isLoud(out, fromMs + 200, fromMs + playedMs - 200), "what was played is in the file");
        int last = (int) (44 + (fromMs + playedMs + 100) * BYTES_PER_MS);
        while (out[last] == 0 && out[last + 1] == 0) {
            last -= 2;
        }
        assertTrue(
                Math.abs((short) ((out[last] & 0xff) | (out[last + 1] << 8))) < 1_500, "it does not end with a click");
        assertFalse(isLoud(out, fromMs + playedMs + 100, fromMs + playedMs + 400), "and the rest is not");
    }

    @Test
    void whatIsOutsideTheGrammarIsAskedBackAndNothingIsDone() throws IOException {
        say("tell me a joke about penguins and trains", 400, 3_500);
        assertEquals(0, talk(), errors::toString);
        assertEquals(1, payloads("speech.rejected").size());
        assertEquals(List.of("Sorry, I did not understand that. Can you say it in other words?"), texts("agent.reply"));
        assertEquals(List.of(), runes("tool.dispatched"));
        assertEquals(List.of(), texts("user.words"));
        assertEquals(false, payloads("playback.ended").getFirst().flag("interrupted"));
        assertEquals(0, run("replay", "--data", folder.resolve("data").toString(), "talk-1"), errors::toString);
    }

    @Test
    void aStopWordStopsTheAnswerAndNothingIsSaidAfterIt() throws IOException {
        say("what can you do", 400, 4_000);
        say("stop", 0, 2_000);
        assertEquals(0, talk(), errors::toString);
        assertEquals(1, payloads("playback.ended").size());
        assertEquals(true, payloads("playback.ended").getFirst().flag("interrupted"));
        assertEquals("cancelled", payloads("turn.interrupted").getFirst().text("reason"));
    }

    @Test
    void listenTellsWhereSomebodySpeaksAndWhatIsUnderstood() throws IOException, JsonDecoder.NotJson {
        say("open the garage", 500, 1_500);
        say("my brother lives in a small village near the sea", 0, 1_000);
        writeInput();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        assertEquals(0, listen(printed, "--json"), errors::toString);
        Json.Obj heard = JsonDecoder.decode(printed.toString(StandardCharsets.UTF_8)) instanceof Json.Obj object
                ? object
                : Json.Obj.EMPTY;
        assertTrue(
                heard.get("segments") instanceof Json.Arr found && found.items().size() == 2, printed::toString);
        List<Json> segments = heard.get("segments") instanceof Json.Arr all ? all.items() : List.of();
        Json.Obj first = segments.getFirst() instanceof Json.Obj object ? object : Json.Obj.EMPTY;
        Json.Obj second = segments.getLast() instanceof Json.Obj object ? object : Json.Obj.EMPTY;
        assertEquals("open the garage", first.text("text"));
        assertEquals(true, first.flag("understood"));
        long fromMs = Objects.requireNonNull(first.number("from_ms")).longValue();
        assertTrue(Math.abs(fromMs - 530) <= 120, "it begins at " + fromMs);
        assertEquals(
                3, first.get("words") instanceof Json.Arr words ? words.items().size() : 0);
        assertFalse(Boolean.TRUE.equals(second.flag("understood")));
        printed.reset();
        assertEquals(0, listen(printed), errors::toString);
        assertTrue(printed.toString(StandardCharsets.UTF_8).contains("not understood"));
    }

    @Test
    void oneFileAloneIsRefusedInOneLine() {
        assertEquals(2, run("talk", "--voice", "--in", folder.resolve("in.wav").toString()));
        assertEquals(1, errors.toString(StandardCharsets.UTF_8).lines().count());
    }

    private int listen(ByteArrayOutputStream printed, String... more) throws IOException {
        List<String> args = new ArrayList<>(
                List.of("listen", "--config", config(), folder.resolve("in.wav").toString()));
        args.addAll(List.of(more));
        return new Parley(
                        new ByteArrayInputStream(new byte[0]),
                        new PrintStream(printed, true, StandardCharsets.UTF_8),
                        new PrintStream(errors, true, StandardCharsets.UTF_8))
                .run(args.toArray(String[]::new));
    }

    private void say(String text, int silenceBeforeMs, int silenceAfterMs) {
        said.writeBytes(new byte[silenceBeforeMs * BYTES_PER_MS]);
        said.writeBytes(Spoken.pcm(text));
        said.writeBytes(new byte[silenceAfterMs * BYTES_PER_MS]);
    }

    private void writeInput() throws IOException {
        Files.write(folder.resolve("in.wav"), Spoken.wav(said.toByteArray()));
    }

    /** Whatever was fetched on this machine, it is the default voice that is heard. */
    private String config() throws IOException {
        Path file = folder.resolve("parley.yaml");
        Files.writeString(file, "voice: {stt: phrases, tts: freetts, vad: fvad}\n");
        return file.toString();
    }

    private int talk() throws IOException {
        writeInput();
        return run(
                "talk",
                "--config",
                config(),
                "--voice",
                "--as",
                "ana",
                "--data",
                folder.resolve("data").toString(),
                "--in",
                folder.resolve("in.wav").toString(),
                "--out",
                folder.resolve("out.wav").toString());
    }

    private int run(String... args) {
        return new Parley(
                        new ByteArrayInputStream(new byte[0]),
                        new PrintStream(errors, true, StandardCharsets.UTF_8),
                        new PrintStream(errors, true, StandardCharsets.UTF_8))
                .run(args);
    }

    private List<Rune> runes(String kind) throws IOException {
        RunelogSettings settings = RunelogSettings.standard(new SystemTime(), RandomSource.seeded(1));
        try (Runelog log = Runelog.open(new RealDisk(folder.resolve("data")), settings);
                RuneReader reader = log.read("talk-1", 0)) {
            return reader.toList().stream()
                    .filter(rune -> rune.kind().equals(kind))
                    .toList();
        }
    }

    private List<Json.Obj> payloads(String kind) throws IOException {
        return runes(kind).stream().map(Rune::payload).toList();
    }

    private List<String> texts(String kind) throws IOException {
        List<String> texts = new ArrayList<>();
        payloads(kind).forEach(payload -> texts.add(String.valueOf(payload.text("pii_text"))));
        texts.removeIf(String::isEmpty);
        return texts;
    }

    private static boolean isLoud(byte[] wav, long fromMs, long toMs) {
        for (long at = 44 + fromMs * BYTES_PER_MS; at < Math.min(wav.length, 44 + toMs * BYTES_PER_MS); at += 2) {
            if (Math.abs((short) ((wav[(int) at] & 0xff) | (wav[(int) at + 1] << 8))) > 1_000) {
                return true;
            }
        }
        return false;
    }
}
