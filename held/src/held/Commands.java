package held;

import dev.parley.app.Parley;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The commands of that commit, run in this process as its launcher runs them, with what is typed given beforehand. */
public final class Commands {
    private Commands() {}

    /** What a command left behind. */
    public record Ran(int code, String out, String err) {
        public List<String> lines() {
            return out.lines().toList();
        }

        /** Everything it printed, for the message of an assertion. */
        public String all() {
            return "exit code " + code + "\n" + out + err;
        }
    }

    public static Ran run(String typed, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = new Parley(
                        new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(args);
        return new Ran(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** A conversation of one person that is typed line by line. */
    public static Ran talk(Path data, String person, String... lines) {
        return run(String.join("\n", lines) + "\n", "talk", "--as", person, "--data", data.toString());
    }

    /** Runs one scenario. The file is put into the folder first, under the name that it is to have. */
    public static Ran scenario(Path folder, String name, String yaml) {
        Path file = folder.resolve(name);
        try {
            Files.writeString(file, yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return run("", "scenario", "run", file.toString());
    }

    /** The Java files of that commit under a folder of its repository. */
    public static List<Path> sources(String folder) {
        try (Stream<Path> files =
                Files.walk(Path.of(System.getProperty("parley.root")).resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
