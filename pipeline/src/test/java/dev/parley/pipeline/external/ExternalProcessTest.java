package dev.parley.pipeline.external;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.TimeSource;
import dev.parley.pipeline.spec.ExternalSpec;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stream pipeline item 25: whatever the process does, each text gets one answer, and only its own is lost. */
class ExternalProcessTest {
    private final AtomicLong nanos = new AtomicLong();
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private ExternalProcess process = process(List.of("false"), 0);

    private final ExternalProcess.Answer answer = new ExternalProcess.Answer() {
        @Override
        public void rewritten(String text) {
            answers.add(text);
        }

        @Override
        public void failed(String reason) {
            answers.add("failed: " + reason);
        }
    };

    private ExternalProcess process(List<String> command, int port) {
        TimeSource time = new TimeSource() {
            @Override
            public long monotonicNanos() {
                return nanos.get();
            }

            @Override
            public long wallMillis() {
                return 0;
            }
        };
        return new ExternalProcess(
                "polish",
                new ExternalSpec(
                        command, port, List.of("text.final"), List.of("text.final"), 30_000, 1_000, 100, 65_536, 4),
                time);
    }

    private ExternalProcess child(String mode) {
        String java = ProcessHandle.current().info().command().orElseThrow();
        return process(
                List.of(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName(),
                        mode),
                0);
    }

    private String next() throws InterruptedException {
        return String.valueOf(answers.poll(60, TimeUnit.SECONDS));
    }

    @AfterEach
    void end() {
        process.end();
    }

    @Test
    void aChildAnswersOverItsStandardStreams() throws InterruptedException {
        process = child("echo");
        process.ask("hello", answer);
        assertEquals("HELLO", next());
        process.ask("again", answer);
        assertEquals("AGAIN", next());
    }

    @Test
    void aNodeThatIsAlreadyRunningAnswersOverALoopbackSocket() throws InterruptedException, IOException {
        try (ServerSocket server = Child.listen("echo")) {
            process = process(List.of(), server.getLocalPort());
            process.ask("hello", answer);
            assertEquals("HELLO", next());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "crash, the process ended with 3",
        "garbage, no JSON object",
        "endless, more than 65536 bytes",
        "undeclared, was not asked for or did not declare",
        "flood, emitted more than 131072 characters",
        "number, no JSON object",
        "complains, reported: a [2J yyy",
    })
    void aProcessThatMisbehavesFailsWhatIsOutAndIsStartedAgainAFewTimes(String mode, String reason)
            throws InterruptedException {
        process = child(mode);
        for (int life = 0; life < 3; life++) {
            process.ask("hello", answer);
            String failed = next();
            assertTrue(failed.contains(reason), failed);
            assertTrue(failed.length() < 400, failed);
        }
        process.ask("hello", answer);
        assertTrue(next().contains("is not started again"));
    }

    @Test
    void aProgramThatDoesNotExistIsAFailureOfThatTextAlone() throws InterruptedException {
        process = process(List.of("/nowhere/at/all"), 0);
        process.ask("hello", answer);
        assertTrue(next().contains("could not be started"));
    }

    @Test
    void aTextThatIsGivenUpInTimeLeavesTheProcessAlone() throws InterruptedException {
        process = child("echo");
        process.giveUp(process.ask("hello", answer));
        process.ask("again", answer);
        assertEquals("AGAIN", next());
    }

    @Test
    void aProcessThatKeepsATextForTooLongIsEnded() throws InterruptedException {
        process = child("silent");
        process.ask("first", answer);
        long second = process.ask("second", answer);
        nanos.addAndGet(60_000_000_000L);
        process.giveUp(second);
        assertTrue(next().contains("did not answer in time"), "the other text fails with it");
    }

    @Test
    void aChildSeesNothingOfThisProcessesEnvironment() throws InterruptedException {
        process = child("environment");
        process.ask("hello", answer);
        String seen = next();
        assertFalse(seen.contains("true"), seen);
    }

    @Test
    void nothingIsAskedOnceTheConversationIsOver() throws InterruptedException {
        process = child("echo");
        process.end();
        process.ask("hello", answer);
        assertEquals("failed: the conversation is over", next());
    }
}
