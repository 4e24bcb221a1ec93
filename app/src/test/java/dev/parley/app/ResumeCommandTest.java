package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamRoom;
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
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator lets a conversation in real files that a rule has halted go on (ruling X4). */
class ResumeCommandTest {
    private static final String NAME = "call-1";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder = Path.of("");

    private int run(String... args) {
        out.reset();
        err.reset();
        PrintStream toOut = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream toErr = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Parley(new ByteArrayInputStream(new byte[0]), toOut, toErr).run(args);
    }

    /** An agent tries to switch a person's override off (ruling A9). */
    @BeforeEach
    void halt() throws IOException {
        RunelogSettings settings = RunelogSettings.standard(new SystemTime(), RandomSource.seeded(1));
        try (Runelog log = Runelog.open(new RealDisk(folder), settings)) {
            Json.Obj opened = Json.Obj.EMPTY.with("room", "stream").with("reading", "matrix");
            log.append(RuneDraft.of(NAME, "room.opened", opened), WriteClass.SPEECH);
            Registrar<?, ?> registrar = new Registrar<>(
                    new StreamRoom(InterruptReading.MATRIX),
                    attestation -> log.append(VerdictRune.draft(NAME, "stream", attestation), WriteClass.SPEECH));
            ask(registrar, "agent", "CREATE", Json.Obj.EMPTY.with("session", NAME));
            ask(registrar, "user_ana", "ENABLE_OVERRIDE", Json.Obj.EMPTY.with("forced_captions", true));
            ask(registrar, "agent", "DISABLE_OVERRIDE", Json.Obj.EMPTY);
            log.commit();
        }
    }

    private static void ask(Registrar<?, ?> registrar, String actor, String action, Json.Obj parameters) {
        registrar.request(
                new Request(OffsetDateTime.parse("2026-03-01T10:00:00Z"), actor, "voice", action, parameters));
    }

    @Test
    void anOperatorWithAReasonResumesItOnce() {
        String data = folder.toString();
        assertEquals(0, run("resume", "--data", data, NAME, "--as", "operator", "--reason", "it was a mistake"));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("\"resumed\":true"), out::toString);
        assertEquals(1, run("resume", "--data", data, NAME, "--as", "operator", "--reason", "once more"));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("is not halted"), err::toString);
        run("log", "cat", "--data", data, NAME);
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("it was a mistake"), out::toString);
        assertEquals(0, run("replay", "--data", data, NAME), err::toString);
    }

    @Test
    void whatWasWrittenWhileTheLogWasClosedIsAdoptedFirst() throws IOException {
        Map<Path, byte[]> signed = lists();
        RunelogSettings settings = RunelogSettings.standard(new SystemTime(), RandomSource.seeded(1));
        try (Runelog log = Runelog.open(new RealDisk(folder), settings)) {
            log.append(RuneDraft.of(NAME, "text.forged", Json.Obj.EMPTY), WriteClass.SPEECH);
            log.commit();
        }
        for (Path list : lists().keySet()) {
            Files.delete(list);
        }
        for (Map.Entry<Path, byte[]> list : signed.entrySet()) {
            Files.write(list.getKey(), list.getValue());
        }
        String data = folder.toString();
        for (int i = 0; i < 2; i++) {
            assertEquals(2, run("resume", "--data", data, NAME, "--as", "operator", "--reason", "it was a mistake"));
            String told = err.toString(StandardCharsets.UTF_8);
            assertEquals(1, told.lines().count(), told);
            assertTrue(told.contains("call-1 does not go on: event 5 was written while the log was closed"), told);
            assertTrue(told.contains("log adopt --reason"), told);
        }
        assertEquals(2, run("log", "compact", "--data", data, NAME));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("call-1 does not go on"), err::toString);
        assertEquals(0, run("log", "adopt", "--data", data, "--reason", "it was me"));
        assertEquals(0, run("resume", "--data", data, NAME, "--as", "operator", "--reason", "it was a mistake"));
    }

    private Map<Path, byte[]> lists() throws IOException {
        Map<Path, byte[]> all = new HashMap<>();
        try (Stream<Path> files = Files.list(folder.resolve("heads"))) {
            for (Path file : files.toList()) {
                all.put(file, Files.readAllBytes(file));
            }
        }
        return all;
    }

    /** A refusal would be recorded among the profiles of the house. */
    @Test
    void aBookOfTheHouseIsNotResumed() throws IOException {
        RunelogSettings settings = RunelogSettings.standard(new SystemTime(), RandomSource.seeded(1));
        try (Runelog log = Runelog.open(new RealDisk(folder), settings)) {
            log.append(RuneDraft.of("house:people", "profile.changed", Json.Obj.EMPTY), WriteClass.SPEECH);
            log.commit();
        }
        String data = folder.toString();
        assertEquals(2, run("resume", "--data", data, "house:people", "--as", "operator", "--reason", "why not"));
        assertEquals(1, err.toString(StandardCharsets.UTF_8).lines().count());
        run("log", "cat", "--data", data, "house:people");
        assertEquals(1, out.toString(StandardCharsets.UTF_8).lines().count());
    }

    @Test
    void aComplaintHoldsNothingThatATerminalObeys() {
        assertEquals(2, run("replay", "--data", folder.toString(), "a\u009b2J\u202eb\u001b[2J"));
        String told = err.toString(StandardCharsets.UTF_8);
        assertTrue(told.strip().chars().noneMatch(c -> Character.isISOControl(c) || c == 0x202e), told);
    }

    @Test
    void nobodyElseResumesIt() {
        assertEquals(2, run("resume", "--data", folder.toString(), NAME, "--as", "ana", "--reason", "please"));
        assertEquals(2, run("resume", "--data", folder.toString(), NAME, "--as", "operator", "--reason", " "));
    }
}
