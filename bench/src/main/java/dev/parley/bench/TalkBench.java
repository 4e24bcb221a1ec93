package dev.parley.bench;

import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Median;
import dev.parley.bench.measure.Result;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The time from the start of {@code parley talk} to its first answer, as whoever pipes a sentence into it waits for it. */
final class TalkBench implements Bench {
    private static final double LIMIT_MS = 1_500;
    private static final String ANSWER = "The kitchen lights are on.";

    @Override
    public String name() {
        return "talk";
    }

    @Override
    public List<Result> run(boolean quick) throws Exception {
        int times = quick ? 3 : 9;
        double[] answers = new double[times];
        double[] starts = new double[times];
        once();
        for (int i = 0; i < times; i++) {
            starts[i] = plainStart();
            answers[i] = once();
        }
        return List.of(
                new Result(
                        "talk.first_answer",
                        Median.of(answers),
                        "ms",
                        LIMIT_MS,
                        "the limit; median of " + times + " processes on a new folder each"),
                new Result(
                        "talk.first_answer.jvm",
                        Median.of(answers),
                        "ms",
                        Median.of(starts),
                        "java -version in the same run"));
    }

    private static double plainStart() throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (java.waitFor() != 0) {
            throw new IllegalStateException("java -version failed");
        }
        return (System.nanoTime() - start) / 1e6;
    }

    private static double once() throws IOException, InterruptedException {
        Path data = Files.createTempDirectory("talk-bench");
        Path root = Path.of(System.getProperty("parley.root", "."));
        long start = System.nanoTime();
        Process talk = new ProcessBuilder(
                        root.resolve("parley").toString(), "talk", "--as", "ana", "--data", data.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = talk.inputReader(StandardCharsets.UTF_8)) {
            try (var in = talk.getOutputStream()) {
                in.write("turn on the kitchen lights\n".getBytes(StandardCharsets.UTF_8));
            }
            String said = out.readLine();
            double tookMs = (System.nanoTime() - start) / 1e6;
            if (!ANSWER.equals(said) || !talk.waitFor(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("talk said '" + said + "'");
            }
            return tookMs;
        } finally {
            talk.destroyForcibly();
        }
    }
}
