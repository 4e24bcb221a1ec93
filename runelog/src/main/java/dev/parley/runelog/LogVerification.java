package dev.parley.runelog;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.heads.HeadFile;
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
 * @param comparisons how each conversation stands to the heads that were kept elsewhere; none without such heads
 */
public record LogVerification(List<Head> heads, List<Finding> findings, List<Comparison> comparisons) {

    /** Verifies a log, and holds it against a signed list of heads where one is given. */
    public static LogVerification verify(Disk disk, Progress progress, @Nullable HeadList heads) throws IOException {
        return heads == null ? verify(disk, progress) : compare(disk, progress, HeadFile.of(heads));
    }

    public static LogVerification verify(Disk disk, Progress progress) throws IOException {
        RuneArchive archive = RuneArchive.open(disk, progress, LogCatalogue.full(), false);
        return of(archive, archive.findings(), List.of());
    }

    /** Verifies a log and holds it against heads that were kept elsewhere. */
    public static LogVerification compare(Disk disk, Progress progress, HeadFile kept) throws IOException {
        RuneArchive archive = RuneArchive.open(disk, progress, LogCatalogue.full(), false);
        KeptCheck check = new KeptCheck(disk, archive, kept);
        check.compare();
        List<Finding> findings = new ArrayList<>(archive.findings());
        findings.addAll(check.findings());
        return of(archive, findings, check.comparisons());
    }

    private static LogVerification of(RuneArchive archive, List<Finding> findings, List<Comparison> comparisons) {
        return new LogVerification(
                archive.conversations().stream().map(archive::head).toList(),
                List.copyOf(findings),
                List.copyOf(comparisons));
    }

    /** Whether everything holds; a torn tail and a readmitted gap are reported and are no failure. */
    public boolean isSound() {
        return findings.stream().allMatch(Finding::isHarmless);
    }
}
