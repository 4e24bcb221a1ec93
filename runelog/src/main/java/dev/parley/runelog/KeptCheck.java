package dev.parley.runelog;

import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.heads.HeadFile;
import dev.parley.runelog.heads.HeadFolder;
import dev.parley.runelog.heads.HeadList;
import dev.parley.runelog.heads.SignedFacts;
import dev.parley.runelog.heads.SignedHeads;
import dev.parley.runelog.journal.ConversationLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Holds a log against lists of heads that were kept elsewhere. Their key is what is trusted: of the lists in the folder only
 * those count that are signed by it or by a key that it vouches for.
 */
final class KeptCheck {
    private final Disk disk;
    private final RuneArchive archive;
    private final HeadFile kept;
    private final HeadFolder folder;
    private final Set<String> trusted;
    private final SignedHeads signed = new SignedHeads();
    private final List<Finding> findings = new ArrayList<>();
    private final List<Comparison> comparisons = new ArrayList<>();

    KeptCheck(Disk disk, RuneArchive archive, HeadFile kept) throws IOException {
        this.disk = disk;
        this.archive = archive;
        this.kept = kept;
        this.folder = HeadFolder.read(disk);
        this.trusted = folder.keys().and(kept.keys()).vouchedBy(kept.newest().key());
    }

    List<Finding> findings() {
        return findings;
    }

    List<Comparison> comparisons() {
        return comparisons;
    }

    void compare() throws IOException {
        lists();
        SignedHeads before = new SignedHeads();
        kept.lists().forEach(before::addOlder);
        boolean isWhole = isWhole(before);
        for (HeadList.Entry entry : before.heads()) {
            compare(entry);
        }
        for (String conversation : archive.conversations()) {
            if (before.head(conversation) == null) {
                unnamed(conversation, isWhole);
            }
        }
        findings.addAll(new HeadCheck(archive).cutBehind(kept.newest()));
    }

    /** Whether the newest list of the folder is one that the kept one leads to. */
    private void lists() throws IOException {
        HeadList own = kept.newest();
        HeadList newest = folder.newest();
        if (newest == null || newest.number() < own.number()) {
            findings.add(found(
                    Finding.Kind.MISSING_LIST,
                    "",
                    0,
                    "List of heads " + own.number() + " was kept elsewhere, and here "
                            + (newest == null ? "is none." : "the newest is " + newest.number() + ".")));
        } else if (own.number() > 0) {
            HeadList same = HeadFolder.read(disk, own.number());
            if (same != null && !same.equals(own)) {
                findings.add(found(
                        Finding.Kind.MISSING_LIST,
                        "",
                        0,
                        "List of heads " + own.number() + " is another one than was kept elsewhere."));
            }
        }
        if (newest != null && !HeadFolder.collect(disk, newest, list -> trusted.contains(list.key()), signed)) {
            findings.add(found(
                    Finding.Kind.SIGNING_KEY,
                    "",
                    0,
                    "The newest list of heads, or one that it follows, cannot be read or is signed by a key that the kept"
                            + " list does not vouch for."));
        }
    }

    /** Whether the kept lists tell of all conversations, where the folder still has those that the last of them follows. */
    private boolean isWhole(SignedHeads before) throws IOException {
        HeadList last = kept.lists().getLast();
        if (last.since() == 0) {
            return true;
        }
        HeadList next = HeadFolder.read(disk, last.since());
        return next != null && HeadFolder.collect(disk, next, list -> list.key().equals(last.key()), before);
    }

    private void unnamed(String conversation, boolean isWhole) {
        if (isWhole) {
            comparisons.add(new Comparison(conversation, Comparison.How.NEW, 0));
            return;
        }
        comparisons.add(new Comparison(conversation, Comparison.How.INCOMPARABLE, 0));
        findings.add(found(
                Finding.Kind.INCOMPARABLE,
                conversation,
                0,
                "The kept list names only what changed after list "
                        + kept.lists().getLast().since()
                        + ", which is not here, so conversation " + conversation
                        + " cannot be compared. Keep what log head --out writes."));
    }

    private void compare(HeadList.Entry entry) {
        String conversation = entry.conversation();
        ConversationLog log = archive.logs().peek(conversation);
        long base = log.earliest() - 1;
        if (entry.eventId() > log.durable()) {
            compared(entry, Comparison.How.MISSING, entry.eventId());
            findings.add(HeadCheck.mismatch(entry, log.durable()));
            return;
        }
        sameSnapshot(entry, base, log.base());
        if (base > 0 && entry.eventId() <= base) {
            behindBase(entry, base, log.base());
        } else if (log.gapAt(entry.eventId()) != null) {
            compared(entry, Comparison.How.INCOMPARABLE, entry.eventId());
            findings.add(found(
                    Finding.Kind.INCOMPARABLE,
                    conversation,
                    entry.eventId(),
                    "Event " + entry.eventId() + " of conversation " + conversation
                            + " was kept as a head and is among the events that were given up."));
        } else if (entry.hash().equals(new HeadCheck(archive).hashAt(conversation, entry.eventId()))) {
            boolean isSame = entry.eventId() == log.durable();
            compared(entry, isSame ? Comparison.How.SAME : Comparison.How.EXTENDED, entry.eventId());
        } else {
            compared(entry, Comparison.How.DIFFERS, entry.eventId());
            findings.add(HeadCheck.mismatch(entry, log.durable()));
        }
    }

    /** Where the conversation begins as it did when the heads were kept, it begins with the same snapshot. */
    private void sameSnapshot(HeadList.Entry entry, long base, Hash hash) {
        HeadList.Entry now = signed.head(entry.conversation());
        SignedFacts.Base was = entry.facts().base(base, hash);
        SignedFacts.Base is = now == null ? null : now.facts().base(base, hash);
        if (was != null && is != null && !was.snapshot().equals(is.snapshot())) {
            findings.add(found(
                    Finding.Kind.BASE_SNAPSHOT,
                    entry.conversation(),
                    base,
                    "Conversation " + entry.conversation() + " begins after event " + base
                            + " with another snapshot than the kept list names."));
        }
    }

    /** What the kept head tells of is gone: only a signed entry says that it was there. */
    private void behindBase(HeadList.Entry entry, long base, Hash hash) {
        HeadList.Entry now = signed.head(entry.conversation());
        SignedFacts.Base vouched = now == null ? null : now.facts().base(base, hash);
        boolean isSame = entry.eventId() < base || entry.hash().equals(hash);
        if (vouched != null && vouched.isVouched() && isSame) {
            compared(entry, Comparison.How.COMPACTED, base);
            return;
        }
        compared(entry, isSame ? Comparison.How.INCOMPARABLE : Comparison.How.DIFFERS, entry.eventId());
        findings.add(found(
                isSame ? Finding.Kind.INCOMPARABLE : Finding.Kind.HEAD_MISMATCH,
                entry.conversation(),
                entry.eventId(),
                "Conversation " + entry.conversation() + " begins after event " + base
                        + ", and the kept head is of event " + entry.eventId()
                        + "; no entry that the kept key vouches for says that it was compacted there."));
    }

    private void compared(HeadList.Entry entry, Comparison.How how, long at) {
        comparisons.add(new Comparison(entry.conversation(), how, at));
    }

    private static Finding found(Finding.Kind kind, String conversation, long eventId, String reason) {
        return new Finding(kind, conversation, eventId, 0, 0, reason);
    }
}
