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

    /** What is wrong at an event, and which events are in doubt because of it. */
    private record Doubt(Violation violation, long from, long to) {}

    private final ConversationLog log;
    private final LogCatalogue catalogue;
    private final Mode mode;
    private final FrameWalk frames;
    private final RuneChain chain = new RuneChain();
    private final RuneView view = new RuneView();
    /** Confirmed runes that were not handed out yet; a gap rune can only be the last of them. */
    private final Deque<Rune> ready = new ArrayDeque<>();

    /** Runes that nothing has confirmed yet: the last one that was read, and the batch it belongs to. */
    private final List<Rune> held = new ArrayList<>();

    private boolean isBatchOpen;

    /** The rune that was read last, to which the next one must be chained. */
    private @Nullable Rune last;

    /** Whether the last of the ready ones is a gap rune. */
    private boolean endsWithGap;

    private boolean isGapTold;
    private @Nullable LogFault fault;
    private boolean isClosed;

    /** The event handed out last, the one read last, and the one up to which reading needs no further look at the log. */
    private long cursor;

    private long read;
    private long limit;

    RuneReader(Disk disk, ConversationLog log, LogCatalogue catalogue, long afterEventId, Mode mode) {
        this.log = log;
        this.catalogue = catalogue;
        this.mode = mode;
        this.frames = new FrameWalk(disk, log);
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
        boolean isGap = endsWithGap && ready.isEmpty();
        if (!isGap) {
            Violation violation =
                    catalogue.failure(new LogFact.Delivering(log.name(), cursor, rune.eventId(), isGapTold));
            if (violation != null) {
                return onViolation(violation, rune);
            }
        }
        endsWithGap &= !isGap;
        isGapTold = isGap;
        cursor = Math.max(cursor, rune.eventId());
        return rune;
    }

    /**
     * The next rune where it stands, or null when everything durable was handed out. It holds only until this reader moves
     * on. Without a chain to confirm it is not copied; whatever is not plainly sound goes the way of {@link #poll}.
     */
    public @Nullable RuneView next() {
        if (frames.step() || (isPlain() && (frames.stepInto(read + 1, limit - read) || isNextSound()))) {
            cursor = ++read;
            isGapTold = false;
            return view.over(frames.frame(), cursor);
        }
        Rune rune = poll();
        return rune == null ? null : view.over(rune);
    }

    private boolean isPlain() {
        return mode == Mode.CHECKSUMS && read == cursor && read < limit && ready.isEmpty() && fault == null;
    }

    private boolean isNextSound() {
        long want = read + 1;
        try {
            return catalogue.failure(new LogFact.FrameRead(log.name(), want, frames.goTo(want))) == null
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
        if (want <= limit) {
            stepOn(want);
            return true;
        }
        long earliest = log.earliest();
        if (want < earliest) {
            tellGap(want, earliest - 1, "compacted");
            return true;
        }
        ConversationLog.Quarantine halted = log.quarantine();
        long end = halted == null ? log.durable() : end(halted);
        if (want > end) {
            if (halted != null && mode != Mode.SALVAGING) {
                throw new LogFault("Conversation " + log.name() + " is halted at event " + halted.eventId() + ": "
                        + halted.reason());
            }
            frames.rest();
            return false;
        }
        GapTable.Gap given = log.gapAt(want);
        if (given != null) {
            tellGap(want, given.to(), "readmitted");
            return true;
        }
        limit = Math.min(end, log.nextGap(want) - 1);
        stepOn(want);
        return true;
    }

    private long end(ConversationLog.Quarantine halted) {
        return mode == Mode.SALVAGING ? log.lastSeen() : Math.min(log.durable(), halted.eventId() - 1);
    }

    /** Without a chain to confirm, frames are read some at a time. */
    private void stepOn(long want) {
        long upTo = mode == Mode.CHECKSUMS ? want + FrameWalk.AHEAD_RUNES - 1 : want;
        for (long eventId = want; eventId <= Math.min(upTo, limit) && fault == null; eventId++) {
            step(eventId);
        }
    }

    private void step(long eventId) {
        Doubt doubt;
        try {
            doubt = take(eventId);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "Reading conversation " + log.name() + " at event " + eventId + " failed: "
                            + unreadable.getMessage(),
                    unreadable);
        }
        if (doubt == null) {
            return;
        }
        log.halt(doubt.from(), doubt.violation());
        if (mode == Mode.SALVAGING) {
            tellGap(doubt.from(), doubt.to(), doubt.violation().reason());
        } else {
            fault = new LogFault(doubt.violation());
        }
    }

    /** Reads one frame and confirms the one before it; returns what is in doubt, if anything is. */
    private @Nullable Doubt take(long eventId) throws IOException {
        boolean isSound = frames.goToMoved(eventId);
        if (!isSound && eventId < log.earliest()) {
            forgetCompacted();
            return null;
        }
        Violation unsound = catalogue.failure(new LogFact.FrameRead(log.name(), eventId, isSound));
        if (unsound != null) {
            long next = log.nextStanding(eventId + 1);
            releaseWhole();
            return doubt(unsound, eventId, next == 0 || next > limit ? limit : next - 1);
        }
        Rune rune = frames.frame().rune();
        boolean continues = frames.frame().continues();
        Violation broken = confirm(rune);
        if (broken != null) {
            return doubt(broken, eventId, eventId - 1);
        }
        read = eventId;
        hold(rune, continues);
        return eventId == limit ? confirmHead(rune, eventId) : null;
    }

    /** A compaction gave up what was about to be read; what was held back before it is told as part of the gap. */
    private void forgetCompacted() {
        read = held.isEmpty() ? read : held.getFirst().eventId() - 1;
        held.clear();
        last = null;
        isBatchOpen = false;
        limit = 0;
    }

    /** What was held back and not confirmed is in doubt too. */
    private Doubt doubt(Violation violation, long from, long to) {
        long first = held.isEmpty() ? from : held.getFirst().eventId();
        held.clear();
        last = null;
        return new Doubt(violation, first, to);
    }

    private @Nullable Violation confirm(Rune next) {
        Rune before = last;
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
            ready.addAll(held);
            held.clear();
        }
    }

    /** A rune waits for its successor; the runes of a batch wait for its last. */
    private void hold(Rune rune, boolean continues) {
        if (mode == Mode.CHECKSUMS) {
            ready.add(rune);
            return;
        }
        held.add(rune);
        last = rune;
        isBatchOpen = continues;
    }

    /** The newest durable rune has no successor yet; the head kept in memory confirms it. */
    private @Nullable Doubt confirmHead(Rune rune, long eventId) {
        if (mode == Mode.CHECKSUMS) {
            return null;
        }
        GapTable.Gap given = log.gapAt(eventId + 1);
        Hash known = given == null ? log.headHash() : given.before();
        Hash expected = given != null || log.head() == eventId ? known : rune.hash(chain);
        Violation broken = catalogue.failure(new LogFact.Linked(log.name(), eventId, expected, rune.hash(chain)));
        if (broken != null) {
            return doubt(broken, eventId, eventId);
        }
        ready.addAll(held);
        held.clear();
        return null;
    }

    private void tellGap(long from, long to, String reason) {
        ready.add(Gaps.gap(log.name(), from, to, reason));
        endsWithGap = true;
        read = to;
        frames.leap();
        last = null;
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
