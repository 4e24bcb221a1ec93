package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.kernel.people.privacy.Sensitivity;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.session.recover.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program without the signing key appends to a record that was closed. What it says counts for nothing: the conversation
 * waits for an operator, and the books of the house are read without it.
 */
@Timeout(120)
class UnaccountedRecordTest {
    private static final String TALK = "talk";
    private static final String OTHER = "other";

    @TempDir
    private Path folder = Path.of("");

    private static Parley parley(Path data) throws IOException {
        return Parley.in(data)
                .model((_, _) -> Reply.says("Yes."))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .person("ben", Role.OPERATOR, LocalDate.of(1990, 5, 1))
                .open();
    }

    /** Two conversations, which the next process may go on with. */
    private void leftOpen() throws Exception {
        try (Parley parley = parley(folder)) {
            assertEquals("Yes.", parley.converse(TALK, "ana").say("Hello").join());
            assertEquals("Yes.", parley.converse(OTHER, "ana").say("Hello").join());
            parley.drain();
        }
    }

    /** The runtime itself makes more of it, and its lists of heads are taken away again. */
    private void appendsWithoutTheKey() throws Exception {
        Map<Path, byte[]> signed = heads();
        try (Parley parley = parley(folder)) {
            assertEquals(
                    "Yes.", parley.resume(TALK, Visit.of("ana")).say("Go on").join());
            parley.drain();
        }
        putBack(signed);
    }

    private Map<Path, byte[]> heads() throws IOException {
        Map<Path, byte[]> all = new HashMap<>();
        try (Stream<Path> files = Files.list(folder.resolve("heads"))) {
            for (Path file : files.toList()) {
                all.put(file, Files.readAllBytes(file));
            }
        }
        return all;
    }

    private void putBack(Map<Path, byte[]> signed) throws IOException {
        for (Path file : heads().keySet()) {
            Files.delete(file);
        }
        for (Map.Entry<Path, byte[]> each : signed.entrySet()) {
            Files.write(each.getKey(), each.getValue());
        }
    }

    private static List<Rune> runes(Parley parley, String conversation) {
        try (RuneReader reader = parley.record().read(conversation, 0)) {
            return reader.toList();
        }
    }

    @Test
    void aConversationWaitsForAnOperatorAndThenGoesOn() throws Exception {
        leftOpen();
        appendsWithoutTheKey();
        try (Parley parley = parley(folder)) {
            long head = parley.record().head(TALK).durable();
            String why =
                    String.valueOf(assertThrows(IllegalStateException.class, () -> parley.resume(TALK, Visit.of("ben")))
                            .getMessage());
            assertTrue(why.startsWith("session.unaccounted: talk does not go on: events "), why);
            assertTrue(why.contains(" to " + head + " were written while the log was closed"), why);
            assertTrue(why.contains("log adopt --reason"), why);
            assertEquals(head, parley.record().head(TALK).eventId(), "nothing is recorded of it");
            assertThrows(IllegalStateException.class, () -> parley.converse(TALK, "ben"));
            assertEquals(
                    "Yes.", parley.resume(OTHER, Visit.of("ana")).say("Hello").join());
            parley.record().adopt("operator", "it was me");
            assertEquals(
                    "Yes.", parley.resume(TALK, Visit.of("ana")).say("Hello").join());
        }
    }

    @Test
    void endingTheOthersLeavesItAsItIs() throws Exception {
        leftOpen();
        appendsWithoutTheKey();
        try (Parley parley = parley(folder)) {
            long head = parley.record().head(TALK).durable();
            assertEquals(
                    List.of(OTHER),
                    parley.endUnfinished().stream().map(Found::conversation).toList());
            assertEquals(head, parley.record().head(TALK).eventId());
            assertEquals(Set.of(TALK), parley.unfinished().keySet());
            assertTrue(
                    parley.recordFindings().stream().anyMatch(found -> found.contains("conversation talk ")),
                    parley.recordFindings()::toString);
        }
    }

