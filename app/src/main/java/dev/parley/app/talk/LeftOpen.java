package dev.parley.app.talk;

import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.session.record.RunelogJournal;
import dev.parley.session.record.RunelogRecords;
import dev.parley.session.recover.Found;
import dev.parley.session.recover.Recovery;
import dev.parley.sim.run.VirtualTime;
import java.util.ArrayList;
import java.util.List;

/** The conversations that an earlier process did not live to end. Each is closed for an honest reason and ended. */
final class LeftOpen {
    private static final int TAIL = 16;

    private final Runelog log;
    private final TimeSource clock;

    LeftOpen(Runelog log, TimeSource clock) {
        this.log = log;
        this.clock = clock;
    }

    /** Closes them, and says what was found. */
    List<Found> close() {
        List<Found> all = new ArrayList<>();
        RunelogRecords records = new RunelogRecords(log, true);
        for (String conversation : log.conversations()) {
            if (log.head(conversation).haltedAt() > 0 || hasEnded(conversation)) {
                continue;
            }
            VirtualTime time = new VirtualTime(clock.wallMillis());
            Found found = Recovery.end(records.takeUp(conversation), RunelogJournal.inStep(log), time, time);
            if (found != null) {
                all.add(found);
            }
        }
        log.commit();
        return all;
    }

    /** Looks at the end only, because nearly all conversations have ended by themselves. */
    private boolean hasEnded(String conversation) {
        return read(conversation, Math.max(0, log.head(conversation).durable() - TAIL)).stream()
                .anyMatch(rune -> "ended".equals(rune.payload().text("signal")));
    }

    private List<Rune> read(String conversation, long after) {
        try (RuneReader reader = log.read(conversation, after)) {
            return reader.toList();
        }
    }
}
