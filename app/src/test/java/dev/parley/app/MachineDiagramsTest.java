package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.app.drive.Machines;
import dev.parley.kernel.Machine;
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
        String drawn = MachinePage.of(machine);
        String committed = Files.exists(page) ? Files.readString(page) : "";
        if (!drawn.equals(committed)) {
            Files.createDirectories(PAGES);
            Files.writeString(page, drawn);
        }
        assertEquals(drawn, committed, page + " was stale and has been drawn anew: look at it and commit it");
    }
}
