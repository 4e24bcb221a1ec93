package dev.parley.runelog;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.Violation;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.heads.HeadFolder;
import dev.parley.runelog.heads.HeadList;
import dev.parley.runelog.journal.Appender;
import dev.parley.runelog.journal.CommitLoop;
import dev.parley.runelog.journal.ConversationLog;
import dev.parley.runelog.journal.FrameOrder;
import dev.parley.runelog.journal.Journal;
import dev.parley.runelog.journal.JournalFile;
import dev.parley.runelog.journal.Recovery;
import dev.parley.runelog.snapshot.Snapshot;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
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
    private final KeptSnapshots snapshots;
    private final SignedUpkeep upkeep;
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
        this.snapshots = new KeptSnapshots(disk, archive, this::tell);
        this.upkeep = new SignedUpkeep(disk, archive, journal, housekeeping);
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
            HeadFolder folder = HeadFolder.read(disk);
            Recovery recovery = new Recovery(disk, catalogue, progress);
            FactCheck.prepare(recovery, folder);
            Recovery.Recovered recovered = recovery.read(true);
            RuneArchive archive = new RuneArchive(disk, recovery, recovered, catalogue, settings.tailLagMax());
            archive.hold(folder);
            Housekeeping housekeeping = new Housekeeping(disk, settings, archive, lock);
            housekeeping.takeOver(folder, recovered);
            Recovery.Recovered usable = archive.isMoved(recovered.lastFile()) ? recovered.finished() : recovered;
            Journal journal = journal(disk, settings, housekeeping, usable, wasClosedCleanly(folder, recovered));
            housekeeping.open(journal.fileNumber(), journal.durableEnd(), journal.order());
            Runelog log = new Runelog(disk, settings, lock, archive, journal, housekeeping);
            log.start();
            return log;
        } catch (IOException | RuntimeException failed) {
            lock.close();
            throw failed;
        }
    }

    /** Whether the newest list of heads was written at exactly the end that was found. */
    private static boolean wasClosedCleanly(HeadFolder folder, Recovery.Recovered recovered) {
        HeadList newest = folder.newest();
        return newest != null && newest.file() == recovered.lastFile() && newest.end() == recovered.end();
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
        boolean goesOn = end == recovered.end() && file.number() == recovered.lastFile();
        return new Journal(
                disk,
                settings.journal(),
                settings.time(),
                settings.random(),
                housekeeping,
                file,
                goesOn ? recovered.groups() : 0,
                end,
                goesOn ? recovered.order() : new FrameOrder());
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
        InvariantViolated violated = new InvariantViolated(
                broken.id(), broken.level().name(), broken.reason(), null, null, conversation, eventId);
        append(
                EventCatalogue.draft(House.LOG, violated)
                        .withTimes(
                                settings.time().monotonicNanos(),
                                settings.time().wallMillis()),
                WriteClass.SILENCE);
    }

    /** Reports what the reader of a conversation refused in it: as a finding of this opening, and in the house's own log. */
    public void report(String conversation, long eventId, Violation refused) {
        Finding finding = new Finding(Finding.Kind.UNFOUNDED, conversation, eventId, 0, 0, refused.reason());
        archive.report(List.of(finding));
        tell(conversation, eventId, refused);
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
     * commit loop gets there by itself; without one, somebody has to commit. It fails once the log is halted.
     */
    public CompletionStage<Void> durable(String conversation) {
        return journal.durable(archive.logs().find(conversation));
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

    /** Whether this event was written while the log was closed, so that nothing vouches for it until it is adopted. */
    public boolean isUnaccounted(String conversation, long eventId) {
        return archive.isUnaccounted(conversation, eventId);
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

    /** Why it is halted, in a sentence; empty while it is not. */
    public String haltedBecause() {
        LogFault why = journal.failure();
        return why == null ? "" : String.valueOf(why.getMessage());
    }

    /**
     * Keeps the folded state after a durable event, so that the conversation can be taken up from there, and answers the
     * snapshot's digest. The newest two are kept, and the one that the conversation begins after. Waits for the disk, on the
     * caller's thread.
     */
    public Hash keepSnapshot(String conversation, long eventId, byte[] state) throws IOException {
        return snapshots.keep(conversation, eventId, state);
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
        return snapshots.newest(conversation, accepts, refused);
    }

    /**
     * Lets a conversation begin after a snapshot: the snapshot is read back and verified, and only if it stands in this
     * conversation's chain are the runes up to it given up. That is signed before it is done. Readers before it are told of
     * the gap.
     *
     * @param reason why; it is signed
     */
    public void compact(String conversation, long eventId, String reason) throws IOException {
        Snapshot snapshot = snapshots.toBeginAfter(conversation, eventId);
        upkeep.compact(snapshot, reason.isBlank() ? "compacted" : reason);
    }

    public void compact(String conversation, long eventId) throws IOException {
        compact(conversation, eventId, "compacted");
    }

    /**
     * Signs what nothing vouches for, as it is there: where conversations begin, events that were given up, and runes that no
     * head accounts for. The house's log and the list of heads keep the reason.
     */
    public List<Adopted> adopt(String actor, String reason) throws IOException {
        if (ActorKind.of(actor) != ActorKind.OPERATOR || reason.isBlank()) {
            throw new LogFault("Only an operator adopts a record, and for a reason.");
        }
        List<Adopted> all = upkeep.adopt(reason);
        if (!all.isEmpty()) {
            append(
                    SignedUpkeep.told(all, actor, reason)
                            .withTimes(
                                    settings.time().monotonicNanos(),
                                    settings.time().wallMillis()),
                    WriteClass.IRREVERSIBLE);
        }
        return all;
    }

    /**
     * Signs lists of heads with a new key from now on. The key until now vouches for it and is deleted.
     *
     * @return the new public key, X.509, hex
     */
    public String rotateKey(String reason) throws IOException {
        return upkeep.rotate(reason);
    }

    /**
     * Lets a halted conversation go on behind the events that are lost or in doubt. They are named in the house's log, in the
     * list of given up events and in the rune that is answered, which follows the last rune that holds; readers are told the gap.
     */
    public Rune readmit(String conversation, String actor, String reason) throws IOException {
        return new Readmission(this, disk, archive, upkeep, settings.time()).readmit(conversation, actor, reason);
    }

    /** Gives back the room of compacted runes in finished journal files, and answers how many bytes that were. */
    public long reclaim() throws IOException {
        return upkeep.reclaim();
    }

    @Override
    public void close() {
        try {
            if (loop != null) {
                loop.close();
            }
            journal.close();
            if (!journal.isHalted()) {
                housekeeping.writeHeads(journal.fileNumber(), journal.durableEnd(), journal.order(), true);
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
