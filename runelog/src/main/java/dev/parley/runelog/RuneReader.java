package dev.parley.runelog;

import dev.parley.kernel.Level;
import dev.parley.kernel.Violation;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFact;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.journal.ConversationLog;
import dev.parley.runelog.journal.FrameCursor;
import dev.parley.runelog.journal.FrameReader;
import dev.parley.runelog.journal.GapTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a conversation forward from a cursor, exclusively (ruling E3), as far as it is durable.
 *
 * <p>A rune is handed out only when the one after it, or the conversation's head, confirms its hash, and a batch only
 * when it is whole. Damage halts the conversation and is thrown after everything sound before it was handed out; in
 * salvage the reader tells the gap and reads on. Used by one thread.
 */
public final class RuneReader implements AutoCloseable {
    /** How a reader treats what it reads. */
    public enum Mode {
        /** Checksums and chain; damage ends the reading. */
        VERIFYING,
        /** Checksums alone, for a caller that verifies the chain itself. */
        CHECKSUMS,
        /** Reads past damage, with a gap rune in its place. */
        SALVAGING
    }

    private static final int SPAN_RUNES = 1024;
    private static final int AHEAD_RUNES = 32;

    private final ConversationLog log;
    private final LogCatalogue catalogue;
    private final Mode mode;
    private final byte[] identity;
    private final FrameReader frames;
    private final RuneChain chain = new RuneChain();
    private final RuneView view = new RuneView();
    private final Deque<Rune> ready = new ArrayDeque<>();
    private final List<Rune> batch = new ArrayList<>();
    private ConversationLog.@Nullable Span span;
    private final int[] ahead = new int[AHEAD_RUNES];
    private int aheadAt;
    private int aheadCount;
    private @Nullable Rune unconfirmed;
    private @Nullable LogFault fault;
    private boolean isBatchOpen;
    private boolean isBehindAnother;
    private boolean isGapTold;
    private boolean isClosed;
    private boolean isLastReadyAGap;
    private long knownLimit;
    private long suspectFrom;
    private long suspectTo;
    private long cursor;
    private long read;

    RuneReader(Disk disk, ConversationLog log, LogCatalogue catalogue, long afterEventId, Mode mode) {
        this.log = log;
        this.catalogue = catalogue;
        this.mode = mode;
        this.identity = log.identityPrefix();
        this.frames = new FrameReader(disk);
        this.cursor = Math.max(afterEventId, 0);
        this.read = cursor;
    }

    /** The conversation that is read, which this reader keeps in memory. */
    ConversationLog log() {
        return log;
    }

    /** The event id of the last rune handed out, or where reading began. */
    public long cursor() {
        return cursor;
    }

    /** The next rune, or null when everything durable was handed out. */
    public @Nullable Rune poll() {
        dropAhead();
        while (ready.isEmpty()) {
            LogFault known = fault;
            if (known != null) {
                throw known;
            }
            if (!readMore()) {
                return null;
            }
        }
        Rune rune = ready.remove();
        boolean isTold = isLastReadyAGap && ready.isEmpty();
        isLastReadyAGap &= !isTold;
        if (!isTold) {
            Violation violation =
                    catalogue.failure(new LogFact.Delivering(log.name(), cursor, rune.eventId(), isGapTold));
            if (violation != null) {
                return onViolation(violation, rune);
            }
        }
        isGapTold = isTold;
        cursor = Math.max(cursor, rune.eventId());
        return rune;
    }

    /**
     * The next rune where it stands, or null when everything durable was handed out. It holds only until this reader moves
     * on. Without a chain to confirm it is not copied; whatever is not plainly sound goes the way of {@link #poll}.
     */
    public @Nullable RuneView next() {
        if (aheadAt < aheadCount || isRunAhead() || isNextSound()) {
            if (aheadAt < aheadCount) {
                frames.frame().stand(ahead[aheadAt++]);
            }
            cursor = ++read;
            isGapTold = false;
            return view.over(frames.frame(), cursor);
        }
        Rune rune = poll();
        return rune == null ? null : view.over(rune);
    }

