package dev.parley.runelog;

import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.heads.HeadFolder;
import dev.parley.runelog.heads.HeadList;
import dev.parley.runelog.heads.SignedFacts;
import dev.parley.runelog.journal.ConversationLog;
import dev.parley.runelog.journal.Conversations;
import dev.parley.runelog.journal.FoundOrders;
import dev.parley.runelog.journal.Recovery;
import dev.parley.runelog.snapshot.Snapshot;
import dev.parley.runelog.snapshot.Snapshots;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The reading side of a log: conversations, heads, readers and tails. Opened for itself it takes no lock and changes
 * nothing, so that tools can look at a log that another process is writing.
 */
public final class RuneArchive {
    /** So often a reader that a writer overtakes begins again. */
    private static final int RETRIES = 3;

    private final Disk disk;
    private final Conversations conversations;
    private final LogCatalogue catalogue;
    private final long tailLagMax;
    private final Recovery recovery;
    private final Map<String, HeadList.Entry> claimed = new ConcurrentHashMap<>();
    private final PresentFacts facts = new PresentFacts();
    private boolean isHeadsAnew = true;
    private final Set<String> untold = new HashSet<>();
    private volatile List<Finding> findings;

    RuneArchive(Disk disk, Recovery recovery, Recovery.Recovered recovered, LogCatalogue catalogue, long tailLagMax) {
        this.disk = disk;
        this.recovery = recovery;
        this.conversations = recovered.conversations();
        this.findings = recovered.findings();
        this.catalogue = catalogue;
        this.tailLagMax = tailLagMax;
    }

    /** Opens a log for reading only. */
    public static RuneArchive open(Disk disk, Progress progress) throws IOException {
        return open(disk, progress, LogCatalogue.full(), true);
    }

    static RuneArchive open(Disk disk, Progress progress, LogCatalogue catalogue, boolean usesIndex)
            throws IOException {
        HeadFolder folder = HeadFolder.read(disk);
        RuneArchive archive = open(disk, progress, catalogue, usesIndex, folder);
        for (int i = 0; i < RETRIES && archive.isOvertaken(folder); i++) {
            folder = HeadFolder.read(disk);
            archive = open(disk, progress, catalogue, usesIndex, folder);
        }
        return archive;
    }

    private static RuneArchive open(
            Disk disk, Progress progress, LogCatalogue catalogue, boolean usesIndex, HeadFolder folder)
            throws IOException {
        Recovery recovery = new Recovery(disk, catalogue, progress);
        FactCheck.prepare(recovery, folder);
        RuneArchive archive = new RuneArchive(disk, recovery, recovery.read(usesIndex), catalogue, Long.MAX_VALUE);
        archive.hold(folder);
        if (!usesIndex) {
            FactCheck whole = new FactCheck(disk, archive, recovery, folder);
            archive.report(whole.snapshots());
        }
        return archive;
    }

    /** Whether something does not fit because the process that writes has signed more while this one was reading. */
    private boolean isOvertaken(HeadFolder folder) throws IOException {
        HeadList newest = folder.newest();
        List<Long> numbers = HeadFolder.numbers(disk);
        long now = numbers.isEmpty() ? 0 : numbers.getLast();
        return now > (newest == null ? 0 : newest.number())
                && findings.stream().anyMatch(finding -> !finding.isHarmless());
    }

    /** Holds the log against what is signed beside it. */
    void hold(HeadFolder folder) throws IOException {
        new HeadCheck(this).hold(folder);
        new FactCheck(disk, this, recovery, folder).hold();
        claim(folder);
    }

    /** Whether this event was written while the log was closed, so that nothing vouches for it until it is adopted. */
    public boolean isUnaccounted(String conversation, long eventId) {
        return facts.of(conversation).isUnaccounted(eventId);
    }

    /** What is signed of conversations beside their heads. */
    PresentFacts facts() {
        return facts;
    }

    /** Reads on what another process has written since, and wakes the tails. */
    public synchronized void refresh() throws IOException {
        findings = recovery.readOn().findings();
        conversations.inMemory().forEach(log -> log.watchers().forEach(Runnable::run));
    }

    /** What opening found and reports. */
    public List<Finding> findings() {
        return findings;
    }

    /** The names of all conversations, sorted. */
    public List<String> conversations() {
        return conversations.names();
    }

