package dev.parley.runelog.journal;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.LogFault;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The one file that is written and synced for all conversations.
 *
 * <p><b>Why one.</b> A sync costs the disk about the same whether it covers one frame or a thousand, and syncing many
 * files for one commit costs it once per file. So all conversations share a journal, and whoever waits for the disk
 * waits together: while one sync runs, everyone who appends meanwhile gathers in the next group, and that group is
 * written the moment the sync returns. There is no timer and no window; the disk's own speed sets the size of a group.
 * This is the group commit of DeWitt et al. (SIGMOD 1984) in the back-to-back form, with the two buffers of a classic
 * double-buffered writer.
 *
 * <p><b>Who holds what.</b> An appender holds its conversation's monitor while the event id and the hash are made, and
 * within it, briefly, {@link #lock} while the frame is copied into the active group. The commit loop holds {@link #lock}
 * only to exchange the groups; checksums, which need a frame's place, are its own work. It takes no conversation's monitor, so an appender that waits for room (before it takes
 * any) can never stand in the way of the loop that makes room. The order of frames within a conversation is therefore
 * the order of its ids, and the order of frames in the journal is the global order (ruling X2).
 *
 * <p><b>What is promised.</b> A group's stage completes after its bytes were written and, where durability asks for it,
 * synced. A group never spans two files: a file is left when a group ends beyond its size, so that one position says
 * everything about what was written. When a write or a sync fails nothing is tried again, because after a failed sync
 * the kernel may have dropped the pages and call them clean (Rebello et al., ATC 2020). The journal halts: all waiting
 * groups fail, every further append is refused, and only opening the log again, which reads back what is really there
 * and writes the unproven part anew, lets it go on (ruling E1). An {@link Error} on the way to the disk halts in the same
 * way, so that nobody waits for a loop that has died.
 *
 * <p><b>Callbacks.</b> Tails and heads are served after the group is acknowledged. What they throw is reported and is no
 * failure of the disk.
 */
public final class Journal implements AutoCloseable {
    /** What the commit loop lets others do at its safe points. */
    public interface Observer {
        /** Something is about to be written or signed; refused where this process is the only writer no longer. */
        void writing() throws IOException;

        /** A file of this length is complete, with its frames in this order; it will never be written again. */
        void sealed(JournalFile file, long length, FrameOrder order) throws IOException;

        /** A group is on disk and acknowledged; these conversations have grown. */
        void committed(long file, long end, FrameOrder order, List<ConversationLog> grown) throws IOException;

        /** The journal has halted, or a callback has failed. Called on the thread that met it. */
        void failed(LogFault fault);
    }

    /** Something that needs to know what is on disk while nothing more is written. */
    public interface SafePoint {
        void run(long file, long end, FrameOrder order) throws IOException;
    }

    /** Something of others that hangs on a commit. */
    private interface Callback {
        void run() throws IOException;
    }

    private static final int IDLE_TURNS_MAX = 3;
    private static final int SPARE_PART = 4;
    private static final long NANOS_PER_MS = 1_000_000;
    private static final long HAS_ROOM = Long.MIN_VALUE;

    private final Disk disk;
    private final JournalSettings settings;
    private final TimeSource time;
    private final RandomSource random;
    private final Observer observer;
    private final Object lock = new Object();
    private final Object commitLock = new Object();
    private final CRC32C crc = new CRC32C();
    private final byte[] scratch = new byte[FrameFormat.SCRATCH_BYTES];
    private final FrameOrder order;
    private JournalFile current;
    private volatile Group active;
    private byte[] spare = new byte[1 << 16];
    private int returning;
    private boolean isClosing;
    private long fullUntil = HAS_ROOM;
    private volatile @Nullable LogFault failure;
    private volatile long durableEnd;

    public Journal(
            Disk disk,
            JournalSettings settings,
            TimeSource time,
            RandomSource random,
            Observer observer,
            JournalFile current,
            int groups,
            long end,
            FrameOrder order) {
        this.order = order;
        this.disk = disk;
        this.settings = settings;
        this.time = time;
        this.random = random;
        this.observer = observer;
        this.current = current;
        this.active = new Group(current.number(), groups + 1, current.salt(), end, new byte[1 << 16]);
        this.durableEnd = end;
        if (end >= settings.fileBytesMax()) {
            this.active = following(active, new byte[1 << 16]);
        }
    }

    /** Whether so little waits to be written that what may be lost can be taken too: the rest of the room is for others. */
    boolean hasRoomToSpare() {
        return active.length() <= settings.groupBytesMax() / SPARE_PART;
    }

    /** Whether more waits to be written than appenders are let add to. */
    public boolean isFull() {
        return active.length() > settings.groupBytesMax();
    }

    /**
     * Waits until the group that is being filled has room, but not for ever: whoever appends runs conversations, and all of
     * them would stand still. The time is counted from when the room ran out, so that many who wait do not wait in turn.
     * Called before any conversation's monitor is taken.
     */
    public void awaitRoom() {
        if (!isFull()) {
            return;
        }
        synchronized (lock) {
            awaitWhile(() -> isFull() && failure == null, this::roomWithinMs);
        }
    }

    /** How long there may still be no room. */
    private long roomWithinMs() {
        long now = time.monotonicNanos();
        fullUntil = fullUntil == HAS_ROOM ? now + settings.roomWithinMs() * NANOS_PER_MS : fullUntil;
        if (fullUntil - now <= 0) {
            throw new LogFault("The disk under " + disk.printed() + " has taken nothing for " + settings.roomWithinMs()
                    + " ms; nothing more is appended until it does.");
        }
        return Math.ceilDiv(fullUntil - now, NANOS_PER_MS);
    }

    /**
     * Puts the frames of one append into the active group and enters them in their conversation, whose monitor the caller
     * holds. Frames of a batch stand together, so that recovery keeps all of them or none (ruling E6).
     */
    Group enter(ConversationLog log, SealedFrames frames) {
        synchronized (lock) {
            refuseIfHalted();
            boolean wasEmpty = active.isEmpty();
            long at = active.start + active.add(frames.bytes(), frames.length());
            Hash before = frames.before();
            for (int i = 0; i < frames.count(); i++) {
                log.advance(frames.eventId(i), active.file, at + frames.start(i), before, frames.hash(i));
                before = frames.hash(i);
            }
            int last = frames.count() - 1;
            active.touch(log, frames.eventId(last), frames.hash(last));
            if (wasEmpty) {
                lock.notifyAll();
            }
            return active;
        }
    }

    /**
     * Completes when everything that was appended to this conversation so far is on disk; null for one of which nothing was. A
     * halted journal refuses what is appended, so that nothing proves that it is all there: then this fails.
     */
    public CompletionStage<Void> durable(@Nullable ConversationLog log) {
        LogFault halted = failure;
        if (halted != null) {
            return CompletableFuture.failedStage(halted);
        }
        synchronized (lock) {
            Group newest = log == null ? null : log.group;
            return newest == null ? CompletableFuture.completedStage(null) : newest.stage();
        }
    }

    public void refuseIfHalted() {
        LogFault halted = failure;
        if (halted != null) {
            throw new LogFault("The journal in " + disk.printed() + " is halted: " + halted.getMessage(), halted);
        }
    }

    public boolean isHalted() {
        return failure != null;
    }

    /** Why it has halted, or null. */
    public @Nullable LogFault failure() {
        return failure;
    }

    /** The end of what is on disk in the current file. */
    public long durableEnd() {
        return durableEnd;
    }

    /** In which order the frames of the current file stand, up to that end; for the thread that closes the log. */
    public FrameOrder order() {
        return order;
    }

    public long fileNumber() {
        return current.number();
    }

    /** Waits for something to write and writes it; answers false when the journal is closing and nothing is left. */
    boolean commitNext() {
        synchronized (lock) {
            awaitWhile(() -> active.isEmpty() && !isClosing && failure == null, () -> 0);
            if (failure != null || active.isEmpty()) {
                return false;
            }
        }
        gather();
        return commit();
    }

    /**
     * Whoever waited for the last group usually has the next rune at hand, and only needs a turn on the processor. The loop
     * steps aside for as long as they keep coming, so that they share one sync instead of two.
     */
    @SuppressWarnings(
            "ThreadPriorityCheck") // only how many share a sync depends on it, and it goes on when nobody comes
    private void gather() {
        Group group = active;
        int seen = group.appends();
        int idle = 0;
        while (seen < returning && idle < IDLE_TURNS_MAX) {
            Thread.yield();
            int now = group.appends();
            idle = now == seen ? idle + 1 : 0;
            seen = now;
        }
    }

    /** Writes and syncs what has gathered, on the caller's thread. Answers whether the journal can go on. */
    public boolean commit() {
        synchronized (commitLock) {
            Group group;
            synchronized (lock) {
                if (failure != null || active.isEmpty()) {
                    return failure == null;
                }
                group = active;
                active = following(group, spare);
                fullUntil = HAS_ROOM;
                lock.notifyAll();
            }
            if (!write(group)) {
                return false;
            }
            group.watchers().forEach(watcher -> call(watcher::run));
            call(() -> observer.committed(group.file, group.end(), order, group.grown()));
            group.release();
            return true;
        }
    }

    /** Runs something between two groups, with what is on disk up to there. It waits for a group that is being written. */
    public void atSafePoint(SafePoint action) throws IOException {
        synchronized (commitLock) {
            refuseIfHalted();
            requireWriting();
            if (!settings.isSynced()) {
                current.force();
            }
            action.run(current.number(), durableEnd, order);
        }
    }

    /** What is written beside the journal is for its only writer, too. */
    private void requireWriting() throws IOException {
        try {
            observer.writing();
        } catch (IOException refused) {
            halt(refused);
            throw refused;
        }
    }

    /** Nothing that a callback throws is the journal's: its group is on disk. */
    private void call(Callback callback) {
        try {
            callback.run();
        } catch (IOException | RuntimeException | Error thrown) {
            observer.failed(
                    new LogFault("A callback of the journal in " + disk.printed() + " failed: " + thrown, thrown));
        }
    }

    private boolean write(Group group) {
        try {
            observer.writing();
            if (group.file != current.number()) {
                rotate(group);
            }
            group.seal(crc, scratch);
            order.add(group.bytes(), 0, group.length());
            current.write(group.bytes(), group.length() + FrameFormat.END_BYTES, group.start, settings.growBytesMax());
            if (settings.isSynced()) {
                current.force();
            }
            durableEnd = group.end();
            spare = group.bytes();
            returning = group.waiting();
            group.succeed();
            return true;
        } catch (IOException | RuntimeException | Error failed) {
            group.fail(halt(failed));
            return false;
        }
    }

    private Group following(Group group, byte[] buffer) {
        return group.end() >= settings.fileBytesMax()
                ? new Group(group.file + 1, 1, random.nextLong(), JournalFile.FRAMES_AT, buffer)
                : new Group(group.file, group.ordinal + 1, group.salt, group.end(), buffer);
    }

    private void rotate(Group group) throws IOException {
        seal();
        order.clear();
        current.close();
        current = JournalFile.create(disk, JournalFile.nameOf(group.file), group.file, 0, group.salt);
        current.force();
        disk.syncFolder(JournalFile.FOLDER);
    }

    private void seal() throws IOException {
        long length = durableEnd + FrameFormat.END_BYTES;
        current.trim(length);
        current.force();
        observer.sealed(current, length, order);
    }

    /** Refuses everything from now on, wakes everyone who waits, and reports why. The first halt stands. */
    LogFault halt(Throwable cause) {
        LogFault fault = failure;
        if (fault != null) {
            return fault;
        }
        synchronized (lock) {
            String why = cause instanceof IOException ? String.valueOf(cause.getMessage()) : cause.toString();
            fault = new LogFault(
                    "writing to " + disk.printed() + " failed (" + why
                            + "). Nothing acknowledged is lost; open the log again when the disk is well.",
                    cause);
            failure = fault;
            lock.notifyAll();
        }
        active.fail(fault);
        observer.failed(fault);
        return fault;
    }

    /** Waits on the lock, which the caller holds, each time for so long at most; 0 waits until somebody tells of a change. */
    private void awaitWhile(BooleanSupplier condition, LongSupplier ms) {
        synchronized (lock) {
            while (condition.getAsBoolean()) {
                try {
                    lock.wait(ms.getAsLong());
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    throw new LogFault("Interrupted while waiting for the journal.", interrupted);
                }
            }
        }
    }

    /** Tells the loop to finish what has gathered and to stop. */
    void beginClosing() {
        synchronized (lock) {
            isClosing = true;
            lock.notifyAll();
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (commitLock) {
            if (failure == null) {
                commit();
            }
            try {
                if (failure == null) {
                    requireWriting();
                    current.trim(durableEnd + FrameFormat.END_BYTES);
                    current.force();
                }
            } finally {
                current.close();
            }
        }
    }
}
