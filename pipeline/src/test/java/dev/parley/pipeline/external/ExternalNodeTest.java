package dev.parley.pipeline.external;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.pipeline.run.RunNote;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Item 25: a node in another process, with a real child and over a real socket. */
@Timeout(40)
class ExternalNodeTest {
    @Test
    void aChildAnswersOverItsStandardStreams() throws InterruptedException {
        try (ExternalBed bed = ExternalBed.child("upper")) {
            bed.say("hello");
            bed.say("there");
            bed.runUntil(() -> bed.heard().size() == 2);
            assertEquals(List.of("HELLO", "THERE"), bed.heard());
            assertTrue(bed.notes().stream()
                    .anyMatch(note -> note instanceof RunNote.Measured measured
                            && measured.name().startsWith("external.")));
        }
    }

    @Test
    void aNodeThatIsAlreadyRunningAnswersOverALoopbackSocket() throws InterruptedException, IOException {
        try (ServerSocket server = Child.listen("upper");
                ExternalBed bed = ExternalBed.socket(server.getLocalPort())) {
            bed.say("hello");
            bed.runUntil(() -> bed.heard().size() == 1);
            assertEquals(List.of("HELLO"), bed.heard());
        }
    }

    /** Whatever the process does, the run goes on with the fallback and says why. */
    @ParameterizedTest
    @CsvSource({
        "crash, ended with 3",
        "garbage, no JSON object",
        "endless, more than 4096 bytes",
        "undeclared, not asked for or did not declare",
        "silent, did not answer within 400 ms"
    })
    void aProcessThatMisbehavesIsReplacedAndTheRunGoesOn(String mode, String reason) throws InterruptedException {
        try (ExternalBed bed = ExternalBed.child(mode)) {
            bed.say("hello");
            bed.runUntil(bed::hasFailed);
            RunNote.NodeFailed failed = assertInstanceOf(RunNote.NodeFailed.class, bed.failure());
            assertTrue(failed.reason().contains(reason), failed.reason());
            bed.say("again");
            bed.runUntil(() -> bed.heard().size() == 1);
            assertEquals(List.of("again, from the spare"), bed.heard());
            bed.runUntil(bed::processIsGone);
        }
    }

    @Test
    void aProcessThatIsNeverReadyIsGivenUp() throws InterruptedException {
        try (ExternalBed bed = ExternalBed.childThatMustStartWithin("never-ready", 300)) {
            bed.say("hello");
            bed.runUntil(bed::hasFailed);
            assertTrue(
                    bed.failure().toString().contains("not ready within 300 ms"),
                    bed.failure().toString());
        }
    }

    @Test
    void aProgramThatDoesNotExistIsAFailureOfThatNodeAlone() throws InterruptedException {
        try (ExternalBed bed = ExternalBed.command(List.of("/no/such/program"))) {
            bed.say("hello");
            bed.runUntil(bed::hasFailed);
            assertTrue(
                    bed.failure().toString().contains("could not be started"),
                    bed.failure().toString());
        }
    }

    @Test
    void aCancelReachesTheProcessAndOneThatIgnoresItIsEnded() throws InterruptedException {
        for (String mode : List.of("upper", "ignores-cancel")) {
            try (ExternalBed bed = ExternalBed.child(mode)) {
                bed.say("hello");
                bed.runUntil(bed::hasStarted);
                bed.cancel();
                bed.runUntil(bed::processIsGone);
            }
        }
    }

    @Test
    void aChildSeesNothingOfThisProcessesEnvironment() throws InterruptedException {
        try (ExternalBed bed = ExternalBed.child("environment")) {
            bed.say("hello");
            bed.runUntil(() -> bed.heard().size() == 1);
            assertEquals(List.of("nullfalse"), bed.heard());
        }
    }
}
