package dev.parley.runelog;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.heads.HeadList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads every byte of a log and checks checksums, order and chain of every conversation, trusting no index.
 *
 * @param heads where every conversation stands
 * @param findings everything that does not hold, and torn tails
 */
public record LogVerification(List<Head> heads, List<Finding> findings) {

    /** Verifies a log, and holds it against signed heads where they are given. */
    public static LogVerification verify(Disk disk, Progress progress, @Nullable HeadList heads) throws IOException {
        RuneArchive archive = RuneArchive.open(disk, progress, LogCatalogue.full(), false);
        List<Finding> findings = new ArrayList<>(archive.findings());
        if (heads != null) {
            findings.addAll(new HeadCheck(archive).compare(heads));
        }
        return new LogVerification(
                archive.conversations().stream().map(archive::head).toList(), List.copyOf(findings));
    }

    /** Whether everything holds; a torn tail and a readmitted gap are reported and are no failure. */
    public boolean isSound() {
        return findings.stream().allMatch(Finding::isHarmless);
    }
}
