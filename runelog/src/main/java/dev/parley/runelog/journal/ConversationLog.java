package dev.parley.runelog.journal;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.kernel.rune.RuneCodec;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFact;
import dev.parley.runelog.fault.LogFault;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One conversation in memory: its head, where its runes stand, and who watches it. Its monitor orders the appends of
 * this conversation; the commit loop never takes it, it only moves the volatile durable head.
 */
public final class ConversationLog {
    /** From which event id on a conversation is halted, and why. */
    public record Quarantine(long eventId, String reason) {}

    /** An event id and the hash of its rune. */
    public record Point(long eventId, Hash hash) {}

    /** Where consecutive runes stand. */
    public static final class Span {
        private final long file;
        private final long firstId;
        private final long[] offsets;

        Span(long file, long firstId, long[] offsets) {
            this.file = file;
            this.firstId = firstId;
            this.offsets = offsets;
        }

        public long file() {
            return file;
        }

        public boolean holds(long eventId) {
            return eventId >= firstId && eventId < firstId + offsets.length;
        }

        public long offsetOf(long eventId) {
            return offsets[Math.toIntExact(eventId - firstId)];
        }
    }

    private final String name;
    private final Conversations conversations;
    private final LogCatalogue catalogue;
    private final List<Segment> segments = new ArrayList<>(2);
    private final CopyOnWriteArrayList<Runnable> watchers = new CopyOnWriteArrayList<>();
    private @Nullable RuneChain chain;
    private @Nullable CRC32C crc;
    private long earliest = 1;
    private Hash base = Hash.ZERO;
    private long head;
    private Hash headHash = Hash.ZERO;
    private volatile Point durable = new Point(0, Hash.ZERO);
    private volatile @Nullable Quarantine quarantine;
    private long speechTurn;
    private @Nullable CompletionStage<Void> speech;

    /** The group that holds this conversation's newest append, guarded by the journal's lock. */
    @Nullable
    Group group;

    int slot;

    ConversationLog(String name, Conversations conversations) {
        this.name = name;
        this.conversations = conversations;
        this.catalogue = conversations.catalogue();
    }

    public String name() {
        return name;
    }

    /** What the canonical bytes of every rune of this conversation begin with. */
    public byte[] identityPrefix() {
        return RuneCodec.identityPrefix(name);
    }

    public synchronized long head() {
        return head;
    }

    public synchronized Hash headHash() {
        return headHash;
    }

    /** The newest event id whose bytes are on disk. Readers see nothing beyond it. */
    public long durable() {
        return durable.eventId();
    }

    /** The newest rune that is on disk. */
    public Point durablePoint() {
        return durable;
    }

    /** The first event id that is still here; more than 1 after a compaction. */
    public synchronized long earliest() {
        return earliest;
    }

    /** The hash before the earliest rune. */
    public synchronized Hash base() {
        return base;
    }

    public @Nullable Quarantine quarantine() {
        return quarantine;
    }

    /** Halts this conversation from an event id on, and tells whoever listens. The first halt stands. */
    public void halt(long eventId, String reason) {
        synchronized (this) {
            if (quarantine != null) {
                return;
            }
            quarantine = new Quarantine(eventId, reason);
        }
        conversations.halted(this);
    }

    void refuseIfHalted() {
        Quarantine halted = quarantine;
        if (halted != null) {
            throw new LogFault(
                    "Conversation " + name + " is halted at event " + halted.eventId() + ": " + halted.reason());
        }
    }

    RuneChain chain() {
        RuneChain known = chain;
        if (known == null) {
            known = new RuneChain();
            chain = known;
        }
        return known;
    }

    CRC32C crc() {
        CRC32C known = crc;
        if (known == null) {
            known = new CRC32C();
            crc = known;
        }
        return known;
    }

    /** Begins after a compaction: everything up to this event id lives in a snapshot. */
    public synchronized void startAfter(long eventId, Hash hash) {
        earliest = eventId + 1;
        base = hash;
        if (head < eventId) {
            head = eventId;
            headHash = hash;
            durable = new Point(eventId, hash);
        }
        segments.removeIf(segment -> segment.lastId() <= eventId);
    }

    /** Enters a rune that was just framed. The caller holds this monitor. */
    void advance(long eventId, long file, long offset, Hash before, Hash hash) {
        catalogue.require(new LogFact.Appending(name, head, eventId));
        place(eventId, file, offset, before, hash);
        head = eventId;
        headHash = hash;
    }

