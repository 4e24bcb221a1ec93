package dev.parley.runelog.journal;

import dev.parley.kernel.Violation;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogFact;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one journal file from end to end and enters what stands in it into its conversations.
 *
 * <p>Damage is only judged when the next sound frame, or the end, is met: with nothing sound after it in the last file
 * it is a torn tail, everywhere else it halts the conversations concerned (ruling E1). Frames of a batch are held back
 * until its last one is there (ruling E6).
 */
final class FileScan {
    private static final int SECTOR = 512;

    private record Damage(int index, String conversation, long eventId) {}

    private final Conversations conversations;
    private final List<Finding> findings;
    private final RuneChain chain = new RuneChain();
    private final List<Damage> pending = new ArrayList<>();
    private final List<Integer> held = new ArrayList<>();
    private final JournalFile file;
    private final FrameCursor cursor;
    private final byte[] bytes;
    private final long from;
    private final boolean isLast;
    private boolean isEnded;
    private int group;
    private boolean endsGroup;
    /** From where on the order of frames is not known: a frame whose body alone is damaged still has its place. */
    private long damagedAt = Long.MAX_VALUE;

    private String heldConversation = "";
    private long heldNext;

    /** Where a file was read up to, and what is known of the frame before that place. */
    record Place(long offset, int group, boolean endsGroup) {
        static final Place START = new Place(JournalFile.FRAMES_AT, 0, true);
    }

    /** Scans from a place on at which a frame begins. */
    FileScan(JournalFile file, Place place, boolean isLast, Conversations conversations, List<Finding> findings)
            throws IOException {
        this.from = place.offset();
        this.group = place.group();
        this.endsGroup = place.endsGroup();
        this.file = file;
        this.isLast = isLast;
        this.conversations = conversations;
        this.findings = findings;
        this.cursor = new FrameCursor(file.salt());
        this.bytes = file.readFrom(from);
        cursor.over(bytes, bytes.length, from);
    }

    /** Reads the file, notes the order of its frames, and returns where its sound content ends. */
    Place scan(FrameOrder order, FoundOrders orders) {
        Place end = new Place(soundEnd(), group, endsGroup);
        orders.scanned(file.number(), order, bytes, from, damagedAt, end.offset());
        return end;
    }

    private long soundEnd() {
        int at = 0;
        int clean = 0;
        while (at < bytes.length) {
            switch (cursor.examine(at)) {
                case SOUND -> {
                    at = cursor.end();
                    group = cursor.group();
                    endsGroup = cursor.endsGroup();
                    sound();
                    clean = at;
                }
                case BAD_BODY -> {
                    int end = (int) Math.min((long) at + cursor.frameLength(), bytes.length);
                    if ((long) at + cursor.frameLength() > bytes.length) {
                        damagedAt = Math.min(damagedAt, from + at);
                    }
                    boolean isNextGroup = cursor.group() == (group + 1 & 0xFF);
                    at = damaged(new Damage(at, cursor.conversation(), cursor.eventId()), end, isNextGroup);
                }
                case BAD_HEADER -> at = unframed(at);
            }
        }
        breakBatch();
        boolean isCut = file.isMarked() && !isEnded;
        if (!pending.isEmpty()) {
            return isLast ? torn() : damagedEnd(isCut);
        }
        if (isCut) {
            reportCut(from + clean);
        }
        return from + clean;
    }

    /** Bytes at which no frame begins: the end, or damage up to the next frame. */
    private int unframed(int at) {
        int marked = markBytes(at, bytes.length);
        if (isZero(at + marked, bytes.length)) {
            isEnded = marked == FrameFormat.END_BYTES;
            return bytes.length;
        }
        damagedAt = Math.min(damagedAt, from + at);
        int next = cursor.resync(at + 1);
        boolean goesOn = !endsGroup && next < bytes.length && cursor.group() == group;
        return damaged(new Damage(at, "", 0), next, marked > 0 && !goesOn);
    }

