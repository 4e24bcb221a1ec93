package dev.parley.runelog;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.heads.HeadFolder;
import dev.parley.runelog.heads.HeadList;
import dev.parley.runelog.journal.ConversationLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds a log against a signed list of heads. A chain proves that nothing inside it was changed; only a head from outside
 * proves that its end was not cut off, that no conversation is missing, and that the whole was not written anew.
 */
final class HeadCheck {
    private final RuneArchive archive;

    HeadCheck(RuneArchive archive) {
        this.archive = archive;
    }

    /**
     * Holds the log against the newest list beside the journal that can be read, halts what it shows to be cut off, and
     * answers that list. Newer ones that cannot be read are reported: what they told is not known.
     */
    @Nullable
    HeadList holdAgainstNewest(Disk disk) throws IOException {
        HeadList newest = null;
        boolean isNewest = true;
        for (long number : HeadFolder.numbers(disk).reversed()) {
            newest = HeadFolder.read(disk, number);
            if (newest != null) {
                holdAgainst(disk, newest, isNewest);
                break;
            }
            isNewest = false;
            archive.report(List.of(unreadable(number)));
        }
        archive.report(HeadFolder.findings(disk, newest));
        return newest;
    }

    /** A list and those it follows tell of all conversations together. */
    private void holdAgainst(Disk disk, HeadList newest, boolean isNewest) throws IOException {
        Map<String, HeadList.Entry> all = new HashMap<>();
        newest.heads().forEach(entry -> all.put(entry.conversation(), entry));
        boolean isWhole = HeadFolder.collect(disk, newest.since(), 0, all);
        if (!isWhole) {
            archive.report(List.of(unreadable(newest.since())));
        }
        archive.report(haltCutTails(newest, all.values()));
        archive.claim(all, isWhole && isNewest);
    }

    private static Finding unreadable(long number) {
        return new Finding(
                Finding.Kind.UNREADABLE_HEADS,
                "",
                0,
                0,
                0,
                "List of heads " + number + ", or one that it follows, cannot be read or is not signed by its key.");
    }

    /** Halts conversations that end before the place the list tells of; used at opening, so it reads no frames. */
    private List<Finding> haltCutTails(HeadList list, Collection<HeadList.Entry> all) {
        List<Finding> findings = new ArrayList<>();
        for (HeadList.Entry entry : all) {
            ConversationLog log = archive.logs().peek(entry.conversation());
            boolean isCut = log.head() < entry.eventId();
            boolean isOther = log.head() == entry.eventId() && !log.headHash().equals(entry.hash());
            if ((isCut || isOther) && log.quarantine() == null) {
                log = archive.logs().of(entry.conversation());
                Finding finding = mismatch(entry, log.head());
                findings.add(finding);
                if (isCut) {
                    log.halt(log.head() + 1, entry.eventId(), LogCatalogue.cut(finding.message()));
                } else {
                    log.halt(log.head(), LogCatalogue.changed(finding.message()));
                }
            }
        }
        findings.addAll(cutBehind(list));
        return findings;
    }

    /** What was signed was on disk with its end mark; a write that was not finished does not take that away. */
    private List<Finding> cutBehind(HeadList list) {
        return archive.findings().stream()
                .filter(finding -> finding.kind() == Finding.Kind.MISSING_END
                        && finding.file() == list.file()
                        && finding.offset() == list.end())
                .map(finding -> new Finding(
                        Finding.Kind.HEAD_MISMATCH,
                        "",
                        0,
                        list.file(),
                        list.end(),
                        "A list of heads was signed when journal file " + list.file() + " ended at byte " + list.end()
                                + " with its end mark; the mark was cut off."))
                .toList();
    }

    /** Compares every head with the rune of that event id. */
    List<Finding> compare(HeadList list) {
        List<Finding> findings = new ArrayList<>();
        for (HeadList.Entry entry : list.heads()) {
            Head head = archive.head(entry.conversation());
            boolean isCompacted = entry.eventId() < head.earliest() - 1;
            if (!isCompacted && !entry.hash().equals(hashAt(entry.conversation(), entry.eventId()))) {
                findings.add(mismatch(entry, head.durable()));
            }
        }
        findings.addAll(cutBehind(list));
        return findings;
    }

    /** The hash of the rune of this event, or null where there is none that can be read. */
    @Nullable
    Hash hashAt(String conversation, long eventId) {
        ConversationLog log = archive.logs().peek(conversation);
        if (eventId == log.earliest() - 1) {
            return log.base();
        }
        if (eventId > log.durable() || eventId < log.earliest()) {
            return null;
        }
        if (eventId == log.durable() && log.quarantine() == null) {
            return log.durablePoint().hash();
        }
        try (RuneReader reader = archive.read(conversation, eventId - 1, RuneReader.Mode.CHECKSUMS)) {
            Rune rune = reader.poll();
            return rune == null ? null : rune.hash();
        } catch (LogFault unreadable) {
            return null;
        }
    }

    private static Finding mismatch(HeadList.Entry entry, long found) {
        String what =
                found < entry.eventId() ? "the log ends at event " + found : "the rune of that event is another one";
        return new Finding(
                Finding.Kind.HEAD_MISMATCH,
                entry.conversation(),
                entry.eventId(),
                0,
                0,
                "A signed head tells of event " + entry.eventId() + " of conversation " + entry.conversation() + "; "
                        + what + ".");
    }
}
