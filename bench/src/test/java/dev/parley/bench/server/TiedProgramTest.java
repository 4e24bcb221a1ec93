package dev.parley.bench.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A bench that is killed takes its servers with it. */
@Timeout(120)
class TiedProgramTest {
    /** A bench that has started a server and measures for ever. */
    static final class Measuring {
        private Measuring() {}

        public static void main(String[] args) throws IOException, InterruptedException {
            try (ServerProcess server = new ServerProcess(EchoServer.class, List.of())) {
                System.out.println(server.pid());
                new CountDownLatch(1).await();
            }
        }
    }

    @Test
    void aServerIsGoneOnceWhoeverStartedItIsKilled() throws Exception {
        Process bench = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Measuring.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = bench.inputReader(StandardCharsets.UTF_8)) {
            ProcessHandle server =
                    ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
            try {
                assertTrue(server.isAlive());
                bench.destroyForcibly();
                server.onExit().get(60, TimeUnit.SECONDS);
            } finally {
                server.destroyForcibly();
            }
        } finally {
            bench.destroyForcibly();
        }
    }
}
