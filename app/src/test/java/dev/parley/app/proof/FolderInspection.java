package dev.parley.app.proof;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.record.RecordedConversation;
import dev.parley.app.record.Replayed;
import dev.parley.app.record.UnfoundedProfiles;
import dev.parley.kernel.port.RandomSource;
import dev.parley.replay.effect.Divergence;
import dev.parley.runelog.LogVerification;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.heads.HeadFile;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What {@code log verify}, {@code log verify --head}, {@code replay --data} and opening find in a folder. */
final class FolderInspection {
    private FolderInspection() {}

    /** The first thing that is found, or null. */
    static @Nullable String finding(Forge forge, byte @Nullable [] kept) {
        return finding(forge.disk(), kept);
    }

    /** The first thing that is found after the owner of the folder has started Parley on it once, or null. */
    static @Nullable String findingAfterAStart(Forge forge, byte @Nullable [] kept) {
        MemoryDisk disk = forge.disk();
        try {
            String _ = opened(disk);
        } catch (IOException | LogFault refused) {
            return "refused: " + refused.getMessage();
        }
        return finding(disk, kept);
    }

    private static @Nullable String finding(MemoryDisk disk, byte @Nullable [] kept) {
        try {
            LogVerification verified = LogVerification.verify(disk, Progress.SILENT);
            String found = first("verify", verified.findings());
            if (found == null && kept != null) {
                found = compared(disk, HeadFile.parse(kept));
            }
            found = found == null ? first("book", UnfoundedProfiles.in(disk, verified.heads())) : found;
            found = found == null ? replayed(disk) : found;
            return found == null ? opened(disk) : found;
        } catch (IOException | LogFault | IllegalArgumentException refused) {
            return "refused: " + refused.getMessage();
        }
    }

    private static @Nullable String first(String by, List<Finding> findings) {
        return findings.stream()
                .filter(finding -> !finding.isHarmless() && finding.kind() != Finding.Kind.INDEX_REBUILT)
                .findFirst()
                .map(finding -> by + ": " + finding.kind() + " " + finding.message())
                .orElse(null);
    }

    private static @Nullable String compared(MemoryDisk disk, HeadFile kept) throws IOException {
        LogVerification compared = LogVerification.compare(disk, Progress.SILENT, kept);
        return compared.comparisons().stream()
                .filter(each -> !each.holds())
                .findFirst()
                .map(each -> "head: " + each.conversation() + " " + each.how())
                .orElse(first("head", compared.findings()));
    }

    private static @Nullable String replayed(MemoryDisk disk) throws IOException {
        RuneArchive archive = RuneArchive.open(disk, Progress.SILENT);
        for (String name : archive.conversations()) {
            Replayed replayed = Replayed.of(RecordedConversation.read(archive, name), archive, Long.MAX_VALUE);
            Divergence divergence = replayed.divergence();
            if (divergence != null && !Objects.equals(replayed.report().flag("unfinished"), true)) {
                return "replay: " + name + " " + divergence;
            }
        }
        return null;
    }

    private static @Nullable String opened(MemoryDisk disk) throws IOException {
        RunelogSettings settings = RunelogSettings.inline(new SystemTime(), RandomSource.seeded(3));
        try (Runelog log = Runelog.open(disk, settings)) {
            return first("opening", log.findings());
        }
    }
}
