package dev.parley.runelog;

import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.heads.HeadFolder;
import dev.parley.runelog.heads.HeadList;
import dev.parley.runelog.heads.SignedFacts;
import dev.parley.runelog.journal.BaseTable;
import dev.parley.runelog.journal.ConversationLog;
import dev.parley.runelog.journal.FoundOrders;
import dev.parley.runelog.journal.GapTable;
import dev.parley.runelog.journal.JournalFile;
import dev.parley.runelog.journal.Recovery;
import dev.parley.runelog.snapshot.Snapshots;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds what the tables and the journal say against what is signed: where conversations begin, which events were given up,
 * which runes stand behind the last head, and in which order frames stand.
 *
 * <p>Where bases are signed, one without an entry was not made by this log: its conversation is halted. Where they are not
 * yet signed, because the folder is older, it is reported until an operator adopts it. Lists that are gone or cannot be read
 * excuse nothing: what the others do not tell of counts as not signed.
 */
final class FactCheck {
    private final Disk disk;
    private final RuneArchive archive;
    private final Recovery recovery;
    private final HeadFolder folder;
    private final boolean isSigned;
    private final List<Finding> findings = new ArrayList<>();

    FactCheck(Disk disk, RuneArchive archive, Recovery recovery, HeadFolder folder) {
        this.disk = disk;
        this.archive = archive;
        this.recovery = recovery;
        this.folder = folder;
        this.isSigned = folder.isSigned();
    }

    /** Asks for the order of frames at the places at which it was signed, before the journal is read. */
    static void prepare(Recovery recovery, HeadFolder folder) {
        folder.signed()
                .orders()
                .forEach((file, any) -> recovery.orders()
                        .want(file, any.stream().map(HeadList.Order::end).toList()));
    }

    /** Makes the checks that opening makes; reads no snapshot. */
    void hold() throws IOException {
        folder.signed().heads().forEach(this::takeKept);
        recovery.bases().all().forEach(this::base);
        recovery.gaps().entries().forEach(this::gap);
        accounted();
        orders();
        doubts();
        archive.report(findings);
    }

    /** What is wrong with lists, keys and the order of frames is told by every list until it is adopted. */
    private void doubts() {
        HeadList newest = folder.newest();
        List<HeadList.Doubt> told = newest == null ? List.of() : newest.doubts();
        List<Finding> moved = findings.stream()
                .filter(finding -> finding.kind() == Finding.Kind.FRAME_ORDER)
                .toList();
        List<HeadList.Doubt> doubts = HeadFolder.doubts(folder.doubts(), moved);
        archive.facts().doubt(doubts);
        if (!doubts.equals(told)) {
            archive.facts().noteNew();
        }
    }

    /** What is signed of runes stays; bases and gaps are taken over one by one, if they are there. */
    private void takeKept(HeadList.Entry entry) {
        SignedFacts kept = entry.facts();
        if (!kept.isEmpty()) {
            archive.facts().put(entry.conversation(), kept.withBases(List.of()).withGaps(List.of()));
        }
    }

    private SignedFacts signedOf(String conversation) {
        HeadList.Entry entry = folder.signed().head(conversation);
        return entry == null ? SignedFacts.NONE : entry.facts();
    }

    private void base(String conversation, BaseTable.Base base) {
        SignedFacts.Base signed = signedOf(conversation).base(base.eventId(), base.hash());
        if (signed == null && isSigned) {
            String reason = "Conversation " + conversation + " begins after event " + base.eventId()
                    + ", and no signed entry says that it was compacted there.";
            doubt(Finding.Kind.UNSIGNED_BASE, conversation, base.eventId() + 1, reason);
            return;
        }
        SignedFacts.Base own = signed == null
                ? new SignedFacts.Base(base.eventId(), base.hash(), digest(conversation, base.eventId()), "")
                : signed;
        SignedFacts facts = archive.facts().of(conversation);
        archive.facts().put(conversation, facts.withBases(List.of(own)));
        if (!own.isVouched()) {
            findings.add(finding(
                    Finding.Kind.UNSIGNED_BASE,
                    conversation,
                    base.eventId(),
                    "Conversation " + conversation + " begins after event " + base.eventId()
                            + " since before compactions were signed; log adopt signs it."));
        }
    }

    private void gap(GapTable.Entry entry) {
        GapTable.Gap gap = entry.gap();
        String conversation = entry.conversation();
        SignedFacts.Gap signed = signedOf(conversation).gap(gap.from(), gap.to(), gap.before());
        String events = "Events " + gap.from() + " to " + gap.to() + " of conversation " + conversation;
        if (signed == null && isSigned) {
            doubt(
                    Finding.Kind.UNSIGNED_GAP,
                    conversation,
                    gap.from(),
                    events + " were given up, and no signed entry says that an operator did.");
            return;
        }
        SignedFacts.Gap own = signed == null ? new SignedFacts.Gap(gap.from(), gap.to(), gap.before(), "") : signed;
        SignedFacts facts = archive.facts().of(conversation);
        List<SignedFacts.Gap> more = new ArrayList<>(facts.gaps());
        more.add(own);
        archive.facts().put(conversation, facts.withGaps(more));
        if (!own.isVouched()) {
            findings.add(finding(
                    Finding.Kind.UNSIGNED_GAP,
                    conversation,
                    gap.from(),
                    events + " were given up before that was signed; log adopt signs it."));
        }
    }

