package dev.parley.bench.speech;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.Parley;
import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.speech.models.ModelStore;
import dev.parley.speech.models.SpeechModel;
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
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** From the end of a person's speech to the first sound of the answer, through {@code talk --voice} with files. */
public final class FirstAudioBench implements Bench {
    private static final double P50_MAX_MS = 800;
    private static final double FETCHED_P50_MAX_MS = 700;
    private static final double P95_MAX_MS = 1_500;
    private static final int ANSWER_MS = 4_000;
    private static final int PER_MS = Speaker.RATE_HZ / 1000;
    private static final int LOUD = 500;
    private static final int HEADER = 44;
    private static final int SILENCE_MS = 500;

    private static final List<String> COMMANDS = List.of(
            "turn on the kitchen lights",
            "set the volume to five",
            "pause the music",
            "turn off the bedroom lights",
            "what is the weather in rome");

    @Override
    public String name() {
        return "speech.first-audio";
    }

    @Override
    public List<Result> run(boolean quick) throws IOException {
        List<Result> results = new ArrayList<>();
        measure("default voice", "voice: {stt: phrases, tts: freetts, vad: fvad}", P50_MAX_MS, quick, results);
        ModelStore store = ModelStore.ofUser(System.getenv());
        if (SpeechModel.ALL.stream().allMatch(model -> store.verified(model).isPresent())) {
            measure("all fetched models", "voice: {}", FETCHED_P50_MAX_MS, quick, results);
        }
        return results;
    }

