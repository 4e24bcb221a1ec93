package dev.parley.app.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The sources of the whole repository. */
final class Sources {
    private static final Path ROOT = Path.of(System.getProperty("parley.root", ".."));

    private Sources() {}

    static Path root() {
        return ROOT;
    }

    /** Every Java file of one source tree ({@code main} or {@code test}) in every module. */
    static List<Path> java(String tree) {
        return modules()
                .flatMap(module -> under(module.resolve("src/" + tree + "/java")))
                .toList();
    }

    static Stream<Path> modules() {
        return list(ROOT).filter(folder -> Files.exists(folder.resolve("pom.xml")));
    }

    static Stream<Path> under(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Stream.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> list(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isDirectory).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String name(Path file) {
        return ROOT.relativize(file).toString();
    }
}
