package held.newcomer;

import held.Commands;
import held.Commands.Ran;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What somebody does in the first hour: talk, look at what was recorded, and read what lies around. */
final class Newcomer {
    static final Path ROOT = Path.of(System.getProperty("parley.root")).toAbsolutePath();

    private Newcomer() {}

    /** A conversation of one person, who is expected to come to its end; what they were shown. */
    static List<String> talk(Path data, String person, String... lines) {
        return accepted(Commands.talk(data, person, lines)).lines();
    }

    /** A command without which the test could not even ask its question. */
    static Ran accepted(Ran ran) {
        if (ran.code() != 0) {
            throw new IllegalStateException("what comes before the test fails: " + ran.all());
        }
        return ran;
    }

    /** The lines of a recorded conversation that are of these kinds, as the log prints them. */
    static List<String> recorded(Path data, String conversation, String... kinds) {
        List<String> wanted =
                Arrays.stream(kinds).map(kind -> "\"kind\":\"" + kind + "\"").toList();
        return accepted(Commands.run("", "log", "cat", "--data", data.toString(), conversation)).lines().stream()
                .filter(line -> wanted.isEmpty() || wanted.stream().anyMatch(line::contains))
                .toList();
    }

    /** The number that a line of the log has under this key. */
    static long number(String line, String key) {
        Matcher found = Pattern.compile("\"" + key + "\":(-?\\d+)").matcher(line);
        if (!found.find()) {
            throw new IllegalStateException("no " + key + " in " + line);
        }
        return Long.parseLong(found.group(1));
    }

    /** Runs the program in a process of its own, with this folder as its working directory. */
    static Ran inFolder(Path folder, String typed, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.parley.app.Main"));
        command.addAll(List.of(args));
        return process(folder, typed, command);
    }

    static Ran process(Path folder, String typed, List<String> command) throws IOException, InterruptedException {
        Path scratch = Files.createTempDirectory("newcomer");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(Files.writeString(scratch.resolve("in"), typed).toFile())
                .redirectOutput(scratch.resolve("out").toFile())
                .redirectError(scratch.resolve("err").toFile())
                .start();
        try {
            if (!process.waitFor(90, TimeUnit.SECONDS)) {
                throw new IllegalStateException(command + " does not end");
            }
        } finally {
            process.destroyForcibly();
        }
        return new Ran(
                process.exitValue(),
                Files.readString(scratch.resolve("out")),
                Files.readString(scratch.resolve("err")));
    }

    /** Lines that are typed with pauses between them, as a person does. */
    static final class Slowly extends InputStream {
        private final byte[] all;
        private final long pauseMs;
        private int at;

        Slowly(long pauseMs, String... lines) {
            this.pauseMs = pauseMs;
            this.all = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
        }

        @Override
        public int read(byte[] into, int from, int length) {
            if (at > 0 && all[at - 1] == '\n') {
                try {
                    Thread.sleep(pauseMs);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return -1;
                }
            }
            if (at == all.length) {
                return -1;
            }
            int read = 0;
            while (read < length && at < all.length) {
                into[from + read++] = all[at++];
                if (all[at - 1] == '\n') {
                    break;
                }
            }
            return read;
        }
    }

    static String text(String file) {
        try {
            return Files.exists(ROOT.resolve(file)) ? Files.readString(ROOT.resolve(file)) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every class that the library itself brings, without the program around it. */
    static List<Class<?>> library() {
        List<Class<?>> all = new ArrayList<>();
        for (String module :
                List.of("kernel", "runelog", "replay", "pipeline", "provider", "agent", "session", "sim")) {
            all.addAll(classes(module));
        }
        return all;
    }

    static List<Class<?>> classes(String module) {
        List<Class<?>> all = new ArrayList<>();
        Path file = ROOT.resolve(module + "/target/parley-" + module + "-0.1.0-SNAPSHOT.jar");
        try (JarFile jar = new JarFile(file.toFile())) {
            for (var entry : jar.stream().toList()) {
                String name = entry.getName();
                if (name.endsWith(".class") && !name.endsWith("-info.class")) {
                    String type =
                            name.substring(0, name.length() - ".class".length()).replace('/', '.');
                    all.add(Class.forName(type, false, Newcomer.class.getClassLoader()));
                }
            }
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(file + " cannot be read", e);
        }
        return all;
    }
}
