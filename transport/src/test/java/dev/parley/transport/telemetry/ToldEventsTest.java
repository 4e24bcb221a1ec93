package dev.parley.transport.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far an address was told survives the process, whatever became of the last line. */
class ToldEventsTest {
    private static final String NAME = "webhooks/one";

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init") // before each test
    private RealDisk disk;

    @SuppressWarnings("NullAway.Init") // before each test
    private Runelog record;

    @BeforeEach
    void open() throws IOException {
        disk = new RealDisk(folder);
        record = Runelog.open(disk, RunelogSettings.standard(new SystemTime(), RandomSource.seeded(1)));
        write("old one");
        write("old\ntwo");
    }

    @AfterEach
    void close() {
        record.close();
    }

    private void write(String conversation) {
        record.append(RuneDraft.of(conversation, "note"), WriteClass.SPEECH);
    }

    private ToldEvents told() throws IOException {
        return new ToldEvents(disk, NAME, record);
    }

    private static void tells(ToldEvents told, String conversation, long eventId) {
        told.told(conversation, eventId);
        assertEquals(eventId, told.last(conversation));
    }

    @Test
    void whoIsToldForTheFirstTimeIsBehindInNothing() throws IOException {
        try (ToldEvents told = told()) {
            assertEquals(List.of(), told.behind());
            write("young");
            assertEquals(List.of("young"), told.behind());
        }
    }

    @Test
    void anotherProcessGoesOnFromThere() throws IOException {
        try (ToldEvents told = told()) {
            write("old\ntwo");
            write("young");
            tells(told, "old\ntwo", 2);
        }
        try (ToldEvents told = told()) {
            assertEquals(List.of("young"), told.behind());
            assertEquals(2, told.last("old\ntwo"));
        }
    }

    @Test
    void aTornLineIsAsIfItHadNotBeenWritten() throws IOException {
        try (ToldEvents told = told()) {
            tells(told, "old one", 3);
        }
        Files.writeString(folder.resolve(NAME), "no line\n47 old+o", StandardOpenOption.APPEND);
        try (ToldEvents told = told()) {
            assertEquals(3, told.last("old one"));
        }
    }

    @Test
    void theFileDoesNotGrowWithWhatIsTold() throws IOException {
        try (ToldEvents told = told()) {
            for (int i = 1; i <= 10_000; i++) {
                told.told("old one", i);
            }
        }
        assertTrue(Files.size(folder.resolve(NAME)) < 20_000, "it is written anew now and then");
        try (ToldEvents told = told()) {
            assertEquals(10_000, told.last("old one"));
        }
    }
}