    /** Notes damage, which may be known to begin where a group does, and answers where to go on. */
    private int damaged(Damage damage, int next, boolean beginsGroup) {
        boolean isFirst = pending.isEmpty();
        breakBatch();
        pending.add(damage);
        return isFirst && isUnfinished(damage.index(), next, beginsGroup) ? bytes.length : next;
    }

    /**
     * Whether a power cut explains the damage: a sector of the last group did not arrive, while others behind it did. The
     * group was never acknowledged then, because its sync had not returned; no other was begun after it. A sector that did
     * not arrive is recognised by what it still holds: the end mark before the group, or the zeros a file grows by. All
     * frames after the damage must be of the group in which the damage begins. That is the next one if the frame before
     * ended its group, or if the damage itself shows it (files from before that flag). An end mark in the middle of a group
     * is what a recovery has written that lost power itself before it cut the rest off; then it is still that group. The
     * frames after the damage are cut off with it, so they are reported with it.
     */
    private boolean isUnfinished(int at, int next, boolean beginsGroup) {
        if (!isLast || !file.isMarked() || !hasUntouchedSector(at, next)) {
            return false;
        }
        int last = beginsGroup || endsGroup ? group + 1 & 0xFF : group;
        List<Damage> behind = new ArrayList<>();
        int index = next;
        while (index < bytes.length) {
            int frame = cursor.resync(index);
            if (frame < bytes.length && cursor.group() != last) {
                return false;
            }
            if (frame > index && !isEnd(index)) {
                behind.add(new Damage(index, "", 0));
            }
            if (frame < bytes.length) {
                behind.add(new Damage(frame, cursor.conversation(), cursor.eventId()));
            }
            index = frame < bytes.length ? cursor.end() : frame;
        }
        pending.addAll(behind);
        return true;
    }

    /** Whether the end mark is here and nothing after it. */
    private boolean isEnd(int at) {
        int marked = markBytes(at, bytes.length);
        return marked == FrameFormat.END_BYTES && isZero(at + marked, bytes.length);
    }

    /** How many bytes of the end mark are here. */
    private int markBytes(int at, int end) {
        return markBytes(at, at, end);
    }

    /** How many bytes from a start on are still those of the end mark that began at a place before it. */
    private int markBytes(int at, int start, int end) {
        byte[] mark = file.isMarked() ? file.endMark(from + at) : new byte[0];
        int skipped = Math.min(start - at, mark.length);
        int differs =
                Arrays.mismatch(bytes, start, Math.min(start + mark.length - skipped, end), mark, skipped, mark.length);
        return differs < 0 ? mark.length - skipped : differs;
    }

    /** Whether one of the sectors of the damage, cut to it, holds what was there before: the rest of a mark, then zeros. */
    private boolean hasUntouchedSector(int at, int end) {
        int sectorEnd;
        for (int start = at; start < end; start = sectorEnd) {
            sectorEnd = (int) Math.min(SECTOR - (from + start) % SECTOR + start, bytes.length);
            if (isZero(start + markBytes(at, start, sectorEnd), sectorEnd)) {
                return true;
            }
        }
        return false;
    }

