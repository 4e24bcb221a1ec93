package dev.parley.runelog;

import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.append.WriteClass;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.heads.HeadList;
import dev.parley.runelog.journal.Appender;
import dev.parley.runelog.journal.BaseTable;
import dev.parley.runelog.journal.CommitLoop;
import dev.parley.runelog.journal.Compaction;
import dev.parley.runelog.journal.ConversationLog;
import dev.parley.runelog.journal.Journal;
import dev.parley.runelog.journal.JournalFile;
import dev.parley.runelog.journal.Recovery;
import dev.parley.runelog.snapshot.Snapshot;
import dev.parley.runelog.snapshot.Snapshots;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The log of one process: appends enter on any thread, one journal takes them to disk, readers and tails get them back.
 *
 * <p>An append answers at once with the rune and its event id; the receipt tells when the bytes are durable. Damaged conversations refuse appends, all others go on.
 */
@SuppressWarnings("exports") // The append package is closed to all but the modules that record decisions.
public final class Runelog implements AutoCloseable {
    private final Disk disk;
    private final RunelogSettings settings;
    private final Disk.DiskLock lock;
    private final RuneArchive archive;
    private final Journal journal;
    private final Housekeeping housekeeping;
    private final Appender appender;
    private final @Nullable CommitLoop loop;

    private Runelog(
            Disk disk,
            RunelogSettings settings,
            Disk.DiskLock lock,
            RuneArchive archive,
            Journal journal,
            Housekeeping housekeeping) {
        this.disk = disk;
        this.housekeeping = housekeeping;
        this.settings = settings;
        this.lock = lock;
        this.archive = archive;
        this.journal = journal;
        this.appender = new Appender(archive.logs(), journal);
        this.loop = settings.committer() == RunelogSettings.Committer.LOOP ? new CommitLoop(journal) : null;
    }

    /** Opens a log for writing, recovers it, and keeps every other writer out until it is closed. */
    public static Runelog open(Disk disk, RunelogSettings settings) throws IOException {
        return open(disk, settings, Progress.SILENT);
    }

    public static Runelog open(Disk disk, RunelogSettings settings, Progress progress) throws IOException {
        return open(disk, settings, progress, LogCatalogue.full());
    }

    static Runelog open(Disk disk, RunelogSettings settings, Progress progress, LogCatalogue catalogue)
            throws IOException {
        Disk.DiskLock lock = disk.lock("lock");
        try {
            Recovery recovery = new Recovery(disk, catalogue, progress);
            Recovery.Recovered recovered = recovery.read(true);
            RuneArchive archive = new RuneArchive(disk, recovery, recovered, catalogue, settings.tailLagMax());
            boolean wasClosedCleanly = holdAgainstHeads(disk, archive, recovered);
            Housekeeping housekeeping = new Housekeeping(disk, settings, archive);
            Journal journal = journal(disk, settings, housekeeping, recovered, wasClosedCleanly);
            Runelog log = new Runelog(disk, settings, lock, archive, journal, housekeeping);
            log.start();
            return log;
        } catch (IOException | RuntimeException failed) {
            lock.close();
            throw failed;
        }
    }

    /** Whether the newest list of heads was written at exactly the end that was found. */
    private static boolean holdAgainstHeads(Disk disk, RuneArchive archive, Recovery.Recovered recovered)
            throws IOException {
        HeadList newest = new HeadCheck(archive).holdAgainstNewest(disk);
        if (newest == null) {
            return false;
        }
        return newest.file() == recovered.lastFile() && newest.end() == recovered.end();
    }

    private static Journal journal(
            Disk disk,
            RunelogSettings settings,
            Housekeeping housekeeping,
            Recovery.Recovered recovered,
            boolean wasClosedCleanly)
            throws IOException {
        JournalFile file = Recovery.continueWriting(disk, recovered, wasClosedCleanly);
        long end = recovered.end();
        if (file == null) {
            file = JournalFile.begin(disk, recovered, settings.random().nextLong());
            end = JournalFile.FRAMES_AT;
        }
        Recovery.writeRebuiltIndexes(disk, recovered);
        Recovery.repairTables(disk);
        int groups = end == recovered.end() && file.number() == recovered.lastFile() ? recovered.groups() : 0;
        return new Journal(
                disk, settings.journal(), settings.time(), settings.random(), housekeeping, file, groups, end);
    }

    private void start() {
        if (loop != null) {
            loop.start();
        }
        List<ConversationLog> inMemory = archive.logs().inMemory().stream()
                .sorted(Comparator.comparing(ConversationLog::name))
                .toList();
        for (ConversationLog own : inMemory) {
            ConversationLog.Quarantine halted = own.quarantine();
            if (halted != null) {
                tell(own.name(), halted.eventId(), halted.violation());
            }
        }
        archive.logs().onViolation(this::tell);
    }

