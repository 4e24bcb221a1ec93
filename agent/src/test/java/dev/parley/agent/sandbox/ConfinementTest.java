package dev.parley.agent.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.CancelToken;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What a foreign process tries from inside, under every confinement that works on this machine. */
class ConfinementTest {
    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> heldByTheOperatingSystem() {
        return Stream.of(Confinement.values())
                .filter(Confinement::works)
                .map(confinement -> DynamicTest.dynamicTest(confinement.printed(), () -> escapes(confinement)));
    }

    @TestFactory
    Stream<DynamicTest> keptToItsShare() {
        return Stream.of(Confinement.values())
                .filter(Confinement::works)
                .map(confinement -> DynamicTest.dynamicTest(confinement.printed(), () -> exhausts(confinement)));
    }

    private Path work(Confinement confinement) throws IOException {
        return Files.createDirectories(
                directory.toRealPath().resolve(confinement.printed()).resolve("work"));
    }

    /** What one process may not hold, many may not hold together, and no file that lies in memory may. */
    private void exhausts(Confinement confinement) throws Exception {
        try (Workspace workspace = Workspace.open(work(confinement))) {
            CommandRunner runner = new CommandRunner(workspace, confinement, Set.of("sh"));
            refused(runner, "sh", "-c", "head -c 3000000000 /dev/zero | tail > /dev/null");
            for (String place : List.of("", "/tmp", "/dev", "/dev/shm")) {
                String fill = "for i in 1 2 3; do head -c 100000000 /dev/zero > " + place + "/f$i || exit 1; done";
                refused(runner, "sh", "-c", fill);
            }
            // Fewer than the kernel allows: at its bound the shell ends by itself, perhaps before the crowd was
            // counted.
            String crowd = "i=0; while [ $i -lt 400 ]; do sleep 60 & i=$((i + 1)); done; wait";
            stopped(runner, "had more than 256 processes", crowd);
            CommandRunner small = new CommandRunner(
                    workspace, confinement, Set.of("sh"), new CommandRunner.Limits(60_000, 256, 300L << 20));
            String together =
                    "for i in 1 2 3; do (head -c 150000000 /dev/zero; sleep 60) | tail > /dev/null & done; wait";
            stopped(small, "held more than 300 MiB", together);
            CommandRunner hasty = new CommandRunner(
                    workspace, confinement, Set.of("sh"), new CommandRunner.Limits(200, 256, 300L << 20));
            stopped(hasty, "took longer than 200 ms", "while true; do :; done");
        }
    }

    private static void stopped(CommandRunner runner, String why, String shell) {
        IOException stopped =
                assertThrows(IOException.class, () -> runner.run(List.of("sh", "-c", shell), CancelToken.NEVER));
        assertEquals("the program " + why, stopped.getMessage());
    }

    private void escapes(Confinement confinement) throws Exception {
        Path root = work(confinement);
        Path secret = Files.writeString(root.resolveSibling("secret.txt"), "secret");
        Files.writeString(root.resolve("inside.txt"), "inside");
        try (Workspace workspace = Workspace.open(root)) {
            CommandRunner runner = new CommandRunner(workspace, confinement, Set.of("sh", "bash", "cat", "env"));
            assertEquals("inside", out(runner, "cat", "inside.txt"));
            assertEquals("", out(runner, "sh", "-c", "echo made > made.txt"));
            assertEquals("made\n", Files.readString(root.resolve("made.txt")));

            for (String guarded : List.of(".git/hooks", "sub/project/.git/hooks", ".ssh", "sub/.parley")) {
                Path hook = Files.createDirectories(root.resolve(guarded)).resolve("pre-commit");
                refused(runner, "sh", "-c", "echo evil > " + guarded + "/pre-commit");
                refused(runner, "sh", "-c", "mv " + guarded.replace("/hooks", "") + " .other");
                assertFalse(Files.exists(hook));
            }
            Path pointer = Files.writeString(
                    Files.createDirectory(root.resolve("module")).resolve(".git"), "gitdir: ..");
            refused(runner, "sh", "-c", "echo gitdir: /tmp/evil > module/.git");
            assertEquals("gitdir: ..", Files.readString(pointer));
            Files.delete(pointer);

            refused(runner, "cat", secret.toString());
            refused(runner, "cat", "../secret.txt");
            refused(runner, "cat", "/etc/passwd");
            refused(runner, "cat", "/proc/1/environ");
            refused(runner, "sh", "-c", "ls /old /home /root /var");
            refused(runner, "sh", "-c", "echo x > /usr/bin/evil");
            refused(runner, "sh", "-c", "mount -t tmpfs x /usr");
            refused(runner, "sh", "-c", "mknod /tmp/disk b 8 0");
            refused(runner, "sh", "-c", "kill -9 " + ProcessHandle.current().pid());
            assertTrue(ProcessHandle.current().isAlive());
            try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                refused(runner, "bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/" + listening.getLocalPort());
            }

            String environment = out(runner, "env");
            System.getenv().forEach((name, value) -> {
                if (!ChildEnvironment.VARIABLES.containsKey(name)
                        && !Set.of("PWD", "_", "SHLVL", "OLDPWD").contains(name)) {
                    assertFalse(environment.contains(name + "="), name);
                }
            });
            Files.delete(root.resolve("made.txt"));
            Files.delete(root.resolve("inside.txt"));
        }
    }

    private static String out(CommandRunner runner, String... argv) throws Exception {
        CommandRunner.Finished finished = runner.run(List.of(argv), CancelToken.NEVER);
        assertEquals(0, finished.exit(), finished.stderr());
        return finished.stdout();
    }

    private static void refused(CommandRunner runner, String... argv) throws Exception {
        CommandRunner.Finished finished = runner.run(List.of(argv), CancelToken.NEVER);
        assertNotEquals(0, finished.exit(), () -> String.join(" ", argv) + " gave " + finished.stdout());
        assertFalse(finished.stdout().contains("secret"));
    }
}
