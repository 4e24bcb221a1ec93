package dev.parley.runelog;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.journal.Journal;
import dev.parley.runelog.journal.JournalFile;
import java.io.IOException;

/** What is done at the commit loop's safe points: indexes of finished files. */
final class Housekeeping implements Journal.Observer {
    private final Disk disk;
    private final RuneArchive archive;

    Housekeeping(Disk disk, RuneArchive archive) {
        this.disk = disk;
        this.archive = archive;
    }

    @Override
    public void sealed(JournalFile file, long end) throws IOException {
        file.writeIndex(disk, end, archive.logs());
    }

    @Override
    public void committed() {}
}