    /** Every broken invariant of the log is told in the house's own conversation (rulings X1, X7). */
    private void tell(String conversation, long eventId, Violation broken) {
        if (conversation.equals(House.LOG)) {
            return;
        }
        Json.Obj payload = Json.Obj.EMPTY
                .with("id", broken.id())
                .with("level", broken.level().name())
                .with("reason", broken.reason())
                .with("conversation", conversation)
                .with("event_id", eventId);
        append(
                RuneDraft.of(House.LOG, "system.invariant_violation", payload)
                        .withLane(Lane.CONTROL)
                        .withVisibility(Visibility.INTERNAL)
                        .withTimes(
                                settings.time().monotonicNanos(),
                                settings.time().wallMillis()),
                WriteClass.SILENCE);
    }

    /** Records a draft. The rune has its event id when this returns; see the receipt for what waits for what. */
    public Receipt append(RuneDraft draft, WriteClass writeClass) {
        Receipt receipt = appender.append(draft, writeClass);
        settle(receipt);
        return receipt;
    }

    /**
     * Records a draft that may be lost, if the disk keeps up. It waits neither for room nor for the disk.
     *
     * @return null where it was not taken
     */
    public @Nullable Receipt offer(RuneDraft draft) {
        return appender.offer(draft);
    }

    /** Records all of these drafts of one conversation, or none of them. */
    public List<Receipt> appendAll(List<RuneDraft> drafts, WriteClass writeClass) {
        List<Receipt> receipts = appender.appendAll(drafts);
        if (!receipts.isEmpty()) {
            settle(receipts.getLast());
        }
        return receipts;
    }

    private void settle(Receipt receipt) {
        if (settings.committer() == RunelogSettings.Committer.CALLER) {
            journal.commit();
        }
        if (settings.durability() == RunelogSettings.Durability.EVERY
                && settings.committer() == RunelogSettings.Committer.LOOP) {
            receipt.awaitDurable();
        }
    }

    /** Writes and syncs what has gathered, on this thread. */
    public void commit() {
        journal.commit();
    }

    /** The same if there is no room left for more. Whoever commits on their own thread would else wait for themselves. */
    public void commitIfFull() {
        if (journal.isFull()) {
            journal.commit();
        }
    }

    /**
     * Completes when everything that was appended to this conversation so far is on disk, so that a reader sees it. The
     * commit loop gets there by itself; without one, somebody has to commit.
     */
    public CompletionStage<Void> durable(String conversation) {
        ConversationLog log = archive.logs().find(conversation);
        return log == null ? CompletableFuture.completedStage(null) : journal.durable(log);
    }

    /** Reads what is durable after this event id, rune by rune; nothing but a window of the journal is in memory. */
    public RuneReader read(String conversation, long afterEventId) {
        return archive.read(conversation, afterEventId);
    }

    public RuneReader read(String conversation, long afterEventId, RuneReader.Mode mode) {
        return archive.read(conversation, afterEventId, mode);
    }

    public Tail tail(String conversation, long cursor, Visibility ceiling) {
        return archive.tail(conversation, cursor, ceiling);
    }

    /** Follows a conversation and is called on the commit loop when there is news; the call must only hand over. */
    public Tail tail(String conversation, long cursor, Visibility ceiling, Consumer<? super Tail> onNews) {
        return archive.tail(conversation, cursor, ceiling, onNews);
    }

    public Head head(String conversation) {
        return archive.head(conversation);
    }

    /** The snapshot that a compacted conversation begins after, or null for one that begins at its first event. */
    public @Nullable Snapshot base(String conversation) throws IOException {
        return archive.base(conversation);
    }

    public List<String> conversations() {
        return archive.conversations();
    }

    /** How many conversations are in memory as more than a few bytes. */
    public int inMemory() {
        return archive.logs().inMemory().size();
    }

    /** What opening found and reports. */
    public List<Finding> findings() {
        return archive.findings();
    }

    /** Whether the disk has failed; then nothing more is written until the log is opened again (ruling E1). */
    public boolean isHalted() {
        return journal.isHalted();
    }

