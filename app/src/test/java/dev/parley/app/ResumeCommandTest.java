package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.append.WriteClass;
import dev.parley.runelog.disk.RealDisk;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.OffsetDateTime;
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
    void nobodyElseResumesIt() {
        assertEquals(2, run("resume", "--data", folder.toString(), NAME, "--as", "ana", "--reason", "please"));
        assertEquals(2, run("resume", "--data", folder.toString(), NAME, "--as", "operator", "--reason", " "));
    }
}