    @Test
    void aRecordOfAProcessThatWasKilledGoesOn() throws Exception {
        Path killed = folder.resolve("killed");
        Path running = folder.resolve("running");
        try (Parley parley = parley(running)) {
            assertEquals("Yes.", parley.converse(TALK, "ana").say("Hello").join());
            parley.record().commit();
            copy(running, killed);
        }
        try (Parley parley = parley(killed)) {
            assertEquals(
                    "Yes.", parley.resume(TALK, Visit.of("ana")).say("Hello").join());
        }
    }

    private static void copy(Path from, Path into) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                if (!file.getFileName().toString().equals("lock")) {
                    Files.copy(file, into.resolve(from.relativize(file)));
                }
            }
        }
    }

    /** A profile, a memory and a wish of Ana, as they would stand in the books. */
    private void forgesPages() throws Exception {
        Map<Path, byte[]> signed = heads();
        try (Parley parley = parley(folder)) {
            Runelog log = parley.record();
            Rune page = page(parley);
            Json.Obj profile = page.payload().get("profile") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
            Json.Obj facts = profile.get("facts") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
            append(
                    log,
                    "house:people",
                    page.kind(),
                    page.payload().with("profile", profile.with("facts", facts.with("allergy", "nothing"))));
            append(
                    log,
                    "house:overrides",
                    "override.kept",
                    Json.Obj.EMPTY
                            .with("person", "ana")
                            .with("source", source())
                            .with("override", Json.Obj.EMPTY.with("forced_captions", true)));
            append(log, "house:memory", "memory.kept", memory().with("source", source()));
            log.commit();
        }
        putBack(signed);
    }

    private static Json.Obj source() {
        return Json.Obj.EMPTY.with("conversation", TALK).with("event_id", 1);
    }

    private static Json.Obj memory() {
        return Knowledge.ofMemory("ana", Sensitivity.PERSONAL, "I like camomile tea")
                .toJson();
    }

    private static void append(Runelog log, String book, String kind, Json.Obj payload) {
        log.append(
                RuneDraft.of(book, kind, payload)
                        .withVisibility(Visibility.INTERNAL)
                        .withTimes(0, 1_800_000_000_000L),
                WriteClass.IRREVERSIBLE);
    }

    private static Rune page(Parley parley) {
        return runes(parley, "house:people").stream()
                .filter(rune -> "ana".equals(rune.payload().text("person")))
                .toList()
                .getLast();
    }

    /** Everything that a new conversation with Ana learns from the books. */
    private static String learned(Parley parley, String conversation) {
        List<Rune> runes = parley.converse(conversation, "ana").record();
        return runes.stream().map(rune -> rune.payload().canonical()).toList().toString();
    }

    @Test
    void noBookOfTheHouseAppliesWhatWasWrittenWhileTheLogWasClosed() throws Exception {
        leftOpen();
        forgesPages();
        try (Parley parley = parley(folder)) {
            for (String book : List.of("house:people", "house:memory", "house:overrides")) {
                assertEquals(
                        1,
                        parley.recordFindings().stream()
                                .filter(found -> found.startsWith(book + ": event "))
                                .filter(found ->
                                        found.contains("was not applied: it was written while the log was closed"))
                                .count(),
                        parley.recordFindings()::toString);
            }
            String learned = learned(parley, "new");
            assertTrue(learned.contains("ana"), learned);
            for (String forged : List.of("allergy", "forced_captions", "camomile")) {
                assertFalse(learned.contains(forged), learned);
            }
            parley.record().adopt("operator", "it was me");
        }
        try (Parley parley = parley(folder)) {
            String learned = learned(parley, "later");
            for (String adopted : List.of("allergy", "forced_captions", "camomile")) {
                assertTrue(learned.contains(adopted), learned);
            }
        }
    }
}