    /** Enters a rune that recovery found in its place. */
    synchronized void recover(long eventId, long file, long offset, Hash before, Hash hash) {
        place(eventId, file, offset, before, hash);
        head = eventId;
        headHash = hash;
        durable = new Point(eventId, hash);
    }

    /** Notes where a rune stands that lies beyond the damage, for salvage. */
    synchronized void noteBeyond(long eventId, long file, long offset, Hash before, Hash hash) {
        Segment last = segments.isEmpty() ? null : segments.getLast();
        if (last != null && eventId <= last.lastId()) {
            return;
        }
        if (last != null && last.takes(eventId, file)) {
            last.add(offset, hash);
        } else {
            segments.add(new Segment(file, eventId, offset, before, hash));
        }
    }

    private void place(long eventId, long file, long offset, Hash before, Hash hash) {
        Segment last = segments.isEmpty() ? null : segments.getLast();
        if (last != null && last.takes(eventId, file)) {
            last.add(offset, hash);
            return;
        }
        catalogue.require(new LogFact.SegmentOpened(name, last == null ? earliest - 1 : last.lastId(), eventId));
        if (last != null) {
            last.trim();
        }
        segments.add(new Segment(file, eventId, offset, last == null ? before : last.last(), hash));
    }

    /** Takes a whole segment from an index file, if it follows what is here. */
    synchronized void attach(Segment segment) {
        if (segment.lastId() < earliest) {
            return;
        }
        Segment last = segments.isEmpty() ? null : segments.getLast();
        boolean follows = (segment.first() <= earliest && last == null)
                || catalogue.failure(
                                new LogFact.SegmentOpened(name, last == null ? head : last.lastId(), segment.first()))
                        == null;
        if (quarantine == null && follows) {
            head = segment.lastId();
            headHash = segment.last();
            durable = new Point(head, headHash);
        } else {
            halt(head + 1, "events " + (head + 1) + " to " + (segment.first() - 1) + " are missing.");
        }
        segments.add(segment);
    }

    synchronized List<Segment> segmentsIn(long file) {
        return segments.stream().filter(segment -> segment.file() == file).toList();
    }

    /** Puts other segments in the place of those of one file, after that file was rewritten. */
    synchronized void replaceSegments(long file, List<Segment> fresh) {
        int at = 0;
        while (at < segments.size() && segments.get(at).file() < file) {
            at++;
        }
        segments.removeIf(segment -> segment.file() == file);
        segments.addAll(at, fresh);
    }

    synchronized int segmentCount() {
        return segments.size();
    }

    /** The newest event id that stands anywhere, beyond damage too. */
    public synchronized long lastSeen() {
        return segments.isEmpty() ? head : Math.max(head, segments.getLast().lastId());
    }

    /** Where the runes from this event id on stand, or null where there is a hole at it. */
    public synchronized @Nullable Span span(long fromEventId, int most) {
        int low = 0;
        int high = segments.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Segment segment = segments.get(middle);
            if (fromEventId < segment.first()) {
                high = middle - 1;
            } else if (fromEventId > segment.lastId()) {
                low = middle + 1;
            } else {
                return new Span(segment.file(), fromEventId, segment.offsets(fromEventId, most));
            }
        }
        return null;
    }

    /** The first event id at or after this one that stands anywhere, or 0. */
    public synchronized long nextStanding(long eventId) {
        for (Segment segment : segments) {
            if (segment.lastId() >= eventId) {
                return Math.max(eventId, segment.first());
            }
        }
        return 0;
    }

    /** The wait that covers speech in this turn: that of its first rune (ruling X9). */
    synchronized CompletionStage<Void> speech(long turn, CompletionStage<Void> durableStage) {
        CompletionStage<Void> covering = speech;
        if (covering == null || turn == 0 || turn != speechTurn) {
            covering = durableStage;
            speech = covering;
            speechTurn = turn;
        }
        return covering;
    }

    /** Called by the commit loop alone. */
    void committed(Point point) {
        durable = point;
    }

    /** Tells whoever watches that there is news. */
    public void wake() {
        for (Runnable watcher : watchers) {
            watcher.run();
        }
    }

    public void watch(Runnable watcher) {
        watchers.add(watcher);
    }

    public void unwatch(Runnable watcher) {
        watchers.remove(watcher);
    }
}
