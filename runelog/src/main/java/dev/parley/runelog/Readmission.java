package dev.parley.runelog;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.LogEvents;
import dev.parley.kernel.event.LogEvents.ConversationReadmitted;
import dev.parley.kernel.event.LogEvents.EventReference;
import dev.parley.kernel.event.LogEvents.ReadmissionAttested;
import dev.parley.kernel.event.LogEvents.ReadmittedRange;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.journal.ConversationLog;
import dev.parley.runelog.journal.GapTable;
import java.io.IOException;

/**
 * How an operator lets a quarantined conversation go on (rulings X4, E1). First the house's log says so, then the gap is
 * signed in a list of heads and written down, then the conversation gets a rune that names it; a crash in between leaves the conversation halted, or
 * readmitted with the gap known.
 */
final class Readmission {
    private final Runelog log;
    private final Disk disk;
    private final RuneArchive archive;
    private final SignedUpkeep upkeep;
    private final TimeSource time;

    Readmission(Runelog log, Disk disk, RuneArchive archive, SignedUpkeep upkeep, TimeSource time) {
        this.upkeep = upkeep;
        this.log = log;
        this.disk = disk;
        this.archive = archive;
        this.time = time;
    }

    Rune readmit(String conversation, String actor, String reason) throws IOException {
        ConversationLog own = archive.logs().find(conversation);
        ConversationLog.Quarantine halted = own == null ? null : own.quarantine();
        if (own == null || halted == null) {
            throw new LogFault("Conversation " + conversation + " is not quarantined, so there is nothing to readmit.");
        }
        if (ActorKind.of(actor) != ActorKind.OPERATOR) {
            throw new LogFault("Only an operator readmits a conversation, not " + actor + ".");
        }
        upkeep.requireVouched(conversation);
        long to = Math.max(Math.max(own.lastSeen(), halted.upTo()), halted.eventId());
        GapTable.Gap gap = new GapTable.Gap(halted.eventId(), to, before(own, halted.eventId()));
        ReadmittedRange range = new ReadmittedRange(conversation, gap.from(), gap.to(), actor, reason, halted.reason());
        EventReference source = null;
        if (!conversation.equals(House.LOG)) {
            Rune attested = record(House.LOG, new ReadmissionAttested(range));
            source = new EventReference(House.LOG, attested.eventId());
        }
        upkeep.announce(conversation, gap, reason);
        GapTable gaps = GapTable.load(disk);
        gaps.put(conversation, gap);
        gaps.save(disk);
        own.readmit(gap);
        return record(conversation, new ConversationReadmitted(range, source));
    }

    private Hash before(ConversationLog own, long eventId) {
        if (eventId <= own.earliest()) {
            return own.base();
        }
        try (RuneReader reader = archive.read(own.name(), eventId - 2, RuneReader.Mode.CHECKSUMS)) {
            Rune last = reader.poll();
            if (last == null || last.eventId() != eventId - 1) {
                throw new LogFault("Event " + (eventId - 1) + " of conversation " + own.name() + " cannot be read.");
            }
            return last.hash();
        }
    }

    private Rune record(String conversation, LogEvents event) {
        RuneDraft draft = EventCatalogue.draft(conversation, event).withTimes(time.monotonicNanos(), time.wallMillis());
        Receipt receipt = log.append(draft, WriteClass.IRREVERSIBLE);
        log.commit();
        receipt.awaitDurable();
        return receipt.rune();
    }
}
