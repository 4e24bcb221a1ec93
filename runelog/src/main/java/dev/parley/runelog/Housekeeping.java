package dev.parley.runelog;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.heads.HeadList;
import dev.parley.runelog.heads.HeadSigner;
import dev.parley.runelog.journal.ConversationLog;
import dev.parley.runelog.journal.Journal;
import dev.parley.runelog.journal.JournalFile;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is done at the commit loop's safe points: indexes of finished files, and signed heads at an interval. */
final class Housekeeping implements Journal.Observer {
    private final Disk disk;
    private final RunelogSettings settings;
    private final RuneArchive archive;
    private @Nullable HeadSigner signer;
    private long headsAtNanos;

    Housekeeping(Disk disk, RunelogSettings settings, RuneArchive archive) {
        this.disk = disk;
        this.settings = settings;
        this.archive = archive;
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
    public void committed(long file, long end) throws IOException {
        boolean isSynced = settings.durability() != RunelogSettings.Durability.NONE;
        if (settings.headsEveryNanos() <= 0 || !isSynced) {
            return;
        }
        long now = settings.time().monotonicNanos();
        if (now - headsAtNanos >= settings.headsEveryNanos()) {
            headsAtNanos = now;
            writeHeads(file, end);
        }
    }

    @Override
    public void failed(LogFault fault) {
        settings.report(fault);
    }

    /** Signs where every conversation stands on disk. */
    void writeHeads(long file, long end) throws IOException {
        HeadSigner known = signer;
        if (known == null) {
            known = HeadSigner.open(disk);
            signer = known;
        }
        List<HeadList.Entry> heads = archive.conversations().stream()
                .map(this::entry)
                .filter(entry -> entry.eventId() > 0)
                .toList();
        known.write(settings.time().wallMillis(), file, end, heads);
    }

    /** What was told of a halted conversation is told again: a new list must not make the next opening forget it. */
    private HeadList.Entry entry(String name) {
        ConversationLog log = archive.logs().of(name);
        HeadList.Entry claimed = log.quarantine() == null ? null : archive.claimed(name);
        ConversationLog.Point point = log.durablePoint();
        return claimed != null ? claimed : new HeadList.Entry(name, point.eventId(), point.hash());
    }
}
