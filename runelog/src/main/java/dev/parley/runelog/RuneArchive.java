package dev.parley.runelog;

import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.heads.HeadList;
import dev.parley.runelog.journal.ConversationLog;
import dev.parley.runelog.journal.Conversations;
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
    private final Disk disk;
    private final Conversations conversations;
    private final LogCatalogue catalogue;
    private final long tailLagMax;
    private final Recovery recovery;
    private final Map<String, HeadList.Entry> claimed = new ConcurrentHashMap<>();
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
        Recovery recovery = new Recovery(disk, catalogue, progress);
        RuneArchive archive = new RuneArchive(disk, recovery, recovery.read(usesIndex), catalogue, Long.MAX_VALUE);
        new HeadCheck(archive).holdAgainstNewest(disk);
        return archive;
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
        return snapshot;
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
    void claim(Map<String, HeadList.Entry> told, boolean isWhole) {
        isHeadsAnew = !isWhole;
        for (String name : conversations.names()) {
            ConversationLog log = conversations.peek(name);
            HeadList.Entry entry = told.get(name);
            if (entry != null && log.quarantine() != null) {
                claimed.put(name, entry);
            }
            if (entry == null || entry.eventId() != log.durable()) {
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

    Conversations logs() {
        return conversations;
    }
}
