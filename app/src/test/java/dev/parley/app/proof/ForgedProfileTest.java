package dev.parley.app.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.Parley;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A rune that was added to the book of the house from outside, chained as it should be, gives no authority: the runtime reports
 * it and goes on with the role and the birthdate of the configuration or of the verdict, and replay finds it.
 */
class ForgedProfileTest {
    private static final String BOOK = "house:people";

    @TempDir
    private Path folder = Path.of("");

    private record Ran(int code, List<String> out, String err) {}

    private Ran run(String in, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = new Parley(
                        new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(args);
        return new Ran(
                code, out.toString(StandardCharsets.UTF_8).lines().toList(), err.toString(StandardCharsets.UTF_8));
    }

    private Ran talk(String person, String... lines) {
        return run(String.join("\n", lines) + "\n", "talk", "--as", person, "--data", folder.toString());
    }

    private boolean isVerified(String conversation) {
        Ran ran = run("", "replay", "--data", folder.toString(), "--json", conversation);
        return ran.code() == 0;
    }

    private Runelog log() throws IOException {
        return Runelog.open(new RealDisk(folder), RunelogSettings.standard(new SystemTime(), RandomSource.seeded(1)));
    }

    private static List<Rune> runes(Runelog log, String conversation) {
        try (RuneReader reader = log.read(conversation, 0)) {
            return reader.toList();
        }
    }

    private static Rune page(Runelog log, String person) {
        return runes(log, BOOK).stream()
                .filter(rune -> person.equals(rune.payload().text("person")))
                .toList()
                .getLast();
    }

    /** Appends a copy of the newest profile of a person with another one in it. */
    private void forge(String person, UnaryOperator<Json.Obj> change) throws IOException {
        try (Runelog log = log()) {
            Json.Obj changed = change.apply(page(log, person).payload());
            log.append(
                    RuneDraft.of(BOOK, "profile.changed", changed)
                            .withVisibility(Visibility.SECRET)
                            .withTimes(0, 1_800_000_000_000L),
                    WriteClass.IRREVERSIBLE);
            log.commit();
        }
    }

    private static Json.Obj part(Json.Obj of, String name) {
        return of.get(name) instanceof Json.Obj found ? found : Json.Obj.EMPTY;
    }

    private static Json.Obj grown(Json.Obj changed) {
        Json.Obj profile = part(changed, "profile");
        return changed.with(
                "profile", profile.with("role", "OWNER").with("facts", Json.Obj.EMPTY.with("birthdate", "1980-01-01")));
    }

    private void dorasAlarmIsRefused() {
        Ran ran = talk("dora", "disable the alarm", "yes", "delete everything");
        assertTrue(ran.out().getFirst().startsWith("I did not disable the alarm"), ran.out()::toString);
        assertFalse(ran.out().toString().contains("Shall I"), ran.out()::toString);
        assertTrue(ran.err().contains("house:people: event"), ran::err);
        assertTrue(ran.err().contains("was not applied"), ran::err);
    }

    @Test
    void aChildDoesNotBecomeAnOwnerByOneRune() throws IOException {
        assertEquals(0, talk("ana", "turn on the kitchen lights").code());
        assertTrue(isVerified(BOOK));
        forge("dora", ForgedProfileTest::grown);
        assertFalse(isVerified(BOOK));
        dorasAlarmIsRefused();
        Ran told = run("", "log", "cat", "--data", folder.toString(), "house:log");
        assertTrue(told.out().toString().contains("people.profile.founded"), told.out()::toString);
        assertTrue(isVerified("house:log"));
        assertTrue(isVerified("talk-2"));
        Ran verified = run("", "log", "verify", "--data", folder.toString());
        assertEquals(1, verified.code(), verified.out()::toString);
        assertTrue(verified.out().toString().contains("\"unfounded\""), verified.out()::toString);
    }

    @Test
    void oneFieldOfAuthorityIsAsBadAsBoth() throws IOException {
        assertEquals(0, talk("ana", "turn on the kitchen lights").code());
        forge(
                "dora",
                changed -> changed.with("profile", part(changed, "profile").with("role", "OWNER")));
        assertFalse(isVerified(BOOK));
        dorasAlarmIsRefused();
        forge(
                "chris",
                changed -> changed.with(
                        "profile",
                        part(changed, "profile").with("facts", Json.Obj.EMPTY.with("birthdate", "1980-01-01"))));
        assertTrue(talk("chris", "disable the alarm").out().getFirst().startsWith("I did not"));
    }

    @Test
    void anotherPersonsVerdictAndAnOldOneAreNoSource() throws IOException {
        assertEquals(0, talk("ana", "my birthdate is 1981-05-02").code());
        Json ofAna;
        try (Runelog log = log()) {
            ofAna = part(page(log, "ana").payload(), "source");
        }
        forge("dora", changed -> grown(changed).with("source", ofAna));
        assertFalse(isVerified(BOOK));
        dorasAlarmIsRefused();
        Ran said = talk("ana", "what is my birthdate");
        assertTrue(said.out().getFirst().contains("1981-05-02"), said.out()::toString);
    }

    /** What was told about oneself gives no authority and is applied, but replay compares it as well. */
    @Test
    void replayComparesEveryValueWithItsVerdict() throws IOException {
        assertEquals(0, talk("ana", "remember that my tea is green").code());
        assertTrue(isVerified(BOOK));
        forge("ana", changed -> {
            Json.Obj profile = part(changed, "profile");
            Json.Obj facts = part(profile, "facts");
            return changed.with("profile", profile.with("facts", facts.with("tea", "black")));
        });
        assertFalse(isVerified(BOOK));
    }

    /** The verdict is forged too, and fits. Without the signing key it stands behind the last signed head of a closed log. */
    @Test
    void aVerdictThatWasWrittenWhileTheLogWasClosedIsNoSource() throws IOException {
        assertEquals(0, talk("ana", "my birthdate is 1981-05-02").code());
        Map<Path, byte[]> signed = heads();
        Rune verdict;
        try (Runelog log = log()) {
            Json.Obj source = part(page(log, "ana").payload(), "source");
            verdict = runes(log, "talk-1").stream()
                    .filter(rune -> Json.of(rune.eventId()).equals(source.get("event_id")))
                    .findFirst()
                    .orElseThrow();
            Json.Obj parameters = part(verdict.payload(), "parameters");
            Json.Obj forged = verdict.payload()
                    .with("target", "chris")
                    .with("parameters", parameters.with("birthdate", "1980-01-01"));
            verdict = log.append(
                            RuneDraft.of("talk-1", verdict.kind(), forged)
                                    .withVisibility(Visibility.INTERNAL)
                                    .withTimes(0, 1_800_000_000_000L),
                            WriteClass.IRREVERSIBLE)
                    .rune();
            log.commit();
        }
        long source = verdict.eventId();
        forge(
                "chris",
                changed -> changed.with(
                                "profile",
                                part(changed, "profile").with("facts", Json.Obj.EMPTY.with("birthdate", "1980-01-01")))
                        .with(
                                "source",
                                part(changed, "source")
                                        .with("conversation", "talk-1")
                                        .with("event_id", source)));
        putBack(signed);
        Ran ran = talk("chris", "disable the alarm");
        assertTrue(ran.out().getFirst().startsWith("I did not"), ran.out()::toString);
        assertTrue(ran.err().contains("written while the log was closed"), ran::err);
        assertTrue(ran.err().contains("was not applied"), ran::err);
        assertFalse(isVerified("talk-1"));
    }

    /** A fact gives no authority. It is not applied either. */
    @Test
    void aFactThatWasWrittenWhileTheLogWasClosedIsNotAppliedUntilItIsAdopted() throws IOException {
        assertEquals(0, talk("ana", "remember that my tea is green").code());
        Map<Path, byte[]> signed = heads();
        for (String tea : List.of("red", "black")) {
            forge("ana", changed -> {
                Json.Obj profile = part(changed, "profile");
                return changed.with(
                        "profile", profile.with("facts", part(profile, "facts").with("tea", tea)));
            });
        }
        putBack(signed);
        Ran ran = talk("ana", "what is my tea");
        assertTrue(ran.out().getFirst().contains("green"), ran.out()::toString);
        List<String> told =
                ran.err().lines().filter(line -> line.contains("not applied")).toList();
        assertEquals(1, told.size(), ran::err);
        assertTrue(told.getFirst().contains("written while the log was closed"), ran::err);
        assertTrue(told.getFirst().contains("log adopt --reason"), ran::err);
        assertEquals(
                0,
                run("", "log", "adopt", "--data", folder.toString(), "--reason", "it is black")
                        .code());
        Ran later = talk("ana", "what is my tea");
        assertTrue(later.out().getFirst().contains("black"), later.out()::toString);
        assertFalse(later.err().contains("not applied"), later::err);
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
}
