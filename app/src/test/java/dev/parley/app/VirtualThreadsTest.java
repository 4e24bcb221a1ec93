package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that compute keep no other virtual thread from running, also where there are only two cores. */
@Timeout(120)
class VirtualThreadsTest {
    private static final int COMPUTING = 8;

    /** As many virtual threads as have to run at once; none of them blocks. */
    static final class Computing {
        private Computing() {}

        public static void main(String[] args) throws InterruptedException {
            VirtualThreads.arrange();
            AtomicInteger begun = new AtomicInteger();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < COMPUTING; i++) {
                threads.add(Thread.ofVirtual().start(() -> {
                    begun.incrementAndGet();
                    while (begun.get() < COMPUTING) {
                        Thread.onSpinWait();
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.println(System.getProperty(VirtualThreads.PARALLELISM));
        }
    }

    private static String printed(List<String> options) throws Exception {
        List<String> line = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        line.addAll(options);
        line.addAll(List.of(
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Computing.class.getName()));
        Process process = new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor());
            return printed.strip();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void eightMayComputeAtOnce() throws Exception {
        int usual = Math.max(8, 2 * Runtime.getRuntime().availableProcessors());
        assertEquals(Integer.toString(usual), printed(List.of()));
    }

    @Test
    void theCommandLineHasPrecedence() throws Exception {
        assertEquals("9", printed(List.of("-D" + VirtualThreads.PARALLELISM + "=9")));
    }
}
