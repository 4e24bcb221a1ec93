package dev.parley.app.talk;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.Parley;
import dev.parley.app.voice.Spoken;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.speech.tts.InstalledVoice;
import dev.parley.speech.tts.InstalledVoice.Kind;
import dev.parley.speech.tts.SpeakingProvider;
import dev.parley.speech.tts.Voice;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** A conversation from a WAV file to a WAV file, as {@code ./parley talk --voice --in --out} holds it, and what it recorded. */
final class SpokenTalk {
    private static final int BYTES_PER_MS = 32;
    private static final int COUGH_RISES_MS = 15;
    private static final int COUGH_LEVEL = 9_000;

    private final Path folder;
    private final Voice voice;
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    /** @param voice of the person */
    SpokenTalk(Path folder, Voice voice) {
        this.folder = folder;
        this.voice = voice;
    }

    /** FreeTTS, and the programs of this machine that speak without a model of their own. */
    static List<Voice> voices() {
        return Stream.concat(
                        Stream.of(SpeakingProvider.freeTts()),
                        Stream.of(Kind.FLITE, Kind.ESPEAK_NG)
                                .filter(Kind::isHere)
                                .map(InstalledVoice::of))
                .toList();
    }

    SpokenTalk silence(int ms) {
        said.writeBytes(new byte[ms * BYTES_PER_MS]);
        return this;
    }

    SpokenTalk say(String text) {
        new SpeakingProvider(voice)
                .start(
                        new ProviderInvocation("c1", voice.name(), Modality.TTS, "test", 1, "key", 1, 1),
                        new ProviderRequest.Synthesize(text, "", BigDecimal.ONE, BigDecimal.ONE, 16_000, 0),
                        event -> {
                            if (event instanceof ProviderEvent.AudioChunk chunk) {
                                said.writeBytes(chunk.frame().pcm());
                            }
                            return true;
                        },
                        CancelToken.NEVER)
                .grant(Long.MAX_VALUE);
        return this;
    }

    /** A burst of noise that rises at once and dies away. */
    SpokenTalk cough(int ms) {
        Random random = new Random(ms);
        for (int i = 0; i < ms * BYTES_PER_MS / 2; i++) {
            double atMs = i * 2.0 / BYTES_PER_MS;
            double level = COUGH_LEVEL * Math.min(1, atMs / COUGH_RISES_MS) * (1 - atMs / ms);
            int sample = (int) Math.clamp(level * random.nextGaussian(), -32_000, 32_000);
            said.write(sample & 0xff);
            said.write(sample >> 8);
        }
        return this;
    }

    /** Holds the conversation; all that is printed is in {@link #told}. */
    int talk(String config) throws IOException {
        writeInput();
        PrintStream stream = new PrintStream(told, true, StandardCharsets.UTF_8);
        return new Parley(new ByteArrayInputStream(new byte[0]), stream, stream)
                .run(
                        "talk",
                        "--config",
                        Files.writeString(folder.resolve("parley.yaml"), config).toString(),
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

    /** What {@code ./parley listen} prints of it. */
    String listen(String config, String... more) throws IOException {
        writeInput();
        PrintStream stream = new PrintStream(told, true, StandardCharsets.UTF_8);
        List<String> args = new ArrayList<>(List.of(
                "listen",
                "--config",
                Files.writeString(folder.resolve("parley.yaml"), config).toString(),
                folder.resolve("in.wav").toString()));
        args.addAll(List.of(more));
        int code = new Parley(new ByteArrayInputStream(new byte[0]), stream, stream).run(args.toArray(String[]::new));
        return code + "\n" + told.toString(StandardCharsets.UTF_8);
    }

    String told() {
        return voice.name() + ": " + told.toString(StandardCharsets.UTF_8);
    }

    private void writeInput() throws IOException {
        Files.write(folder.resolve("in.wav"), Spoken.wav(said.toByteArray()));
    }

    List<Rune> runes(String kind) throws IOException {
        RunelogSettings settings = RunelogSettings.standard(new SystemTime(), RandomSource.seeded(1));
        try (Runelog log = Runelog.open(new RealDisk(folder.resolve("data")), settings);
                RuneReader reader = log.read("talk-1", 0)) {
            return reader.toList().stream()
                    .filter(rune -> rune.kind().equals(kind))
                    .toList();
        }
    }

    List<Json.Obj> payloads(String kind) throws IOException {
        return runes(kind).stream().map(Rune::payload).toList();
    }

    List<String> texts(String kind) throws IOException {
        List<String> texts = new ArrayList<>();
        payloads(kind).forEach(payload -> texts.add(String.valueOf(payload.text("pii_text"))));
        texts.removeIf(String::isEmpty);
        return texts;
    }
}
