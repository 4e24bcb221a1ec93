package dev.parley.bench.speech;

import dev.parley.app.Parley;
import dev.parley.bench.Bench;
import dev.parley.bench.Result;
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
import java.util.List;
import java.util.stream.Stream;

/** From the end of a person's speech to the first sound of the answer, through {@code talk --voice} with files. */
public final class FirstAudioBench implements Bench {
    private static final double P50_MAX_MS = 800;
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
            talk(folder);
            double[] waits = waits(Files.readAllBytes(folder.resolve("out.wav")), ends);
            return List.of(
                    new Result(
                            name(), waits[waits.length / 2], "ms", P50_MAX_MS, "p50 of " + waits.length + ", at most"),
                    new Result(name(), waits[waits.length * 95 / 100], "ms", P95_MAX_MS, "p95, at most"),
                    new Result(name(), SILENCE_MS, "ms", P50_MAX_MS, "of it the silence that ends a turn"));
        } finally {
            try (Stream<Path> left = Files.walk(folder)) {
                for (Path each : left.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
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

    private static byte[] bytes(short[] samples) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * samples.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asShortBuffer().put(samples);
        return bytes.array();
    }

    private static byte[] wav(byte[] pcm) {
        ByteBuffer wav = ByteBuffer.allocate(HEADER + pcm.length).order(ByteOrder.LITTLE_ENDIAN);
        wav.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(36 + pcm.length);
        wav.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16).putShort((short) 1);
        wav.putShort((short) 1).putInt(Speaker.RATE_HZ).putInt(2 * Speaker.RATE_HZ);
        wav.putShort((short) 2).putShort((short) 16);
        wav.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(pcm.length).put(pcm);
        return wav.array();
    }
}
