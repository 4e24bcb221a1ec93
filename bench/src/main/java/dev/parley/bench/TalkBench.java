package dev.parley.bench;

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
        double[] times = new double[quick ? 3 : 9];
        for (int i = 0; i < times.length; i++) {
            times[i] = once();
        }
        return List.of(new Result(
                "talk.first_answer",
                Median.of(times),
                "ms",
                LIMIT_MS,
                "the limit; median of " + times.length + " processes, with the end of each"));
    }

    private static double once() throws IOException, InterruptedException {
        Path data = Files.createTempDirectory("talk-bench");
        Path root = Path.of(System.getProperty("parley.root", "."));
        long start = System.nanoTime();
        Process talk = new ProcessBuilder(
                        root.resolve("parley").toString(), "talk", "--as", "ana", "--data", data.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            try (var in = talk.getOutputStream()) {
                in.write("turn on the kitchen lights\n".getBytes(StandardCharsets.UTF_8));
            }
            String said = new String(talk.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!talk.waitFor(60, TimeUnit.SECONDS) || !said.equals(ANSWER)) {
                throw new IllegalStateException("talk said '" + said + "'");
            }
            return (System.nanoTime() - start) / 1e6;
        } finally {
            talk.destroyForcibly();
        }
    }
}