    private void measure(String what, String config, double p50MaxMs, boolean quick, List<Result> results)
            throws IOException {
        Path folder = Files.createTempDirectory("parley-bench");
        try {
            List<Integer> ends = new ArrayList<>();
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes(new byte[2 * SILENCE_MS * PER_MS]);
            for (int i = 0; i < (quick ? 5 : 20); i++) {
                short[] speech = new Speaker.Own().say(COMMANDS.get(i % COMMANDS.size()));
                int last = speech.length - 1;
                while (last > 0 && Math.abs(speech[last]) < LOUD) {
                    last--;
                }
                ends.add(all.size() / 2 + last);
                all.writeBytes(bytes(Speaker.heard(speech, 0, ANSWER_MS, Double.POSITIVE_INFINITY)));
            }
            Files.write(folder.resolve("in.wav"), wav(all.toByteArray()));
            Files.writeString(folder.resolve("parley.yaml"), config + "\n");
            talk(folder);
            double[] waits = waits(Files.readAllBytes(folder.resolve("out.wav")), ends);
            String who = what + ": ";
            results.add(new Result(
                    name(), waits[waits.length / 2], "ms", p50MaxMs, who + "p50 of " + waits.length + ", at most"));
            results.add(new Result(name(), waits[waits.length * 95 / 100], "ms", P95_MAX_MS, who + "p95, at most"));
            stages(who, folder, results);
        } finally {
            try (Stream<Path> left = Files.walk(folder)) {
                for (Path each : left.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    /** Where the time went, by the media time of what the conversation recorded. */
    private void stages(String who, Path folder, List<Result> results) throws IOException {
        RunelogSettings settings = RunelogSettings.standard(new SystemTime(), RandomSource.seeded(1));
        List<Stage> open = List.of(
                new Stage("deciding and acting", "turn.started", "agent.reply"),
                new Stage("the voice until it is played", "agent.reply", "playback.started"));
        Ending ending = new Ending();
        try (Runelog log = Runelog.open(new RealDisk(folder.resolve("data")), settings);
                RuneReader reader = log.read("talk-1", 0)) {
            for (Rune rune : reader.toList()) {
                open.forEach(stage -> stage.see(rune));
                ending.see(rune);
            }
        }
        ending.tookMs.forEach((what, took) -> results.add(
                new Result(name(), median(took), "ms", P50_MAX_MS, who + "of it " + what + ", p50, in all at most")));
        open.forEach(stage -> results.add(new Result(
                name(),
                median(stage.tookMs),
                "ms",
                P50_MAX_MS,
                who + "of it " + stage.what + ", p50, in all at most")));
    }

    /** The time from the last event of one kind to the next one of another. */
    private static final class Stage {
        private final String what;
        private final String from;
        private final String to;
        private final List<Double> tookMs = new ArrayList<>();
        private long fromMicros = -1;

        Stage(String what, String from, String to) {
            this.what = what;
            this.from = from;
            this.to = to;
        }

        void see(Rune rune) {
            if (rune.kind().equals(to) && fromMicros >= 0) {
                tookMs.add((rune.envelope().mediaMicros() - fromMicros) / 1e3);
                fromMicros = -1;
            }
            if (rune.kind().equals(from)) {
                fromMicros = rune.envelope().mediaMicros();
            }
        }
    }

    private static double median(List<Double> tookMs) {
        List<Double> sorted = tookMs.stream().sorted().toList();
        return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
    }

    /** What follows a person's last sound: that they are silent is noticed, their words are found, and the turn is theirs no more. */
    private static final class Ending {
        private final Map<String, List<Double>> tookMs = new LinkedHashMap<>();
        private @Nullable Rune silent;
        private @Nullable Rune written;

        void see(Rune rune) {
            switch (rune.kind()) {
                case "voice.ended" -> silent = rune;
                case "stt.final" -> written = rune;
                case "turn.started" -> started(rune);
                default -> {}
            }
        }

        private void started(Rune turn) {
            Rune end = silent;
            Rune words = written;
            if (end != null && words != null) {
                double allMs = (turn.envelope().mediaMicros() - end.envelope().mediaMicros()) / 1e3;
                double recogniserMs = betweenMs(end, words);
                double endOfTurnMs = betweenMs(words, turn);
                keep("silence", allMs - recogniserMs - endOfTurnMs);
                keep("the recogniser after it", recogniserMs);
                keep("the end of the turn after the words", endOfTurnMs);
            }
        }

        private static double betweenMs(Rune from, Rune to) {
            return (to.envelope().monotonicNanos() - from.envelope().monotonicNanos()) / 1e6;
        }

        private void keep(String what, double ms) {
            tookMs.computeIfAbsent(what, _ -> new ArrayList<>()).add(ms);
        }
    }

    private static void talk(Path folder) throws IOException {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(told, true, StandardCharsets.UTF_8);
        int code = new Parley(new ByteArrayInputStream(new byte[0]), stream, stream)
                .run(
                        "talk",
                        "--voice",
                        "--as",
                        "ana",
                        "--config",
                        folder.resolve("parley.yaml").toString(),
                        "--data",
                        folder.resolve("data").toString(),
                        "--in",
                        folder.resolve("in.wav").toString(),
                        "--out",
                        folder.resolve("out.wav").toString());
        if (code != 0) {
            throw new IOException("talk ended with " + code + ": " + told.toString(StandardCharsets.UTF_8));
        }
    }

    private static double[] waits(byte[] out, List<Integer> ends) throws IOException {
        double[] waits = new double[ends.size()];
        for (int i = 0; i < waits.length; i++) {
            int at = ends.get(i);
            int until = i + 1 < waits.length ? ends.get(i + 1) : (out.length - HEADER) / 2;
            while (at < until && Math.abs(sample(out, at)) < LOUD) {
                at++;
            }
            if (at == until) {
                throw new IOException("sentence " + (i + 1) + " got no answer");
            }
            waits[i] = (at - ends.get(i)) / (double) PER_MS;
        }
        Arrays.sort(waits);
        return waits;
    }

    private static short sample(byte[] wav, int at) {
        return (short) ((wav[HEADER + 2 * at] & 0xff) | (wav[HEADER + 2 * at + 1] << 8));
    }

    static byte[] bytes(short[] samples) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * samples.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asShortBuffer().put(samples);
        return bytes.array();
    }

    static byte[] wav(byte[] pcm) {
        ByteBuffer wav = ByteBuffer.allocate(HEADER + pcm.length).order(ByteOrder.LITTLE_ENDIAN);
        wav.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(36 + pcm.length);
        wav.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16).putShort((short) 1);
        wav.putShort((short) 1).putInt(Speaker.RATE_HZ).putInt(2 * Speaker.RATE_HZ);
        wav.putShort((short) 2).putShort((short) 16);
        wav.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(pcm.length).put(pcm);
        return wav.array();
    }
}
