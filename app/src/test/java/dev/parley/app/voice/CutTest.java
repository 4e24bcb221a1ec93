package dev.parley.app.voice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.agent.tool.SystemTime;
import dev.parley.app.config.Configuration;
import dev.parley.app.config.ConfigurationReader;
import dev.parley.app.config.ConfiguredTools;
import dev.parley.app.talk.ConfiguredAgents;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.media.Frame;
import dev.parley.session.port.AudioSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An answer that breaks off in the middle of a tone, because somebody makes a noise, and goes on there, because it was no word, clicks
 * neither here nor there. The answer is a pure tone, so that every click is something that the tone does not have.
 */
@Timeout(120)
class CutTest {
    private static final String CONFIG = """
        agent: {kind: script, file: rules.yaml}
        voice: {stt: script, words: ["what is the weather"], tts: tone, vad: level}
        """;
    private static final String RULES = """
        - {when: weather, says: "It is sunny and warm in all of the country, and it stays so until Sunday."}
        """;

    /** In frames: when the question is asked, and when in its answer there is a noise. */
    private static final int ASK_AT = 10;

    private static final int NOISE_AT = 60;
    private static final int BURST_MS = 600;
    private static final int SAMPLES_PER_MS = Frame.RATE_HZ / 1000;

    /** What the tone itself rises by from one sample to the next: 9,830 · 2π · 440 / 16,000. */
    private static final int STEP_OF_TONE = 1_700;

    /** The tone has 2e-8 of its energy above 4 kHz, a hard cut of it 3e-3. */
    private static final double HIGH_SHARE_MAX = 1e-5;

    @TempDir
    Path folder;

    private final List<Rune> runes = new CopyOnWriteArrayList<>();

    /** Asks until it is answered, makes one noise in the answer, and writes down what comes out of the loudspeaker. */
    private static final class Tape implements SoundCard.Lines {
        private static final int ASK_EVERY = 150;
        private static final int FRAMES_MAX = 2_000;

        private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
        private final Deque<byte[]> queue = new ArrayDeque<>();
        private final Semaphore ticks = new Semaphore(0);
        private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
        private int frames;
        private int answered;

        @Override
        public void start() {
            var _ = ticker.scheduleAtFixedRate(ticks::release, 0, Frame.MS, TimeUnit.MILLISECONDS);
        }

        @Override
        public boolean hear(byte[] frame) {
            ticks.acquireUninterruptibly();
            byte[] played = queue.poll();
            heard.writeBytes(played == null ? new byte[Frame.BYTES] : played);
            answered += played == null && answered == 0 ? 0 : 1;
            int since = answered == 0 ? frames % ASK_EVERY - ASK_AT : answered - NOISE_AT;
            byte[] sound = since >= 0 && since < BURST_MS / Frame.MS ? burst(BURST_MS) : new byte[Frame.BYTES];
            System.arraycopy(sound, 0, frame, 0, Frame.BYTES);
            frames++;
            return frames < FRAMES_MAX;
        }

        @Override
        public void play(byte[] frame) {
            queue.add(frame.clone());
        }

        @Override
        public void close() {
            ticker.shutdownNow();
        }
    }

    @Test
    void aFileHasNoClickWhereAnAnswerBreaksOffAndGoesOn() throws IOException {
        Path in = folder.resolve("in.wav");
        Path out = folder.resolve("out.wav");
        try (WavWriter file = WavWriter.create(in)) {
            file.put(200, burst(BURST_MS));
            file.put(2_600, burst(BURST_MS));
            file.end(4_000);
        }
        try (FileDevice device = FileDevice.open(in, out, "ana", new SystemTime())) {
            talk(device);
        }
        byte[] wav = Files.readAllBytes(out);
        short[] samples = samples(Arrays.copyOfRange(wav, 44, wav.length));
        breaksOffOnceWithoutAClick(samples);
        assertEquals(playedMs() * SAMPLES_PER_MS, sounding(samples), "what counts as played is in the file");
    }

    @Test
    void aLoudspeakerHasNoClickWhereAnAnswerBreaksOffAndGoesOn() throws IOException {
        Tape tape = new Tape();
        int[] after = {0};
        List<String> shown = new ArrayList<>();
        try (SoundCard card = new SoundCard(
                tape,
                new Everything(),
                "ana",
                () -> (after[0] += count("playback.ended") > 0 ? 1 : 0) > 25,
                meter -> shown.add(meter.line()))) {
            talk(card);
        }
        assertEquals(
                Set.of("listening", "ana speaks", "agent speaks", "ana and agent speak"),
                shown.stream().map(line -> line.replaceAll(" *\\|.*", "")).collect(Collectors.toSet()));
        assertEquals(
                1, shown.stream().map(String::length).distinct().count(), "every line covers the one before: " + shown);
        assertTrue(shown.stream().anyMatch(line -> line.contains("|#######   ")), "the level is shown: " + shown);
        breaksOffOnceWithoutAClick(samples(tape.heard.toByteArray()));
    }