    /** What nothing vouches for is neither read nor signed until an operator adopts it. */
    private void doubt(Finding.Kind kind, String conversation, long eventId, String reason) {
        findings.add(finding(kind, conversation, eventId, reason));
        archive.facts().doubt(conversation, folder.signed().head(conversation));
        archive.logs().of(conversation).halt(eventId, LogCatalogue.changed(reason));
    }

    private void accounted() {
        for (String conversation : archive.conversations()) {
            ConversationLog log = archive.logs().peek(conversation);
            HeadList.Entry entry = folder.signed().head(conversation);
            long from = Math.max(told(entry) + 1, log.earliest());
            long to = readable(log);
            if (isSigned && !folder.isCrashed() && from <= to) {
                SignedFacts facts = archive.facts().of(conversation);
                List<SignedFacts.Run> runs = new ArrayList<>(facts.unaccounted());
                runs.add(new SignedFacts.Run(from, to, ""));
                archive.facts().put(conversation, facts.withUnaccounted(runs));
                archive.facts().noteNew();
            }
            for (SignedFacts.Run run : archive.facts().of(conversation).unaccounted()) {
                findings.add(finding(
                        Finding.Kind.UNACCOUNTED,
                        conversation,
                        run.from(),
                        "Events " + run.from() + " to " + run.to() + " of conversation " + conversation
                                + " were written after the log was closed, and not by it; log adopt accepts them."));
            }
        }
    }

    /** The last event that is signed, or is signed as unaccounted: the entry of a halted conversation stays where it was. */
    private static long told(HeadList.@Nullable Entry entry) {
        if (entry == null) {
            return 0;
        }
        return entry.facts().unaccounted().stream()
                .mapToLong(SignedFacts.Run::to)
                .reduce(entry.eventId(), Math::max);
    }

    /** The last event that stays readable: damage behind runes that no head accounts for does not excuse them. */
    private static long readable(ConversationLog log) {
        ConversationLog.Quarantine halted = log.quarantine();
        return halted == null ? log.durable() : Math.min(log.durable(), halted.eventId() - 1);
    }

    private void orders() throws IOException {
        List<Long> there = Recovery.numbers(disk);
        folder.signed().orders().forEach((file, any) -> {
            if (isShort(file, any, there)) {
                findings.add(new Finding(
                        Finding.Kind.FRAME_ORDER,
                        "",
                        0,
                        file,
                        recovery.orders().endOf(file),
                        "The order of frames in journal file " + file + " was signed further than the file goes."));
            } else if (isMoved(recovery.orders(), any)) {
                findings.add(new Finding(
                        Finding.Kind.FRAME_ORDER,
                        "",
                        0,
                        file,
                        0,
                        "The frames of journal file " + file + " stand in another order than was signed."));
            }
        });
    }

    /**
     * Whether a journal file ends before each place up to which its order was signed, or is gone, although nothing in it is
     * damaged: its frames were taken away or moved into another file. One that only its index told of is not compared.
     */
    private boolean isShort(long file, List<HeadList.Order> any, List<Long> there) {
        long signed = any.stream().mapToLong(HeadList.Order::end).min().orElse(0);
        long read = Math.max(JournalFile.FRAMES_AT, recovery.orders().endOf(file));
        boolean isKnown = !there.contains(file) || recovery.orders().files().contains(file);
        return isKnown && signed > read && !archive.isDamaged(file);
    }

    /** Whether a file that was read without damage has none of the orders that are signed. */
    private static boolean isMoved(FoundOrders found, List<HeadList.Order> any) {
        boolean isCompared = false;
        for (HeadList.Order order : any) {
            if (order.end() <= found.soundUpTo(order.file())) {
                isCompared = true;
                if (order.digest().equals(found.at(order.file(), order.end()))) {
                    return false;
                }
            }
        }
        return isCompared;
    }

    /** Reads the snapshots that conversations begin after, and reports those that are missing or not the signed ones. */
    List<Finding> snapshots() {
        List<Finding> wrong = new ArrayList<>();
        for (Map.Entry<String, BaseTable.Base> table : recovery.bases().all().entrySet()) {
            String conversation = table.getKey();
            long eventId = table.getValue().eventId();
            String why = archive.facts().isDoubted(conversation) ? null : wrongSnapshot(conversation);
            if (why != null) {
                wrong.add(finding(Finding.Kind.BASE_SNAPSHOT, conversation, eventId, why));
            }
        }
        return wrong;
    }

    private @Nullable String wrongSnapshot(String conversation) {
        try {
            archive.base(conversation);
            return null;
        } catch (LogFault wrong) {
            return String.valueOf(wrong.getMessage());
        } catch (IOException missing) {
            return "The snapshot that " + conversation + " begins after cannot be read: " + missing.getMessage();
        }
    }

    /** The digest of a snapshot as it is there; zero where there is none. */
    private Hash digest(String conversation, long eventId) {
        return digest(disk, conversation, eventId);
    }

    static Hash digest(Disk disk, String conversation, long eventId) {
        try {
            return new Snapshots(disk).read(conversation, eventId).digest();
        } catch (IOException | LogFault unusable) {
            return Hash.ZERO;
        }
    }

    private static Finding finding(Finding.Kind kind, String conversation, long eventId, String reason) {
        return new Finding(kind, conversation, eventId, 0, 0, reason);
    }
}
