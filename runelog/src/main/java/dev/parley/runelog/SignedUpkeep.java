package dev.parley.runelog;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.LogEvents.AdoptedRange;
import dev.parley.kernel.event.LogEvents.RecordsAdopted;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.heads.HeadList;
import dev.parley.runelog.heads.SignedFacts;
import dev.parley.runelog.journal.BaseTable;
import dev.parley.runelog.journal.Compaction;
import dev.parley.runelog.journal.ConversationLog;
import dev.parley.runelog.journal.GapTable;
import dev.parley.runelog.journal.Journal;
import dev.parley.runelog.journal.Recovery;
import dev.parley.runelog.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * Changes of a log that a list of heads has to sign: compaction, adoption, a new key. What is to change is signed first and
 * changed then; a crash in between leaves an entry for something that was not done, which allows no more than was meant.
 */
final class SignedUpkeep implements Compaction.Announcer {
    private final Disk disk;
    private final RuneArchive archive;
    private final Journal journal;
    private final Housekeeping housekeeping;

    SignedUpkeep(Disk disk, RuneArchive archive, Journal journal, Housekeeping housekeeping) {
        this.disk = disk;
        this.archive = archive;
        this.journal = journal;
        this.housekeeping = housekeeping;
    }

    private void sign() throws IOException {
        journal.atSafePoint((file, end, order) -> housekeeping.writeHeads(file, end, order, false));
    }

    /** Lets a conversation begin after a snapshot that was found to stand in its chain. */
    void compact(Snapshot snapshot, String reason) throws IOException {
        String conversation = snapshot.conversation();
        SignedFacts.Base base = new SignedFacts.Base(snapshot.eventId(), snapshot.chain(), snapshot.digest(), reason);
        SignedFacts before = archive.facts().of(conversation);
        List<SignedFacts.Base> both = new ArrayList<>(before.bases());
        both.add(base);
        signFacts(conversation, before.withBases(both));
        BaseTable bases = BaseTable.load(disk);
        bases.put(conversation, new BaseTable.Base(snapshot.eventId(), snapshot.chain()));
        bases.save(disk);
        archive.logs().use(conversation, log -> log.startAfter(snapshot.eventId(), snapshot.chain()));
        archive.facts().put(conversation, archive.facts().of(conversation).withBases(List.of(base)));
    }

    /** Signs that events are given up, before they are. */
    void announce(String conversation, GapTable.Gap gap, String reason) throws IOException {
        SignedFacts before = archive.facts().of(conversation);
        List<SignedFacts.Gap> more = new ArrayList<>(before.gaps());
        more.add(new SignedFacts.Gap(gap.from(), gap.to(), gap.before(), reason));
        signFacts(conversation, before.withGaps(more));
    }

    private void signFacts(String conversation, SignedFacts next) throws IOException {
        requireVouched(conversation);
        SignedFacts before = archive.facts().of(conversation);
        try {
            journal.atSafePoint((file, end, order) -> {
                archive.facts().put(conversation, next);
                housekeeping.due(conversation);
                housekeeping.writeHeads(file, end, order, false);
            });
        } catch (IOException | RuntimeException failed) {
            archive.facts().put(conversation, before);
            throw failed;
        }
    }

    /** What nothing vouches for is adopted before anything else is done with it. */
    void requireVouched(String conversation) {
        if (archive.facts().isDoubted(conversation)) {
            throw new LogFault("Nothing vouches for conversation " + conversation
                    + " as it is here; log adopt --reason TEXT signs it, if it is what it should be.");
        }
    }

    long reclaim() throws IOException {
        return new Compaction(disk, archive.logs(), this).reclaim(journal.fileNumber());
    }

    @Override
    public void announce(long file, long end, Hash order) throws IOException {
        journal.atSafePoint((writing, durable, written) -> {
            housekeeping.announce(new HeadList.Order(file, end, order));
            housekeeping.writeHeads(writing, durable, written, false);
        });
    }

    @Override
    public void done(long file, long end, Hash order) throws IOException {
        journal.atSafePoint(
                (writing, durable, written) -> housekeeping.exchanged(new HeadList.Order(file, end, order)));
    }

    /** Signs with a new key, and with it all that is known; answers the new public key. */
    String rotate(String reason) throws IOException {
        List<String> fresh = new ArrayList<>();
        journal.atSafePoint((file, end, order) -> {
            fresh.add(housekeeping.rotate(reason));
            housekeeping.writeHeads(file, end, order, false);
        });
        return fresh.getFirst();
    }

