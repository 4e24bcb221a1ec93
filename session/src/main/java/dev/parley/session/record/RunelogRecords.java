package dev.parley.session.record;

import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.place.EpochFence;
import dev.parley.session.port.Journal;
import dev.parley.session.port.Records;
import java.util.List;
import java.util.function.Consumer;

/**
 * The process's log as its hosts share it, behind a fence.
 *
 * @param inStep whether the disk answers within the moment of the question, as it does on virtual time
 */
public record RunelogRecords(Runelog log, boolean inStep, EpochFence fence) implements Records {
    public RunelogRecords(Runelog log, boolean inStep) {
        this(log, inStep, new EpochFence((draft, newest) -> {}));
    }

    @Override
    public Journal journal(String conversation, long epoch, Consumer<SessionEvent> door) {
        Journal journal = inStep ? RunelogJournal.inStep(log) : RunelogJournal.answering(log, door);
        return fence.raise(conversation, epoch, journal);
    }

    /** Readers see what is durable, so everything is made so first. */
    @Override
    public List<Rune> read(String conversation) {
        log.commit();
        try (RuneReader reader = log.read(conversation, 0)) {
            return reader.toList();
        }
    }
}