    private boolean isZero(int start, int end) {
        for (int i = start; i < end; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private void reportCut(long end) {
        findings.add(new Finding(
                isLast ? Finding.Kind.MISSING_END : Finding.Kind.DAMAGED_REGION,
                "",
                0,
                file.number(),
                end,
                "Journal file " + file.number() + " ends at byte " + end
                        + " without its end mark: what stood there was cut off, or was never finished."));
    }

    private void sound() {
        int index = cursor.index();
        String conversation = cursor.conversation();
        long eventId = cursor.eventId();
        if (!held.isEmpty() && (!conversation.equals(heldConversation) || eventId != heldNext)) {
            breakBatch();
        }
        settle();
        cursor.examine(index);
        if (cursor.continues()) {
            held.add(index);
            heldConversation = conversation;
            heldNext = eventId + 1;
            return;
        }
        for (int earlier : held) {
            cursor.examine(earlier);
            enter(heldConversation);
        }
        held.clear();
        cursor.examine(index);
        enter(conversation);
    }

    private void breakBatch() {
        if (!held.isEmpty()) {
            int first = held.getFirst();
            held.clear();
            cursor.examine(first);
            pending.add(new Damage(first, cursor.conversation(), cursor.eventId()));
        }
    }

    private void enter(String conversation) {
        conversations.restBeyond(Recovery.AWAKE_MAX);
        ConversationLog log = conversations.of(conversation);
        long eventId = cursor.eventId();
        if (eventId < log.earliest()) {
            return;
        }
        Hash before = cursor.previous();
        Hash hash = cursor.hash(chain);
        if (log.gapAt(eventId) != null) {
            log.noteBeyond(eventId, file.number(), cursor.offset(), before, hash);
            return;
        }
        if (log.quarantine() == null) {
            log.passGap();
            Violation violation = judge(log, eventId, before);
            if (violation == null) {
                log.recover(eventId, file.number(), cursor.offset(), before, hash);
                return;
            }
            halt(log, log.head() + 1, eventId - 1, violation, cursor.offset());
        }
        log.noteBeyond(eventId, file.number(), cursor.offset(), before, hash);
    }

    private @Nullable Violation judge(ConversationLog log, long eventId, Hash before) {
        Violation order = conversations.catalogue().failure(new LogFact.Appending(log.name(), log.head(), eventId));
        return order != null
                ? order
                : conversations.catalogue().failure(new LogFact.Linked(log.name(), eventId, log.headHash(), before));
    }

    private void halt(ConversationLog log, long eventId, long upTo, Violation broken, long offset) {
        log.halt(eventId, upTo, broken);
        String reason = broken.id() + ": " + broken.reason();
        findings.add(new Finding(Finding.Kind.QUARANTINED, log.name(), eventId, file.number(), offset, reason));
    }

    private boolean isGivenUp(Damage damage) {
        return !damage.conversation().isEmpty()
                && conversations.of(damage.conversation()).gapAt(damage.eventId()) != null;
    }

    /** Damage with something sound after it: never a torn tail. */
    private void settle() {
        for (Damage damage : pending) {
            if (isGivenUp(damage)) {
                continue;
            }
            long offset = from + damage.index();
            findings.add(new Finding(
                    Finding.Kind.DAMAGED_REGION,
                    damage.conversation(),
                    damage.eventId(),
                    file.number(),
                    offset,
                    "Journal file " + file.number() + " cannot be read at byte " + offset + "."));
            Violation violation = damage.conversation().isEmpty()
                    ? null
                    : conversations
                            .catalogue()
                            .failure(new LogFact.FrameRead(damage.conversation(), damage.eventId(), false));
            if (violation != null) {
                ConversationLog log = conversations.of(damage.conversation());
                halt(log, Math.min(damage.eventId(), log.head() + 1), damage.eventId(), violation, offset);
            }
        }
        pending.clear();
    }

    /** One finding for every conversation whose frames are seen there, and one where it cannot be seen whose they are. */
    private long torn() {
        long end = from + pending.getFirst().index();
        Map<String, Damage> first = new LinkedHashMap<>();
        pending.forEach(damage -> first.putIfAbsent(damage.conversation(), damage));
        for (Damage damage : first.values()) {
            String whose = damage.conversation().isEmpty()
                    ? ""
                    : ", with event " + damage.eventId() + " of conversation " + damage.conversation() + ",";
            findings.add(new Finding(
                    Finding.Kind.TORN_TAIL,
                    damage.conversation(),
                    damage.eventId(),
                    file.number(),
                    end,
                    "An unfinished write at the end of journal file " + file.number() + ", from byte " + end + " on"
                            + whose + " is cut off."));
        }
        return end;
    }

    /** Damage in a finished file; where its end mark is gone too, nobody can see whose runes went with it. */
    private long damagedEnd(boolean isCut) {
        long end = from + pending.getFirst().index();
        settle();
        if (isCut) {
            reportCut(end);
        }
        return end;
    }
}