    /**
     * Keeps the folded state after a durable event, so that the conversation can be taken up from there, and answers the
     * snapshot's digest. The newest two are kept, and the one that the conversation begins after. Waits for the disk, on the
     * caller's thread.
     */
    public Hash keepSnapshot(String conversation, long eventId, byte[] state) throws IOException {
        Hash chain = new HeadCheck(archive).hashAt(conversation, eventId);
        if (chain == null) {
            throw new LogFault("Event " + eventId + " of conversation " + conversation
                    + " is not there, so no state after it can be kept.");
        }
        Snapshots snapshots = new Snapshots(disk);
        Snapshot snapshot = new Snapshot(conversation, eventId, chain, state);
        snapshots.write(snapshot);
        snapshots.keepNewest(conversation, 2, head(conversation).earliest() - 1);
        return snapshot.digest();
    }

    /** The newest kept state that stands in the conversation's chain, or null. */
    public @Nullable Snapshot newestSnapshot(String conversation) throws IOException {
        return newestSnapshot(conversation, snapshot -> true, why -> {});
    }

    /**
     * The newest kept state that stands in the conversation's chain and that the caller accepts, or null. One that does not
     * hold is reported in the house's log and deleted, and the one before it is looked at.
     *
     * @param accepts throws a fault for a snapshot that does not hold; false leaves it where it is and goes on
     * @param refused is told why a snapshot does not hold
     */
    public @Nullable Snapshot newestSnapshot(String conversation, Predicate<Snapshot> accepts, Consumer<String> refused)
            throws IOException {
        for (long eventId : new Snapshots(disk).eventIds(conversation).reversed()) {
            try {
                Snapshot snapshot = standing(conversation, eventId);
                if (accepts.test(snapshot)) {
                    return snapshot;
                }
            } catch (LogFault broken) {
                refuse(conversation, eventId, broken);
                refused.accept(String.valueOf(broken.getMessage()));
            }
        }
        return null;
    }

    /** Reads a snapshot back and holds it against the chain. */
    private Snapshot standing(String conversation, long eventId) throws IOException {
        Snapshot snapshot = new Snapshots(disk).read(conversation, eventId);
        boolean isOurs = snapshot.conversation().equals(conversation) && snapshot.eventId() == eventId;
        if (!isOurs || !snapshot.chain().equals(new HeadCheck(archive).hashAt(conversation, eventId))) {
            throw new LogFault(LogCatalogue.unusable(
                    "The snapshot of " + conversation + " at event " + eventId + " does not stand in its chain."));
        }
        return snapshot;
    }

    /** What a compacted conversation begins after stays, because nothing else tells what was before. */
    private void refuse(String conversation, long eventId, LogFault broken) throws IOException {
        Violation violation = broken.violation();
        if (violation != null) {
            tell(conversation, eventId, violation);
        }
        if (eventId != head(conversation).earliest() - 1) {
            new Snapshots(disk).delete(conversation, eventId);
        }
    }

    /**
     * Lets a conversation begin after a snapshot: the snapshot is read back and verified, and only if it stands in this
     * conversation's chain are the runes up to it given up. Readers before it are told of the gap.
     */
    public void compact(String conversation, long eventId) throws IOException {
        Snapshot snapshot;
        try {
            snapshot = standing(conversation, eventId);
        } catch (LogFault broken) {
            Violation violation = broken.violation();
            if (violation != null) {
                tell(conversation, eventId, violation);
            }
            throw broken;
        }
        if (eventId < head(conversation).earliest()) {
            throw new LogFault(conversation + " begins after event " + eventId + " already; nothing was compacted.");
        }
        BaseTable bases = BaseTable.load(disk);
        bases.put(conversation, new BaseTable.Base(eventId, snapshot.chain()));
        bases.save(disk);
        archive.logs().use(conversation, log -> log.startAfter(eventId, snapshot.chain()));
    }

    /**
     * Lets a halted conversation go on behind the events that are lost or in doubt. They are named in the house's log, in the
     * list of given up events and in the rune that is answered, which follows the last rune that holds; readers are told the gap.
     */
    public Rune readmit(String conversation, String actor, String reason) throws IOException {
        return new Readmission(this, disk, archive, settings.time()).readmit(conversation, actor, reason);
    }

    /** Gives back the room of compacted runes in finished journal files, and answers how many bytes that were. */
    public long reclaim() throws IOException {
        return new Compaction(disk, archive.logs()).reclaim(journal.fileNumber());
    }

    @Override
    public void close() {
        try {
            if (loop != null) {
                loop.close();
            }
            journal.close();
            if (!journal.isHalted()) {
                housekeeping.writeHeads(journal.fileNumber(), journal.durableEnd());
            }
        } catch (IOException failed) {
            throw new LogFault("Closing the log failed: " + failed.getMessage(), failed);
        } finally {
            release();
        }
    }

    private void release() {
        try {
            lock.close();
        } catch (IOException failed) {
            throw new LogFault("The lock of the log could not be given back.", failed);
        }
    }
}
