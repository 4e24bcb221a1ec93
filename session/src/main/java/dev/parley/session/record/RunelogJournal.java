package dev.parley.session.record;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.append.WriteClass;
import dev.parley.runelog.fault.LogFault;
import dev.parley.session.port.Journal;
import java.util.Set;

/** The journal of a conversation in the process's log. */
public final class RunelogJournal implements Journal {
    private static final Set<String> IRREVERSIBLE = Set.of("tool.dispatched", "tool.approved", "control.lease_rotated");
    private static final Set<String> SILENCE =
            Set.of("turn.interrupted", "turn.error", "turn.closed", "control.cancel", "control.barge_in");

    private final Runelog log;

    public RunelogJournal(Runelog log) {
        this.log = log;
    }

    @Override
    public Rune append(RuneDraft draft) {
        try {
            return log.append(draft, writeClass(draft.kind())).rune();
        } catch (LogFault e) {
            EvidenceUnavailable unavailable = new EvidenceUnavailable("The log takes nothing more.");
            unavailable.initCause(e);
            throw unavailable;
        }
    }

    private static WriteClass writeClass(String kind) {
        if (IRREVERSIBLE.contains(kind)) {
            return WriteClass.IRREVERSIBLE;
        }
        return SILENCE.contains(kind) ? WriteClass.SILENCE : WriteClass.SPEECH;
    }
}
