package dev.parley.runelog;

import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.heads.HeadFolder;
import dev.parley.runelog.heads.HeadList;
import dev.parley.runelog.heads.HeadSigner;
import dev.parley.runelog.heads.SignedHeads;
import dev.parley.runelog.journal.ConversationLog;
import dev.parley.runelog.journal.FrameOrder;
import dev.parley.runelog.journal.Journal;
import dev.parley.runelog.journal.JournalFile;
import dev.parley.runelog.journal.Recovery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is done at the commit loop's safe points: indexes of finished files, signed heads at an interval, and letting idle
 * conversations rest. Each costs what changed since the last time, not what exists.
 */
final class Housekeeping implements Journal.Observer {
    private final Disk disk;
    private final Disk.DiskLock lock;
    private final RunelogSettings settings;
    private final RuneArchive archive;
    private final List<ConversationLog> grown = new ArrayList<>();
    private final Set<String> untold;
    private final Map<Long, List<HeadList.Order>> orders = new TreeMap<>();
    private final Set<Long> untoldOrders = new TreeSet<>();
    private @Nullable HeadSigner signer;
    private long headsAtNanos;

    Housekeeping(Disk disk, RunelogSettings settings, RuneArchive archive, Disk.DiskLock lock) {
        this.lock = lock;
        this.disk = disk;
        this.settings = settings;
        this.archive = archive;
        this.untold = archive.takeUntold();
        this.headsAtNanos = settings.time().monotonicNanos();
    }

    /** Takes over the order of frames that is signed, and where the last file ends. */
    void takeOver(HeadFolder folder, Recovery.Recovered recovered) {
        orders.putAll(folder.signed().orders());
        if (recovered.end() > 0 && recovered.lastFile() > 0 && !archive.isMoved(recovered.lastFile())) {
            put(recovered.lastFile(), recovered.end(), recovered.order().value());
        }
    }

    /**
     * Says, signed, that the log is open, before anything is appended. What opening found is signed before that: beside the
     * mark a crash would excuse it. A key that cannot be used keeps no log from being written; it is reported here and by
     * every opening.
     */
    void open(long file, long end, FrameOrder order) throws IOException {
        try {
            boolean isOfOldFormat = signer().isOfOldFormat();
            if (isOfOldFormat || archive.facts().isNew()) {
                writeHeads(file, end, order, true);
            }
            if (isOfOldFormat) {
                rotate("lists of heads of an earlier format sign less");
                writeHeads(file, end, order, true);
            }
            signer().markOpen();
        } catch (LogFault unusable) {
            settings.report(unusable);
        }
    }

    private HeadSigner signer() throws IOException {
        HeadSigner known = signer;
        if (known == null) {
            known = HeadSigner.open(disk, archive.isHeadsAnew());
            signer = known;
        }
        return known;
    }

    private void put(long file, long end, Hash order) {
        orders.put(file, List.of(new HeadList.Order(file, end, order)));
        untoldOrders.add(file);
    }

    /** A lock file that is gone keeps no other process out: what that one has written is not written over. */
    @Override
    public void writing() throws IOException {
        if (!lock.isHeld()) {
            throw new IOException("its lock file was removed or replaced, so that another process may write there");
        }
    }

    /** An index knows only what is sound; over a damaged file it would let the next opening forget the damage. */
    @Override
    public void sealed(JournalFile file, long length, FrameOrder order) throws IOException {
        put(file.number(), file.framesEnd(length), order.value());
        if (!archive.isDamaged(file.number())) {
            file.writeIndex(disk, length, archive.logs());
        }
    }

    @Override
    public void committed(long file, long end, FrameOrder order, List<ConversationLog> logs) throws IOException {
        for (ConversationLog log : logs) {
            if (!log.isHeadDue) {
                log.isHeadDue = true;
                grown.add(log);
            }
        }
        boolean isSynced = settings.durability() != RunelogSettings.Durability.NONE;
        if (settings.headsEveryNanos() <= 0 || !isSynced) {
            return;
        }
        long now = settings.time().monotonicNanos();
        if (now - headsAtNanos >= settings.headsEveryNanos()) {
            headsAtNanos = now;
            writeHeads(file, end, order, false);
            archive.logs().restIdle();
        }
    }

    @Override
    public void failed(LogFault fault) {
        settings.report(fault);
    }

    /** The next list names this conversation, whether or not it has grown. */
    void due(String conversation) {
        untold.add(conversation);
    }

    /** A file is about to be exchanged for one in which frames stand in this order; until it is, both are right. */
    void announce(HeadList.Order order) {
        List<HeadList.Order> any = new ArrayList<>(orders.getOrDefault(order.file(), List.of()));
        any.add(order);
        orders.put(order.file(), List.copyOf(any));
        untoldOrders.add(order.file());
    }

    /** The file was exchanged; one that ends at 0 is gone. */
    void exchanged(HeadList.Order order) {
        if (order.end() == 0) {
            orders.remove(order.file());
        } else {
            put(order.file(), order.end(), order.digest());
        }
    }

    /** Whether it is known in which order the frames of this file stand. */
    boolean knowsOrder(long file) {
        return orders.containsKey(file);
    }

    /** The files whose order must be found as it was signed. */
    List<Long> orderedFiles() {
        return orders.entrySet().stream()
                .filter(file -> file.getValue().stream().allMatch(order -> order.end() > JournalFile.FRAMES_AT))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Signs with a new key from now on and answers its public part. The next list names all. */
    String rotate(String reason) throws IOException {
        return signer().rotate(settings.time().wallMillis(), reason);
    }

    /** Signs where the conversations that have grown since the last list stand on disk. */
    void writeHeads(long file, long end, FrameOrder order, boolean isClosed) throws IOException {
        put(file, end, order.value());
        SignedHeads changed = new SignedHeads();
        untold.forEach(name -> tell(name, changed));
        grown.forEach(log -> tell(log, changed));
        untoldOrders.forEach(one -> changed.put(one, orders.getOrDefault(one, List.of())));
        signer().write(
                        settings.time().wallMillis(),
                        file,
                        end,
                        isClosed,
                        changed,
                        this::all,
                        archive.facts().doubts());
        untold.clear();
        untoldOrders.clear();
        grown.forEach(log -> log.isHeadDue = false);
        grown.clear();
        if (isClosed) {
            signer().markClosed();
        }
    }

    private SignedHeads all() {
        SignedHeads all = new SignedHeads();
        archive.conversations().forEach(name -> tell(name, all));
        orders.forEach(all::put);
        return all;
    }

    private void tell(String conversation, SignedHeads into) {
        tell(archive.logs().peek(conversation), into);
    }

    /**
     * What was told of a halted conversation is told again: a new list must not make the next opening forget it. Of one that
     * nothing vouches for, nothing else is told.
     */
    private void tell(ConversationLog log, SignedHeads into) {
        String name = log.name();
        if (archive.facts().isDoubted(name)) {
            archive.facts().lastOf(name).forEach(into::put);
            return;
        }
        HeadList.Entry claimed = log.quarantine() == null ? null : archive.claimed(name);
        ConversationLog.Point point = log.durablePoint();
        long eventId = claimed == null ? point.eventId() : claimed.eventId();
        if (eventId > 0) {
            Hash hash = claimed == null ? point.hash() : claimed.hash();
            into.put(new HeadList.Entry(name, eventId, hash, archive.facts().of(name)));
        }
    }
}
