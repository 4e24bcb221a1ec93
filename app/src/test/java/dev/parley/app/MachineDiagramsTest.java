package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.app.drive.Machines;
import dev.parley.kernel.Machine;
import dev.parley.kernel.MachineWalk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The committed pages are what the machines draw; a stale one is written anew and fails the build. */
class MachineDiagramsTest {
    private static final Path PAGES = Path.of(System.getProperty("parley.root", ".."), "docs", "machines");

    static Stream<Machine<?, ?>> machines() {
        return new Machines().all().stream();
    }

    @ParameterizedTest
    @MethodSource("machines")
    void drawsWhatIsCommitted(Machine<?, ?> machine) throws IOException {
        Path page = PAGES.resolve(machine.name() + ".md");
        String drawn = page(machine);
        String committed = Files.exists(page) ? Files.readString(page) : "";
        if (!drawn.equals(committed)) {
            Files.createDirectories(PAGES);
            Files.writeString(page, drawn);
        }
        assertEquals(drawn, committed, page + " was stale and has been drawn anew: look at it and commit it");
    }

    private static String page(Machine<?, ?> machine) {
        MachineWalk walk = MachineWalk.of(machine);
        StringBuilder page = new StringBuilder("# The " + machine.name() + " machine\n\n");
        page.append("Drawn by the machine itself; `./parley machines diagram ")
                .append(machine.name())
                .append("` prints it again.\n\n```mermaid\n")
                .append(walk.mermaid())
                .append("```\n\n| from | event | to |\n|---|---|---|\n");
        for (MachineWalk.Edge edge : walk.edges()) {
            page.append("| ")
                    .append(edge.from())
                    .append(" | `")
                    .append(edge.event())
                    .append("` | ");
            page.append(edge.to()).append(" |\n");
        }
        return page.append("\nEvery other event in these states is refused.\n").toString();
    }
}
