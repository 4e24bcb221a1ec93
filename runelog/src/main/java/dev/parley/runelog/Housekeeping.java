package dev.parley.runelog;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.heads.HeadList;
import dev.parley.runelog.heads.HeadSigner;
import dev.parley.runelog.journal.ConversationLog;
import dev.parley.runelog.journal.Journal;
import dev.parley.runelog.journal.JournalFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is done at the commit loop's safe points: indexes of finished files, signed heads at an interval, and letting idle
 * conversations rest. Each costs what changed since the last time, not what exists.
 */
final class Housekeeping implements Journal.Observer {
    private final Disk disk;
    private final RunelogSettings settings;
    private final RuneArchive archive;
    private final List<ConversationLog> grown = new ArrayList<>();
    private final Set<String> untold;
    private @Nullable HeadSigner signer;
    private long headsAtNanos;

    Housekeeping(Disk disk, RunelogSettings settings, RuneArchive archive) {
        this.disk = disk;
        this.settings = settings;
        this.archive = archive;
        this.untold = archive.takeUntold();
        this.headsAtNanos = settings.time().monotonicNanos();
    }

    /** An index knows only what is sound; over a damaged file it would let the next opening forget the damage. */
    @Override
    public void sealed(JournalFile file, long length) throws IOException {
        if (!archive.isDamaged(file.number())) {
            file.writeIndex(disk, length, archive.logs());
        }
    }

    @Override
    public void committed(long file, long end, List<ConversationLog> logs) throws IOException {
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
            writeHeads(file, end);
            archive.logs().restIdle();
        }
    }

    @Override
    public void failed(LogFault fault) {
        settings.report(fault);
    }

    /** Signs where the conversations that have grown since the last list stand on disk. */
    void writeHeads(long file, long end) throws IOException {
        HeadSigner known = signer;
        if (known == null) {
            known = HeadSigner.open(disk, archive.isHeadsAnew());
            signer = known;
        }
        List<HeadList.Entry> changed = new ArrayList<>();
        untold.forEach(name -> changed.add(entry(archive.logs().peek(name))));
        grown.forEach(log -> changed.add(entry(log)));
        known.write(settings.time().wallMillis(), file, end, told(changed), this::all);
        untold.clear();
        grown.forEach(log -> log.isHeadDue = false);
        grown.clear();
    }

    private List<HeadList.Entry> all() {
        return told(archive.conversations().stream()
                .map(name -> entry(archive.logs().peek(name)))
                .toList());
    }

    private static List<HeadList.Entry> told(List<HeadList.Entry> entries) {
        return entries.stream().filter(entry -> entry.eventId() > 0).toList();
    }

    /** What was told of a halted conversation is told again: a new list must not make the next opening forget it. */
    private HeadList.Entry entry(ConversationLog log) {
        HeadList.Entry claimed = log.quarantine() == null ? null : archive.claimed(log.name());
        ConversationLog.Point point = log.durablePoint();
        return claimed != null ? claimed : new HeadList.Entry(log.name(), point.eventId(), point.hash());
    }
}