    /** Signs what nothing vouched for, as it is there now, and answers what that is. */
    List<Adopted> adopt(String reason) throws IOException {
        requireUnchanged();
        List<Adopted> all = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>(archive.facts().conversations());
        names.addAll(archive.facts().doubted());
        for (String conversation : names) {
            boolean wasDoubted = archive.facts().isDoubted(conversation);
            SignedFacts before = archive.facts().of(conversation);
            SignedFacts after = adopted(conversation, before, reason, all);
            if (wasDoubted || !after.equals(before)) {
                archive.facts().put(conversation, after);
                archive.facts().trust(conversation);
                housekeeping.due(conversation);
                if (wasDoubted) {
                    archive.logs().of(conversation).release();
                }
            }
        }
        adoptOrders(all);
        archive.facts().doubts().stream()
                .filter(doubt -> doubt.kind() != Finding.Kind.FRAME_ORDER)
                .forEach(doubt -> all.add(new Adopted("", doubt.kind().name().toLowerCase(Locale.ROOT), 0, 0)));
        archive.facts().doubt(List.of());
        sign();
        return all;
    }

    /** A rune that a signed head tells of and that is another one is not accepted by signing what is there now. */
    private void requireUnchanged() {
        for (String conversation : archive.facts().changed()) {
            if (archive.logs().peek(conversation).quarantine() != null) {
                throw new LogFault("Nothing is adopted: an event of conversation " + conversation
                        + " is another one than a signed head tells of. Restore a copy, or give it up first with log"
                        + " readmit.");
            }
        }
    }

    /** Reads the whole journal for it; files from before orders were signed are signed as well. */
    private void adoptOrders(List<Adopted> all) throws IOException {
        RuneArchive whole = RuneArchive.open(disk, Progress.SILENT, LogCatalogue.full(), false);
        for (long file : new TreeSet<>(whole.orders().files())) {
            long end = whole.orders().endOf(file);
            Hash order = whole.orders().at(file, end);
            boolean isMoved = whole.isMoved(file);
            if (order != null && (isMoved || !housekeeping.knowsOrder(file)) && file != journal.fileNumber()) {
                done(file, end, order);
                if (isMoved) {
                    all.add(new Adopted("", "order", file, file));
                }
            }
        }
        List<Long> there = Recovery.numbers(disk);
        for (long file : housekeeping.orderedFiles()) {
            if (!there.contains(file)) {
                housekeeping.announce(new HeadList.Order(file, 0, Hash.ZERO));
                all.add(new Adopted("", "order", file, file));
            }
        }
    }

    private SignedFacts adopted(String conversation, SignedFacts before, String reason, List<Adopted> all)
            throws IOException {
        ConversationLog log = archive.logs().peek(conversation);
        SignedFacts after = before;
        if (log.earliest() > 1) {
            long eventId = log.earliest() - 1;
            Hash snapshot = FactCheck.digest(disk, conversation, eventId);
            SignedFacts.Base signed = before.base(eventId, log.base());
            if (signed == null || !signed.isVouched() || !signed.snapshot().equals(snapshot)) {
                after = after.withBases(List.of(new SignedFacts.Base(eventId, log.base(), snapshot, reason)));
                all.add(new Adopted(conversation, "base", eventId, eventId));
            }
        }
        List<SignedFacts.Gap> gaps = new ArrayList<>();
        for (GapTable.Gap gap : log.gaps()) {
            SignedFacts.Gap signed = before.gap(gap.from(), gap.to(), gap.before());
            boolean isVouched = signed != null && signed.isVouched();
            gaps.add(isVouched ? signed : new SignedFacts.Gap(gap.from(), gap.to(), gap.before(), reason));
            if (!isVouched) {
                all.add(new Adopted(conversation, "gap", gap.from(), gap.to()));
            }
        }
        before.unaccounted().forEach(run -> all.add(new Adopted(conversation, "runes", run.from(), run.to())));
        return after.withGaps(gaps).adopting(reason);
    }

    /** The rune in the house's log that tells of an adoption. */
    static RuneDraft told(List<Adopted> all, String actor, String reason) {
        List<AdoptedRange> ranges = all.stream()
                .map(one -> new AdoptedRange(one.conversation(), one.what(), one.from(), one.to()))
                .toList();
        return EventCatalogue.draft(House.LOG, new RecordsAdopted(actor, reason, ranges));
    }
}
