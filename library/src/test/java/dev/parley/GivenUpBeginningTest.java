package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.RandomSource;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.snapshot.Snapshot;
import dev.parley.session.recover.Found;
import java.io.IOException;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A conversation whose beginning was given up can go on, or be ended, like any other. */
@Timeout(60)
class GivenUpBeginningTest {
    private static final String TALK = "talk";
    /** More than one snapshot is worth. */
    private static final int TURNS = 12;

    private final MemoryDisk disk = new MemoryDisk();

    private Runelog log() throws IOException {
        return Runelog.open(disk, RunelogSettings.inline(new SystemTime(), RandomSource.seeded(1)));
    }

    private Parley parley(Runelog log) throws IOException {
        return Parley.over(log, disk)
                .model((_, _) -> Reply.says("Yes."))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .open();
    }

    @BeforeEach
    void compact() throws IOException {
        try (Runelog log = log();
                Parley parley = parley(log)) {
            Conversation talk = parley.converse(TALK, "ana");
            for (int i = 0; i < TURNS; i++) {
                assertEquals("Yes.", talk.say("Hello").join());
            }
            parley.drain();
        }
        try (Runelog log = log()) {
            Snapshot newest = log.newestSnapshot(TALK);
            assertNotNull(newest);
            log.compact(TALK, newest.eventId());
        }
    }

    @Test
    void goesOnWithItsPeople() throws Exception {
        try (Runelog log = log();
                Parley parley = parley(log)) {
            assertEquals(Set.of(TALK), parley.unfinished().keySet());
            Visit visit =
                    Visit.recorded(Objects.requireNonNull(parley.unfinished().get(TALK)));
            assertEquals(Visit.of("ana"), visit);
            assertEquals("Yes.", parley.resume(TALK, visit).say("Hello").join());
        }
    }

    @Test
    void isEndedOnce() throws Exception {
        try (Runelog log = log();
                Parley parley = parley(log)) {
            assertEquals(
                    List.of(TALK),
                    parley.endUnfinished().stream().map(Found::conversation).toList());
            assertEquals(List.of(), parley.endUnfinished());
            assertEquals(Set.of(), parley.unfinished().keySet());
        }
    }
}