    /** Examines the frames that stand right behind the last one together, in one loop. */
    private boolean isRunAhead() {
        aheadAt = 0;
        aheadCount = isPlain() && isBehindAnother && read == cursor
                ? frames.examineRun(identity, read + 1, ahead, (int) Math.min(ahead.length, knownLimit - read))
                : 0;
        return aheadCount > 0;
    }

    private boolean isPlain() {
        return mode == Mode.CHECKSUMS && ready.isEmpty() && fault == null;
    }

    /** What was examined ahead and not handed out is looked up again. */
    private void dropAhead() {
        isBehindAnother &= aheadAt == aheadCount;
        aheadAt = aheadCount;
    }

    private boolean isNextSound() {
        long want = read + 1;
        try {
            return isPlain()
                    && want <= knownLimit
                    && catalogue.failure(new LogFact.FrameRead(log.name(), want, examine(want))) == null
                    && catalogue.failure(new LogFact.Delivering(log.name(), cursor, want, isGapTold)) == null;
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** A warning goes on, with the gap told; everything graver is a fault (ruling X1). */
    private Rune onViolation(Violation violation, Rune rune) {
        log.tell(rune.eventId(), violation);
        if (violation.level() != Level.WARN) {
            throw new LogFault(violation);
        }
        ready.addFirst(rune);
        isGapTold = true;
        return Gaps.gap(log.name(), cursor + 1, rune.eventId() - 1, violation.reason());
    }

    /** Hands every rune that is left to an action. */
    public void forEach(Consumer<? super Rune> action) {
        for (Rune rune = poll(); rune != null; rune = poll()) {
            action.accept(rune);
        }
    }

    /** Everything that is left, in memory. */
    public List<Rune> toList() {
        List<Rune> runes = new ArrayList<>();
        forEach(runes::add);
        return runes;
    }

    private boolean readMore() {
        long want = read + 1;
        if (want <= knownLimit) {
            return stepOn(want);
        }
        long earliest = log.earliest();
        if (want < earliest) {
            tellGap(want, earliest - 1, "compacted");
            return true;
        }
        ConversationLog.Quarantine halted = log.quarantine();
        long limit = halted == null ? log.durable() : limit(halted);
        if (want > limit) {
            if (halted != null && mode != Mode.SALVAGING) {
                throw new LogFault("Conversation " + log.name() + " is halted at event " + halted.eventId() + ": "
                        + halted.reason());
            }
            return false;
        }
        GapTable.Gap gap = log.gapAt(want);
        if (gap != null) {
            tellGap(want, gap.to(), "readmitted");
            return true;
        }
        knownLimit = Math.min(limit, log.nextGap(want) - 1);
        return stepOn(want);
    }

    /** Without a chain to confirm, frames are read some at a time. */
    private boolean stepOn(long want) {
        if (mode != Mode.CHECKSUMS) {
            return step(want, knownLimit);
        }
        long last = Math.min(knownLimit, want + AHEAD_RUNES - 1);
        for (long eventId = want; eventId <= Math.min(last, knownLimit) && fault == null; eventId++) {
            step(eventId, knownLimit);
        }
        return true;
    }

    private long limit(ConversationLog.Quarantine halted) {
        return mode == Mode.SALVAGING ? log.lastSeen() : Math.min(log.durable(), halted.eventId() - 1);
    }

    private boolean step(long eventId, long limit) {
        Violation violation;
        try {
            violation = take(eventId, limit);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "Reading conversation " + log.name() + " at event " + eventId + " failed: "
                            + unreadable.getMessage(),
                    unreadable);
        }
        if (violation == null) {
            return true;
        }
        log.halt(suspectFrom, violation);
        if (mode != Mode.SALVAGING) {
            fault = new LogFault(violation);
            return true;
        }
        tellGap(suspectFrom, suspectTo, violation.reason());
        return true;
    }

    /** Reads one frame and confirms the one before it; answers what is wrong, if anything is. */
    private @Nullable Violation take(long eventId, long limit) throws IOException {
        boolean isSound = isSoundAt(eventId);
        if (!isSound && eventId < log.earliest()) {
            forgetCompacted();
            return null;
        }
        Violation unsound = catalogue.failure(new LogFact.FrameRead(log.name(), eventId, isSound));
        if (unsound != null) {
            long next = log.nextStanding(eventId + 1);
            releaseWhole();
            suspect(eventId, next == 0 || next > limit ? limit : next - 1);
            return unsound;
        }
        Rune rune = frames.frame().rune();
        boolean continues = frames.frame().continues();
        Violation broken = confirm(rune);
        if (broken != null) {
            suspect(eventId, eventId - 1);
            return broken;
        }
        read = eventId;
        hold(rune, continues);
        return eventId == limit ? confirmHead(rune, eventId) : null;
    }

    /** A compaction gave up what was about to be read; what was held back before it is told as part of the gap. */
    private void forgetCompacted() {
        read = batch.isEmpty() ? read : batch.getFirst().eventId() - 1;
        batch.clear();
        unconfirmed = null;
        isBatchOpen = false;
        knownLimit = 0;
    }

    /** What was held back and not confirmed is under suspicion too. */
    private void suspect(long from, long to) {
        suspectFrom = batch.isEmpty() ? from : batch.getFirst().eventId();
        suspectTo = to;
        batch.clear();
        unconfirmed = null;
    }

    /** A frame that does not hold is looked for once more: a compaction may have moved it meanwhile. */
    private boolean isSoundAt(long eventId) throws IOException {
        if (examine(eventId)) {
            return true;
        }
        frames.close();
        span = null;
        isBehindAnother = false;
        return examine(eventId);
    }

    /** Usually a rune stands right behind the one before it; else the index knows where. */
    private boolean examine(long eventId) throws IOException {
        if (isBehindAnother && frames.examineNext() && frames.frame().isOf(identity, eventId)) {
            return true;
        }
        isBehindAnother = isIndexed(eventId);
        return isBehindAnother;
    }

    private boolean isIndexed(long eventId) throws IOException {
        ConversationLog.Span known = spanOf(eventId);
        return known != null
                && frames.examine(known.file(), known.offsetOf(eventId)) == FrameCursor.Found.SOUND
                && frames.frame().isOf(identity, eventId);
    }

    private @Nullable Violation confirm(Rune next) {
        Rune before = unconfirmed;
        if (before == null || mode == Mode.CHECKSUMS) {
            return null;
        }
        Violation broken =
                catalogue.failure(new LogFact.Linked(log.name(), next.eventId(), before.hash(chain), next.previous()));
        if (broken == null) {
            releaseWhole();
        }
        return broken;
    }

    private void releaseWhole() {
        if (!isBatchOpen) {
            ready.addAll(batch);
            batch.clear();
        }
    }

    /** A rune waits for its successor; the runes of a batch wait for its last. */
    private void hold(Rune rune, boolean continues) {
        if (mode == Mode.CHECKSUMS) {
            ready.add(rune);
            return;
        }
        batch.add(rune);
        unconfirmed = rune;
        isBatchOpen = continues;
    }

    /** The newest durable rune has no successor yet; the head kept in memory confirms it. */
    private @Nullable Violation confirmHead(Rune rune, long eventId) {
        if (mode == Mode.CHECKSUMS) {
            return null;
        }
        GapTable.Gap gap = log.gapAt(eventId + 1);
        Hash known = gap == null ? log.headHash() : gap.before();
        Hash expected = gap != null || log.head() == eventId ? known : rune.hash(chain);
        Violation broken = catalogue.failure(new LogFact.Linked(log.name(), eventId, expected, rune.hash(chain)));
        if (broken == null) {
            ready.addAll(batch);
            batch.clear();
        } else {
            suspect(eventId, eventId);
        }
        return broken;
    }

    private ConversationLog.@Nullable Span spanOf(long eventId) {
        ConversationLog.Span known = span;
        if (known == null || !known.holds(eventId)) {
            known = log.span(eventId, SPAN_RUNES);
            span = known;
        }
        return known;
    }

    private void tellGap(long from, long to, String reason) {
        ready.add(Gaps.gap(log.name(), from, to, reason));
        isLastReadyAGap = true;
        read = to;
        span = null;
        unconfirmed = null;
    }

    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            log.unpin();
        }
        try {
            frames.close();
        } catch (IOException failed) {
            throw new UncheckedIOException("Closing a reader of " + log.name() + " failed.", failed);
        }
    }
}
