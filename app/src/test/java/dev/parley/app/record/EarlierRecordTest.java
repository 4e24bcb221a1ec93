package dev.parley.app.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.Commands;
import dev.parley.kernel.event.ConversationEvents.SessionCreated;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.Unknown;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.runelog.fault.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The folder of a program from before events had a catalogue: one conversation that ended, with a call that was confirmed, and
 * one whose process was killed while it asked. Today's program reads, verifies, replays, explains and closes them.
 */
class EarlierRecordTest {
    private static final Path RECORD = Path.of("src/test/resources/records/2026-11-18");
    private static final String ENDED = "talk-1";
    private static final String KILLED = "talk-2";

    private final Commands commands = new Commands();

    @TempDir
    private Path data = Path.of("");

    @BeforeEach
    void copy() throws IOException {
        try (Stream<Path> files = Files.walk(RECORD)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = data.resolve(RECORD.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    private List<String> run(String input, String... args) {
        return commands.run(input, args);
    }

    private List<Rune> runes(String conversation) throws IOException {
        List<Rune> all = new ArrayList<>();
        try (RuneReader reader =
                RuneArchive.open(new RealDisk(data), Progress.SILENT).read(conversation, 0)) {
            for (Rune rune = reader.poll(); rune != null; rune = reader.poll()) {
                all.add(rune);
            }
        }
        return all;
    }

    @Test
    void isVerifiedReplayedAndExplained() {
        assertTrue(run("", "log", "verify", "--data", data.toString()).getLast().contains("\"findings\":0"));
        for (String conversation : List.of(ENDED, KILLED)) {
            String proof =
                    run("", "replay", "--data", data.toString(), conversation).getLast();
            assertTrue(proof.startsWith("Verified: " + conversation), proof);
        }
        List<String> shown = run("", "log", "show", "--data", data.toString(), ENDED);
        assertTrue(shown.stream().anyMatch(line -> line.contains("Shall I open the garage?")));
        assertTrue(shown.stream().anyMatch(line -> line.contains("Done: the garage is open.")));
        List<String> why = run("", "explain", "--plain", "--data", data.toString(), ENDED, "140");
        assertTrue(why.getFirst().startsWith("Event 140 is tool.result"), why.getFirst());
        assertTrue(why.contains("It was done because Ana said yes to the question (event 131)."), why.toString());
    }

    /** Only the event that said by which clock a conversation ran has changed its fields. */
    @Test
    void everyEventIsReadAsARecordOfTheCatalogue() throws IOException {
        Set<String> unread = new LinkedHashSet<>();
        for (String conversation : List.of(ENDED, KILLED)) {
            for (Rune rune : runes(conversation)) {
                if (EventCatalogue.read(rune) instanceof Unknown) {
                    unread.add(rune.kind());
                } else if (!EventCatalogue.is(rune, SessionCreated.class)) {
                    assertEquals(
                            rune.payload(),
                            EventCatalogue.payload(EventCatalogue.read(rune)),
                            "event " + rune.eventId());
                }
            }
        }
        assertEquals(Set.of(), unread);
    }

    @Test
    void theNextTalkClosesWhatWasKilledAndGoesOn() throws IOException {
        List<String> told = run("open the garage\nyes\n", "talk", "--plain", "--as", "ana", "--data", data.toString());
        assertTrue(told.stream().anyMatch(line -> line.contains("Done: the garage is open.")), told.toString());
        assertTrue(
                Stream.concat(told.stream(), commands.errors().stream())
                        .anyMatch(line -> line.startsWith(KILLED + " was left unfinished: turn 2 closed")),
                commands.errors().toString());
        for (String conversation : List.of(ENDED, KILLED, "talk-3")) {
            String proof =
                    run("", "replay", "--data", data.toString(), conversation).getLast();
            assertTrue(proof.startsWith("Verified: " + conversation), proof);
        }
        assertTrue(run("", "log", "verify", "--data", data.toString()).getLast().contains("\"findings\":0"));
        List<Rune> closed = runes(KILLED).stream()
                .filter(rune -> rune.envelope().leaseEpoch() > 1)
                .toList();
        assertEquals(
                1,
                closed.stream()
                        .map(rune -> rune.envelope().monotonicNanos())
                        .distinct()
                        .count(),
                "closing is one input and has one time");
    }
}
