package dev.parley.runelog.journal;

import dev.parley.kernel.Violation;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.RuneCodec;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFact;
import dev.parley.runelog.fault.LogFault;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One conversation in memory: its head, where its runes stand, and who watches it. Its monitor orders the appends of
 * this conversation; the commit loop never takes it, it only moves the volatile durable head.
 */
public final class ConversationLog {
    /** From which event id on a conversation is halted, the last one known to be concerned, and what was broken. */
    public record Quarantine(long eventId, long upTo, Violation violation) {
        public String reason() {
            return violation.id() + ": " + violation.reason();
        }
    }

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
    private final List<Segment> segments = new ArrayList<>(1);
    private volatile List<Runnable> watchers = List.of();
    private long earliest = 1;
    private Hash base = Hash.ZERO;
    private long head;
    private Hash headHash = Hash.ZERO;
    private volatile Point durable = new Point(0, Hash.ZERO);
    private volatile @Nullable Quarantine quarantine;
    private volatile List<GapTable.Gap> gaps = List.of();
    private int pins;
    private boolean isResting;

    /** The group that holds this conversation's newest append, guarded by the journal's lock. */
    @Nullable
    Group group;

    int slot;

    /** Whether the next list of heads has to name this conversation. Only the commit loop looks at it. */
    public boolean isHeadDue;

    /** Whether somebody asked for this conversation since it was last thought idle. A hint, so it needs no order. */
    boolean wasUsed;

    ConversationLog(String name, Conversations conversations) {
        this.name = name;
        this.conversations = conversations;
        this.catalogue = conversations.catalogue();
    }

    public String name() {
        return name;
    }

    /** Keeps this conversation in memory until {@link #unpin}; false where it just went out. */
    synchronized boolean pin() {
        pins += isResting ? 0 : 1;
        return !isResting;
    }

    public synchronized void unpin() {
        pins--;
    }

    /** Whether this object has gone out of memory, so that {@link Conversations#of} knows another one. */
    boolean isResting() {
        return isResting;
    }

    /** Everything that has to be known of this conversation, as bytes; null where somebody uses it. */
    synchronized byte @Nullable [] rest() {
        boolean isUsed = pins > 0 || !watchers.isEmpty() || head != durable.eventId() || head == 0;
        if (isUsed || isResting || quarantine != null || !gaps.isEmpty()) {
            return null;
        }
        isResting = true;
        return new RestingLog(earliest, base, segments).bytes();
    }

    /** Comes back from what {@link #rest} has kept. */
    static ConversationLog woken(String name, Conversations conversations, byte[] kept) {
        ConversationLog log = new ConversationLog(name, conversations);
        log.take(RestingLog.of(kept));
        return log;
    }

