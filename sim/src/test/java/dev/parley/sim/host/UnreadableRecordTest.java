package dev.parley.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.loop.InlineSeats;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.pipeline.place.PlacementLease;
import dev.parley.runelog.fault.LogFault;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.SessionHost.Opening;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Records;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A host that cannot read a record does not keep the conversation from another one that can. */
class UnreadableRecordTest {
    private final VirtualTime time = new VirtualTime(0);
    private final MemoryJournal journal = new MemoryJournal();
    private final InProcessAuthority authority = InProcessAuthority.alone("");
    private final SessionHost.Wanted wanted;

    UnreadableRecordTest() throws BadScenario {
        wanted = ScenarioRun.wanted(ScenarioReader.yaml("name: unread"), 0);
    }

    private SessionHost host(String name, boolean reads) {
        Records records = new Records() {
            @Override
            public Journal journal(String conversation, long epoch, Consumer<SessionEvent> door) {
                return journal;
            }

            @Override
            public List<Rune> read(String conversation) {
                if (!reads) {
                    throw new LogFault("the disk is gone");
                }
                return journal.runes();
            }
        };
        return new SessionHost(
                name,
                new SessionHost.Parts(
                        authority, records, new InlineSeats(time, time), time, Runnable::run, HostListener.NONE));
    }

    @Test
    void itGivesTheLeaseBack() {
        SessionHost blind = host("blind", false);
        assertThrows(CompletionException.class, () -> blind.open(wanted).join());
        assertTrue(authority.held(wanted.session()).isEmpty(), "nobody runs it");
        assertEquals(0, blind.conversations());
        assertInstanceOf(Opening.Opened.class, host("other", true).open(wanted).join());
    }

    @Test
    void itGivesTheLeaseOfAMoveBack() {
        SessionHost first = host("first", true);
        SessionHost blind = host("blind", false);
        assertInstanceOf(Opening.Opened.class, first.open(wanted).join());
        PlacementLease moved = first.move(wanted.session(), "blind").orElseThrow();
        assertThrows(
                CompletionException.class, () -> blind.takeOver(moved, wanted).join());
        assertInstanceOf(Opening.Opened.class, first.open(wanted).join());
    }
}