    /** Where a conversation stands; a conversation nobody wrote to stands at 0. */
    public Head head(String conversation) {
        ConversationLog log = conversations.peek(conversation);
        ConversationLog.Quarantine halted = log.quarantine();
        synchronized (log) {
            return new Head(
                    conversation,
                    log.head(),
                    log.headHash(),
                    log.durable(),
                    log.earliest(),
                    halted == null ? 0 : halted.eventId());
        }
    }

    /**
     * The snapshot that a compacted conversation begins after, or null for one that begins at its first event.
     *
     * @throws LogFault if it does not hold, or does not stand in the chain
     */
    public @Nullable Snapshot base(String conversation) throws IOException {
        long eventId = head(conversation).earliest() - 1;
        if (eventId < 1) {
            return null;
        }
        Snapshot snapshot = new Snapshots(disk).read(conversation, eventId);
        boolean isOurs = snapshot.conversation().equals(conversation)
                && snapshot.eventId() == eventId
                && snapshot.chain().equals(conversations.peek(conversation).base());
        if (!isOurs) {
            throw new LogFault(LogCatalogue.unusable("The snapshot that " + conversation + " begins after, at event "
                    + eventId + ", does not stand in its chain."));
        }
        requireSigned(snapshot);
        return snapshot;
    }

    /** A snapshot that a conversation begins after is the one that was signed, if one was. */
    void requireSigned(Snapshot snapshot) {
        SignedFacts.Base base = facts.of(snapshot.conversation()).base(snapshot.eventId(), snapshot.chain());
        if (base != null && !base.snapshot().equals(snapshot.digest())) {
            throw new LogFault(LogCatalogue.unusable("The snapshot that " + snapshot.conversation()
                    + " begins after, at event " + snapshot.eventId() + ", is not the one that was signed."));
        }
    }

    /** Reads what is durable after this event id, verified. */
    public RuneReader read(String conversation, long afterEventId) {
        return read(conversation, afterEventId, RuneReader.Mode.VERIFYING);
    }

    public RuneReader read(String conversation, long afterEventId, RuneReader.Mode mode) {
        return new RuneReader(disk, conversations.pinned(conversation), catalogue, afterEventId, mode);
    }

    /** Follows a conversation from a cursor on. The ceiling is the server's choice, never the client's (ruling E3). */
    public Tail tail(String conversation, long cursor, Visibility ceiling) {
        return tail(conversation, cursor, ceiling, ignored -> {});
    }

    /** Follows a conversation and is called on the commit loop when there is news; the call must only hand over. */
    public Tail tail(String conversation, long cursor, Visibility ceiling, Consumer<? super Tail> onNews) {
        RuneReader reader = read(conversation, cursor);
        return new Tail(reader.log(), reader, ceiling, tailLagMax, onNews);
    }

    /** Adds what was found after the journal was read. */
    void report(List<Finding> more) {
        findings = Stream.concat(findings.stream(), more.stream()).toList();
    }

    /**
     * Keeps what lists of heads told of halted conversations, and which conversations stand elsewhere than the lists tell:
     * the next list must name those.
     */
    private void claim(HeadFolder folder) {
        isHeadsAnew = !folder.isWhole() || folder.newest() == null;
        for (String name : conversations.names()) {
            ConversationLog log = conversations.peek(name);
            HeadList.Entry entry = folder.signed().head(name);
            if (entry != null && log.quarantine() != null) {
                claimed.put(name, entry);
            }
            if (entry == null
                    || entry.eventId() != log.durable()
                    || !entry.facts().equals(facts.of(name))) {
                untold.add(name);
            }
        }
    }

    /** Whether the lists of heads on disk do not tell of all conversations together. */
    boolean isHeadsAnew() {
        return isHeadsAnew;
    }

    /** Takes the names of the conversations of which the newest list of heads does not tell where they stand. */
    Set<String> takeUntold() {
        Set<String> names = new TreeSet<>(untold);
        untold.clear();
        return names;
    }

    /** Where a conversation stood by that list, or null where it told nothing of it. */
    HeadList.@Nullable Entry claimed(String conversation) {
        return claimed.get(conversation);
    }

    /** Whether opening found damage inside this journal file. */
    boolean isDamaged(long file) {
        return Recovery.isDamaged(findings, file);
    }

    /** Whether the frames of this journal file stand in another order than was signed. */
    boolean isMoved(long file) {
        return findings.stream()
                .anyMatch(finding -> finding.kind() == Finding.Kind.FRAME_ORDER && finding.file() == file);
    }

    /** The order of frames in the files that were read. */
    FoundOrders orders() {
        return recovery.orders();
    }

    Conversations logs() {
        return conversations;
    }
}
