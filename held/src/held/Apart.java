package held;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Java process of its own, for what would go on for ever: a busy thread cannot be ended, a process can. */
public final class Apart {
    private Apart() {}

    /**
     * How a process ended.
     *
     * @param ended whether it did so by itself, within its time
     */
    public record Ended(boolean ended, int code, String printed) {}

    public static Ended run(int seconds, Class<?> main, String... args) throws IOException, InterruptedException {
        Path printed = Files.createTempFile("apart", ".txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx1g",
                "-Dslf4j.internal.verbosity=ERROR",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        return new Ended(ended, process.exitValue(), Files.readString(printed, StandardCharsets.UTF_8));
    }
}
