package held.security;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.parley.agent.sandbox.CommandRunner;
import dev.parley.agent.sandbox.Confinement;
import dev.parley.agent.sandbox.Workspace;
import dev.parley.kernel.port.CancelToken;
import held.Given;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command in the workspace has its share of the machine, and leaves alone what runs outside of it. */
class ConfinedCommandTest {
    @TempDir
    private Path folder;

    private Path root;

    @BeforeEach
    void layOut() throws Exception {
        root = Files.createDirectories(folder.toRealPath().resolve("work"));
        Given.that(Confinement.probe() != Confinement.NONE, "bubblewrap holds a process here");
    }

    /** The exit code of this shell line; a runner that stops it is a code of its own. */
    private int exit(String line) throws Exception {
        try (Workspace workspace = Workspace.open(root)) {
            CommandRunner runner = new CommandRunner(workspace, Confinement.probe(), Set.of("sh"));
            return runner.run(List.of("sh", "-c", line), CancelToken.NEVER).exit();
        } catch (IOException stopped) {
            return -1;
        }
    }

    @Test
    void aCommandDoesNotHoldThreeGigabytes() throws Exception {
        assertNotEquals(0, exit("head -c 3000000000 /dev/zero | tail > /dev/null"), "3 GB are held");
    }

    @Test
    void aCommandDoesNotStartAThousandProcesses() throws Exception {
        String crowd = "i=0; while [ $i -lt 1200 ]; do sleep 3 & i=$((i + 1)); done; wait";
        assertNotEquals(0, exit(crowd), "1,200 processes run at once");
    }

    @Test
    void aCommandDoesNotFillTheMemoryWithTemporaryFiles() throws Exception {
        String fill = "for i in 1 2 3; do head -c 400000000 /dev/zero > /tmp/f$i || exit 1; done";
        assertNotEquals(0, exit(fill), "1.2 GB of temporary files are held");
    }

    @Test
    void aCommandWritesNoHook() throws Exception {
        Path hook = Files.createDirectories(root.resolve(".git/hooks")).resolve("pre-commit");
        exit("echo evil > .git/hooks/pre-commit");
        assertFalse(Files.exists(hook), "a hook is written that runs outside of the confinement");
    }

    @Test
    void aCommandWritesNoHookOfAProjectFurtherIn() throws Exception {
        Path hook =
                Files.createDirectories(root.resolve("sub/project/.git/hooks")).resolve("pre-commit");
        exit("echo evil > sub/project/.git/hooks/pre-commit");
        assertFalse(Files.exists(hook), "a hook is written that runs outside of the confinement");
    }
}
