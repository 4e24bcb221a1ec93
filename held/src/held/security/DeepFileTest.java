package held.security;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import held.Commands;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of the user is refused in one line, however it is made. */
class DeepFileTest {
    @TempDir
    private Path folder;

    @Test
    void aFileThatIsNestedTooDeepIsRefusedInOneLine() {
        int depth = 20_000;
        String yaml = "name: " + "[".repeat(depth) + "]".repeat(depth) + "\n";
        Commands.Ran ran = assertDoesNotThrow(() -> Commands.scenario(folder, "deep.yaml", yaml), "the program ends");
        assertEquals(
                "2, 1 line",
                ran.code() + ", " + ran.err().lines().count() + " line",
                ran.err().lines().findFirst().orElse(""));
    }
}