    private synchronized void take(RestingLog kept) {
        earliest = kept.earliest();
        base = kept.base();
        segments.addAll(kept.segments());
        head = segments.isEmpty() ? earliest - 1 : segments.getLast().lastId();
        headHash = segments.isEmpty() ? base : segments.getLast().last();
        durable = new Point(head, headHash);
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
    public void halt(long eventId, Violation broken) {
        halt(eventId, eventId, broken);
    }

    /** The same where events up to a later one are known to be concerned. */
    public void halt(long eventId, long upTo, Violation broken) {
        synchronized (this) {
            Quarantine known = quarantine;
            if (known != null) {
                quarantine = new Quarantine(known.eventId(), Math.max(known.upTo(), upTo), known.violation());
                return;
            }
            quarantine = new Quarantine(eventId, upTo, broken);
        }
        tell(eventId, broken);
    }

    /** Tells whoever listens that an invariant is broken here. */
    public void tell(long eventId, Violation broken) {
        conversations.violated(name, eventId, broken);
    }

    /** Lets this conversation go on behind events that an operator gave up. */
    public synchronized void readmit(GapTable.Gap gap) {
        admit(gap);
        quarantine = null;
        passGap();
    }

    /** Lets this conversation go on as it stands: an operator accepts it. */
    public synchronized void release() {
        quarantine = null;
    }

    synchronized void admit(GapTable.Gap gap) {
        List<GapTable.Gap> more = new ArrayList<>(gaps);
        more.add(gap);
        gaps = List.copyOf(more);
    }

    public List<GapTable.Gap> gaps() {
        return gaps;
    }

    /** The given up events among which this one is, or null. */
    public GapTable.@Nullable Gap gapAt(long eventId) {
        for (GapTable.Gap gap : gaps) {
            if (gap.holds(eventId)) {
                return gap;
            }
        }
        return null;
    }

    /** The first event at or after this one that was given up; the greatest number where there is none. */
    public long nextGap(long eventId) {
        long next = Long.MAX_VALUE;
        for (GapTable.Gap gap : gaps) {
            if (gap.to() >= eventId) {
                next = Math.min(next, Math.max(gap.from(), eventId));
            }
        }
        return next;
    }

    /** Where this conversation has come to given up events, it stands behind them. */
    synchronized void passGap() {
        GapTable.Gap gap = gapAt(head + 1);
        if (gap == null) {
            gap = gapAt(head);
        }
        if (gap != null && quarantine == null) {
            head = gap.to();
            headHash = gap.before();
            durable = new Point(head, headHash);
        }
    }

    void refuseIfHalted() {
        Quarantine halted = quarantine;
        if (halted != null) {
            throw new LogFault(
                    "Conversation " + name + " is halted at event " + halted.eventId() + ": " + halted.reason());
        }
    }

    /** Begins after a compaction: everything up to this event id lives in a snapshot. */
    public synchronized ConversationLog startAfter(long eventId, Hash hash) {
        earliest = eventId + 1;
        base = hash;
        if (head < eventId) {
            head = eventId;
            headHash = hash;
            durable = new Point(eventId, hash);
        }
        segments.removeIf(segment -> segment.lastId() <= eventId);
        return this;
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
            conversations.entered(name, file);
        }
    }

    private void place(long eventId, long file, long offset, Hash before, Hash hash) {
        Segment last = segments.isEmpty() ? null : segments.getLast();
        if (last != null && last.takes(eventId, file)) {
            last.add(offset, hash);
            return;
        }
        boolean isBehindGap = gapAt(eventId - 1) != null;
        long previousLast = isBehindGap ? eventId - 1 : last == null ? earliest - 1 : last.lastId();
        catalogue.require(new LogFact.SegmentOpened(name, previousLast, eventId));
        if (last != null) {
            last.trim();
        }
        segments.add(new Segment(file, eventId, offset, last == null || isBehindGap ? before : last.last(), hash));
        conversations.entered(name, file);
    }

    /** Takes a whole segment from an index file, if it follows what is here. */
    synchronized void attach(Segment segment) {
        if (segment.lastId() < earliest) {
            return;
        }
        GapTable.Gap gap = gapAt(segment.first());
        if (gap != null && gap.holds(segment.lastId())) {
            segments.add(segment);
            return;
        }
        Segment last = segments.isEmpty() ? null : segments.getLast();
        boolean follows = (segment.first() <= earliest && last == null)
                || gap != null
                || gapAt(segment.first() - 1) != null
                || catalogue.failure(
                                new LogFact.SegmentOpened(name, last == null ? head : last.lastId(), segment.first()))
                        == null;
        if (quarantine == null && follows) {
            head = segment.lastId();
            headHash = segment.last();
            durable = new Point(head, headHash);
        } else {
            halt(head + 1, LogCatalogue.missing(name, head + 1, segment.first() - 1));
        }
        segments.add(segment);
    }

    synchronized List<Segment> segmentsIn(long file) {
        return segments.stream().filter(segment -> segment.file() == file).toList();
    }

    /** Puts other segments in the place of those of one file, after that file was rewritten. */
    synchronized ConversationLog replaceSegments(long file, List<Segment> fresh) {
        int at = 0;
        while (at < segments.size() && segments.get(at).file() < file) {
            at++;
        }
        segments.removeIf(segment -> segment.file() == file);
        segments.addAll(at, fresh);
        return this;
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

    /** Called by the commit loop alone. */
    void committed(Point point) {
        durable = point;
    }

    /** Who wants to be told that there is news. */
    public List<Runnable> watchers() {
        return watchers;
    }

    public synchronized void watch(Runnable watcher) {
        List<Runnable> more = new ArrayList<>(watchers);
        more.add(watcher);
        watchers = List.copyOf(more);
    }

    public synchronized void unwatch(Runnable watcher) {
        watchers = watchers.stream().filter(other -> !other.equals(watcher)).toList();
    }
}
