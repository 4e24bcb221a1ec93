package dev.parley.sim;

import java.nio.file.Path;

/** Prints one line for each scenario of the library; a process of its own for {@link DeterminismTest}. */
public final class LibraryHash {
    private LibraryHash() {}

    public static void main(String[] args) {
        System.out.print(text());
    }

    static String text() {
        StringBuilder lines = new StringBuilder();
        for (Path file : Library.files()) {
            lines.append(Scenarios.run(Library.read(file)).json().text("log_sha256"))
                    .append('\n');
        }
        return lines.toString();
    }
}
