package dev.parley.runelog;

import dev.parley.kernel.Violation;
import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.journal.Conversations;
import dev.parley.runelog.snapshot.Snapshot;
import dev.parley.runelog.snapshot.Snapshots;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The snapshots of a log that is written, held against its chains and against what is signed. */
final class KeptSnapshots {
    private static final int KEPT = 2;

    private final Disk disk;
    private final RuneArchive archive;
    private final Conversations.Listener broken;

    KeptSnapshots(Disk disk, RuneArchive archive, Conversations.Listener broken) {
        this.disk = disk;
        this.archive = archive;
        this.broken = broken;
    }

    /** Keeps the state after a durable event, and answers the snapshot's digest. */
    Hash keep(String conversation, long eventId, byte[] state) throws IOException {
        Hash chain = new HeadCheck(archive).hashAt(conversation, eventId);
        if (chain == null) {
            throw new LogFault("Event " + eventId + " of conversation " + conversation
                    + " is not there, so no state after it can be kept.");
        }
        Snapshots snapshots = new Snapshots(disk);
        Snapshot snapshot = new Snapshot(conversation, eventId, chain, state);
        snapshots.write(snapshot);
        snapshots.keepNewest(conversation, KEPT, base(conversation));
        return snapshot.digest();
    }

    private long base(String conversation) {
        return archive.head(conversation).earliest() - 1;
    }

    /** The newest one that holds and that the caller accepts, or null. One that does not hold is reported and deleted. */
    @Nullable
    Snapshot newest(String conversation, Predicate<Snapshot> accepts, Consumer<String> refused) throws IOException {
        for (long eventId : new Snapshots(disk).eventIds(conversation).reversed()) {
            try {
                Snapshot snapshot = standing(conversation, eventId);
                if (accepts.test(snapshot)) {
                    return snapshot;
                }
            } catch (LogFault fault) {
                tell(conversation, eventId, fault);
                if (eventId != base(conversation)) {
                    new Snapshots(disk).delete(conversation, eventId);
                }
                refused.accept(String.valueOf(fault.getMessage()));
            }
        }
        return null;
    }

    /** The one at this event, where the conversation may be made to begin after it. */
    Snapshot toBeginAfter(String conversation, long eventId) throws IOException {
        Snapshot snapshot;
        try {
            snapshot = standing(conversation, eventId);
        } catch (LogFault fault) {
            tell(conversation, eventId, fault);
            throw fault;
        }
        if (eventId <= base(conversation)) {
            throw new LogFault(conversation + " begins after event " + eventId + " already; nothing was compacted.");
        }
        return snapshot;
    }

    /** Reads a snapshot back and holds it against the chain. */
    private Snapshot standing(String conversation, long eventId) throws IOException {
        Snapshot snapshot = new Snapshots(disk).read(conversation, eventId);
        boolean isOurs = snapshot.conversation().equals(conversation) && snapshot.eventId() == eventId;
        if (!isOurs || !snapshot.chain().equals(new HeadCheck(archive).hashAt(conversation, eventId))) {
            throw new LogFault(LogCatalogue.unusable(
                    "The snapshot of " + conversation + " at event " + eventId + " does not stand in its chain."));
        }
        archive.requireSigned(snapshot);
        return snapshot;
    }

    private void tell(String conversation, long eventId, LogFault fault) {
        Violation violation = fault.violation();
        if (violation != null) {
            broken.violated(conversation, eventId, violation);
        }
    }
}
