package dev.parley.runelog;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.heads.HeadFolder;
import dev.parley.runelog.heads.HeadList;
import dev.parley.runelog.journal.ConversationLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds a log against the signed heads beside it. A chain proves that nothing inside it was changed; only a head proves that
 * its end was not cut off, that no conversation is missing, and that the whole was not written anew.
 */
final class HeadCheck {
    private final RuneArchive archive;

    HeadCheck(RuneArchive archive) {
        this.archive = archive;
    }

    /** Halts what the newest list and those it follows show to be cut off; used at opening, so it reads no frames. */
    void hold(HeadFolder folder) {
        HeadList newest = folder.newest();
        archive.report(folder.findings());
        if (newest != null) {
            archive.report(haltCutTails(newest, folder.signed().heads()));
        }
    }

    private List<Finding> haltCutTails(HeadList list, List<HeadList.Entry> all) {
        List<Finding> findings = new ArrayList<>();
        for (HeadList.Entry entry : all) {
            ConversationLog log = archive.logs().peek(entry.conversation());
            boolean isCut = log.head() < entry.eventId();
            if (log.quarantine() == null && (isCut || isOther(log, entry))) {
                log = archive.logs().of(entry.conversation());
                Finding finding = mismatch(entry, log.head());
                findings.add(finding);
                if (isCut) {
                    log.halt(log.head() + 1, entry.eventId(), LogCatalogue.cut(finding.message()));
                } else {
                    archive.facts().noteChanged(entry.conversation());
                    log.halt(entry.eventId(), LogCatalogue.changed(finding.message()));
                }
            }
        }
        findings.addAll(cutBehind(list));
        return findings;
    }

    /**
     * Whether the rune that a signed head tells of is another one. A conversation that has grown since is asked, too: there
     * are as many of those as grew since the last list.
     */
    private boolean isOther(ConversationLog log, HeadList.Entry entry) {
        long eventId = entry.eventId();
        if (log.head() == eventId) {
            return !log.headHash().equals(entry.hash());
        }
        if (eventId < log.earliest() - 1 || log.gapAt(eventId) != null) {
            return false;
        }
        Hash found = hashAt(entry.conversation(), eventId);
        return found != null && !found.equals(entry.hash());
    }

    /** What was signed was on disk with its end mark; a write that was not finished does not take that away. */
    List<Finding> cutBehind(HeadList list) {
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

    static Finding mismatch(HeadList.Entry entry, long found) {
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
