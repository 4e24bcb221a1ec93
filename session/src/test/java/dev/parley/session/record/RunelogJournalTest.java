package dev.parley.session.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.DiskFaults;
import dev.parley.runelog.disk.SimulatedDisk;
import dev.parley.session.event.SessionEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ruling X9 where it meets the log: acknowledgements come back as events, and nobody waits for them. */
class RunelogJournalTest {
    private static final DiskFaults BROKEN = new DiskFaults(0, 0, 0, 0, 0, 0, 1000);

    private final SimulatedDisk disk = new SimulatedDisk(RandomSource.seeded(1), DiskFaults.NONE);
    private final List<SessionEvent> events = new ArrayList<>();

    private Runelog open() throws IOException {
        TimeSource still = new TimeSource() {
            @Override
            public long monotonicNanos() {
                return 0;
            }

            @Override
            public long wallMillis() {
                return 0;
            }
        };
        RunelogSettings settings =
                RunelogSettings.inline(still, RandomSource.seeded(2)).withCommitter(RunelogSettings.Committer.MANUAL);
        return Runelog.open(disk, settings);
    }

    private static RuneDraft draft() {
        return RuneDraft.of("c", "tool.dispatched", Json.Obj.EMPTY);
    }

    @Test
    void theAnswerComesThroughTheDoorWhenTheDiskHasIt() throws IOException {
        try (Runelog log = open()) {
            Journal journal = RunelogJournal.answering(log, events::add);
            journal.append(draft());
            long second = journal.append(draft()).eventId();
            assertFalse(journal.isDurable(second));
            assertEquals(List.of(), events, "nobody waited");
            log.commit();
            assertEquals(List.of(new SessionEvent.RecordKept(second)), events);
            assertTrue(journal.isDurable(second));
        }
    }

    @Test
    void onVirtualTimeTheDiskAnswersInTheMomentOfTheQuestion() throws IOException {
        try (Runelog log = open()) {
            Journal journal = RunelogJournal.inStep(log);
            assertTrue(journal.isDurable(journal.append(draft()).eventId()));
        }
    }

    /** The clock of this log stands still, so a wait for room would have no end. */
    @Test
    @Timeout(60)
    void onVirtualTimeALongRecordThatNothingWaitsForIsWrittenWhenItsGroupIsFull() throws IOException {
        Json.Obj words = Json.Obj.EMPTY.with("pii_text", "x".repeat(1 << 16));
        try (Runelog log = open()) {
            Journal journal = RunelogJournal.inStep(log);
            long last = 0;
            for (int i = 0; i < 200; i++) {
                last = journal.append(RuneDraft.of("c", "user.words", words)).eventId();
            }
            assertEquals(200, last);
            assertTrue(journal.isDurable(last));
        }
    }

    @Test
    void aDiskThatFailsIsToldAndTheNextQuestionIsRefused() throws IOException {
        try (Runelog log = open()) {
            Journal journal = RunelogJournal.answering(log, events::add);
            long event = journal.append(draft()).eventId();
            assertFalse(journal.isDurable(event));
            disk.failAs(BROKEN);
            log.commit();
            assertInstanceOf(SessionEvent.RecordLost.class, events.getFirst());
            assertThrows(Journal.EvidenceUnavailable.class, () -> journal.isDurable(event));
            assertThrows(Journal.EvidenceUnavailable.class, () -> journal.append(draft()));
        }
    }
}