    /** A loudspeaker that no microphone hears. */
    private static final class Everything implements Echo {
        @Override
        public void played(byte[] frame, boolean silent) {}

        @Override
        public byte[] heard(byte[] frame) {
            return frame;
        }

        @Override
        public boolean isDeaf() {
            return false;
        }

        @Override
        public void close() {}
    }

    private void talk(SoundDevice device) throws IOException {
        Path file = Files.writeString(folder.resolve("config.yaml"), CONFIG);
        Files.writeString(folder.resolve("rules.yaml"), RULES);
        Configuration configuration = ConfigurationReader.read(file);
        try (ConfiguredTools shelf = ConfiguredTools.open(configuration.shelf(), folder);
                Parley parley = new ConfiguredAgents(configuration, shelf)
                        .into(Parley.in(folder.resolve("data")))
                        .open()) {
            device.attend(AudioSink.NONE, runes::add);
            device.run(parley.converse("cut", Visit.of("ana"), device));
        }
    }

    private void breaksOffOnceWithoutAClick(short[] samples) {
        assertEquals(1, count("playback.resumed"), this::kinds);
        int from = next(samples, 0, true);
        int cut = silence(samples, from);
        int on = next(samples, cut, true);
        assertTrue(on - cut > 500 * SAMPLES_PER_MS && on < samples.length, "it pauses and goes on: " + cut + " " + on);
        int steepest = 0;
        for (int i = 1; i < samples.length; i++) {
            steepest = Math.max(steepest, Math.abs(samples[i] - samples[i - 1]));
        }
        double usual = highShare(samples, from + 3_000);
        String measured = "largest step " + steepest + ", energy above 4 kHz: tone " + usual + ", cut "
                + highShare(samples, cut) + ", going on " + highShare(samples, on);
        assertTrue(steepest <= STEP_OF_TONE * 11 / 10, measured);
        assertTrue(highShare(samples, cut) < HIGH_SHARE_MAX && highShare(samples, on) < HIGH_SHARE_MAX, measured);
    }

    private static int next(short[] samples, int from, boolean sounds) {
        int at = from;
        while (at < samples.length && (samples[at] != 0) != sounds) {
            at++;
        }
        return at;
    }

    /** Where a silence of 100 ms begins. */
    private static int silence(short[] samples, int from) {
        int at = from;
        int until = next(samples, at, true);
        while (until - at < 100 * SAMPLES_PER_MS) {
            at = next(samples, until, false);
            until = next(samples, at, true);
        }
        return at;
    }

    private static int sounding(short[] samples) {
        int count = 0;
        for (int at = 0; at + Frame.MS * SAMPLES_PER_MS <= samples.length; at += Frame.MS * SAMPLES_PER_MS) {
            count += next(samples, at, true) < at + Frame.MS * SAMPLES_PER_MS ? Frame.MS * SAMPLES_PER_MS : 0;
        }
        return count;
    }

    /** How much of the energy of the 32 ms around this place is above 4 kHz. */
    private static double highShare(short[] samples, int at) {
        int length = 512;
        double[] window = new double[length];
        for (int i = 0; i < length; i++) {
            int place = at - length / 2 + i;
            double sample = place < 0 || place >= samples.length ? 0 : samples[place];
            window[i] = sample * (0.5 - 0.5 * Math.cos(2 * Math.PI * i / length));
        }
        double high = 0;
        double all = 1;
        for (int bin = 0; bin < length / 2; bin++) {
            double re = 0;
            double im = 0;
            for (int i = 0; i < length; i++) {
                re += window[i] * Math.cos(2 * Math.PI * bin * i / length);
                im -= window[i] * Math.sin(2 * Math.PI * bin * i / length);
            }
            double energy = re * re + im * im;
            all += energy;
            high += bin * Frame.RATE_HZ / length > 4_000 ? energy : 0;
        }
        return high / all;
    }

    private static short[] samples(byte[] pcm) {
        ShortBuffer all = ByteBuffer.wrap(pcm).order(ByteOrder.LITTLE_ENDIAN).asShortBuffer();
        short[] samples = new short[all.remaining()];
        all.get(samples);
        return samples;
    }

    /** A tone that counts as a voice. */
    private static byte[] burst(int ms) {
        ByteBuffer pcm = ByteBuffer.allocate(2 * ms * SAMPLES_PER_MS).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < ms * SAMPLES_PER_MS; i++) {
            pcm.putShort((short) (8_000 * Math.sin(2 * Math.PI * 300 * i / Frame.RATE_HZ)));
        }
        return pcm.array();
    }

    private long playedMs() {
        return runes.stream()
                .filter(rune -> rune.kind().equals("playback.ended"))
                .mapToLong(rune -> Objects.requireNonNull(rune.payload().number("played_ms"))
                        .longValue())
                .sum();
    }

    private long count(String kind) {
        return runes.stream().filter(rune -> rune.kind().equals(kind)).count();
    }

    private String kinds() {
        return runes.stream().map(Rune::kind).toList().toString();
    }
}
