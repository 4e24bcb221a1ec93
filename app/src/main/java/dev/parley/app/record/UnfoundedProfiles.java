package dev.parley.app.record;

import dev.parley.runelog.Head;
import dev.parley.runelog.House;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.session.people.AuthoritySources;
import dev.parley.session.people.HouseSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Profiles in the book of a house that the runtime does not apply: their role or birthdate is in no allowed verdict, or they
 * were written while the log was closed. Other values are compared with their verdicts where those are decided again: by
 * replay.
 */
public final class UnfoundedProfiles {
    private static final String BOOK = House.conversation("people");

    private UnfoundedProfiles() {}

    /**
     * A finding for each of them, and one if the book cannot be read to the end that was verified.
     *
     * @param heads what the folder holds, as a verification of the whole journal found it
     */
    public static List<Finding> in(Disk disk, List<Head> heads) {
        List<Finding> findings = new ArrayList<>();
        heads.stream().filter(head -> head.conversation().equals(BOOK)).forEach(head -> check(disk, head, findings));
        return findings;
    }

    private static void check(Disk disk, Head head, List<Finding> findings) {
        long[] read = new long[1];
        try {
            RuneArchive archive = RuneArchive.open(disk, Progress.SILENT);
            AuthoritySources sources =
                    new AuthoritySources(AuthoritySources.Records.of(archive), HouseSpec.of(List.of()));
            try (RuneReader reader = archive.read(BOOK, 0)) {
                reader.forEach(rune -> {
                    String why = sources.refusal(rune);
                    if (why != null) {
                        findings.add(finding(rune.eventId(), "is not to be applied: " + why));
                    }
                    boolean isOther =
                            rune.eventId() == head.durable() && !rune.hash().equals(head.hash());
                    read[0] = isOther ? read[0] : rune.eventId();
                });
            }
            if (read[0] < head.durable()) {
                findings.add(finding(read[0] + 1, "is not read as it stands in the journal; its index may be wrong"));
            }
        } catch (LogFault | IllegalArgumentException | IOException unreadable) {
            findings.add(finding(
                    read[0] + 1,
                    "cannot be read, so that no profile from there on is checked: " + unreadable.getMessage()));
        }
    }

    private static Finding finding(long eventId, String told) {
        return new Finding(Finding.Kind.UNFOUNDED, BOOK, eventId, 0, 0, BOOK + ": event " + eventId + " " + told);
    }
}
