package dev.parley.runelog.journal;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds out what a journal holds: finished files by their index, the last one by reading it. */
public final class Recovery {
    /**
     * What was found.
     *
     * @param lastFile the number of the last journal file, or 0 where there is none
     * @param groups which group of the last file its last frame is of
     * @param endsGroup whether that frame is the last of its group
     * @param end where the sound content of the last file ends
     * @param order in which order the frames of the last file stand
     */
    public record Recovered(
            Conversations conversations,
            List<Finding> findings,
            long lastFile,
            int groups,
            boolean endsGroup,
            long end,
            FrameOrder order) {
        /** The same, where the last file is not written to any more. */
        public Recovered finished() {
            return new Recovered(conversations, findings, lastFile, groups, false, end, order);
        }
    }

    private static final Pattern NAME = Pattern.compile("[0-9]{16}\\.journal");

    /** While a log is opened, conversations rest once more than this many are objects. */
    static final int AWAKE_MAX = 65_536;

    private final Disk disk;
    private final Progress progress;
    private final Conversations conversations;
    private final List<Finding> findings = new ArrayList<>();
    private long lastFile;
    private FileScan.Place end = FileScan.Place.START;
    private FrameOrder order = new FrameOrder();
    private final FoundOrders orders = new FoundOrders();
    private BaseTable bases = new BaseTable();
    private GapTable gaps = new GapTable();

    public Recovery(Disk disk, LogCatalogue catalogue, Progress progress) {
        this.disk = disk;
        this.progress = progress;
        this.conversations = new Conversations(catalogue);
    }

    /** The order of frames in the files that were read. */
    public FoundOrders orders() {
        return orders;
    }

    /** Where compacted conversations begin, as it was read. */
    public BaseTable bases() {
        return bases;
    }

    /** Which events were given up, as it was read. */
    public GapTable gaps() {
        return gaps;
    }

    /** Reads what is there and changes nothing. */
    public Recovered read(boolean usesIndex) throws IOException {
        bases = BaseTable.load(disk);
        reportTable(BaseTable.NAME, bases.isDamaged());
        bases.all().forEach((name, base) -> conversations.of(name).startAfter(base.eventId(), base.hash()));
        gaps = GapTable.load(disk);
        reportTable(GapTable.NAME, gaps.isDamaged());
        gaps.entries().forEach(this::admit);
        List<Long> numbers = numbers(disk);
        for (int i = 0; i < numbers.size(); i++) {
            progress.at("journal files", i, numbers.size());
            read(numbers.get(i), usesIndex, i == numbers.size() - 1);
        }
        progress.at("journal files", numbers.size(), numbers.size());
        conversations.inMemory().forEach(ConversationLog::passGap);
        return recovered();
    }

    private Recovered recovered() {
        return new Recovered(
                conversations, List.copyOf(findings), lastFile, end.group(), end.endsGroup(), end.offset(), order);
    }

    private void reportTable(String name, boolean isDamaged) {
        if (isDamaged) {
            String reason = "One of the two copies in the file " + name + " is damaged; the other one is used.";
            findings.add(new Finding(Finding.Kind.DAMAGED_COPY, "", 0, 0, 0, reason));
        }
    }

    private void admit(GapTable.Entry entry) {
        GapTable.Gap gap = entry.gap();
        conversations.of(entry.conversation()).admit(gap);
        findings.add(new Finding(
                Finding.Kind.READMITTED,
                entry.conversation(),
                gap.from(),
                0,
                0,
                "Events " + gap.from() + " to " + gap.to() + " of conversation " + entry.conversation()
                        + " were given up when an operator readmitted it."));
    }

    /** Reads on from where the last reading ended, for a reader beside a writer in another process. */
    public Recovered readOn() throws IOException {
        FileScan.Place resumeAt = end;
        long resumeIn = lastFile;
        findings.clear();
        List<Long> numbers =
                numbers(disk).stream().filter(number -> number >= resumeIn).toList();
        for (int i = 0; i < numbers.size(); i++) {
            boolean isResumed = numbers.get(i) == resumeIn;
            end = isResumed ? resumeAt : FileScan.Place.START;
            order = isResumed ? order : new FrameOrder();
            lastFile = numbers.get(i);
            scan(numbers.get(i), i == numbers.size() - 1);
        }
        return recovered();
    }

    private void scan(long number, boolean isLast) throws IOException {
        try (JournalFile file = JournalFile.open(disk, number, false)) {
            if (file != null) {
                end = scanned(file, isLast);
            }
        }
    }

    private FileScan.Place scanned(JournalFile file, boolean isLast) throws IOException {
        return new FileScan(file, end, isLast, conversations, findings).scan(order, orders);
    }

    public static List<Long> numbers(Disk disk) throws IOException {
        List<String> names = disk.list(JournalFile.FOLDER).stream()
                .filter(name -> name.endsWith(".journal"))
                .toList();
        for (String name : names) {
            if (!NAME.matcher(name).matches()) {
                throw new LogFault("The file " + JournalFile.FOLDER + "/" + name + " in " + disk.printed()
                        + " is no journal file: its name is not a number of 16 digits. Move it out of that folder.");
            }
        }
        return names.stream()
                .map(name -> Long.parseLong(name.substring(0, name.indexOf('.'))))
                .sorted()
                .toList();
    }

    private void read(long number, boolean usesIndex, boolean isLast) throws IOException {
        try (JournalFile file = JournalFile.open(disk, number, false)) {
            lastFile = number;
            end = FileScan.Place.START;
            order = new FrameOrder();
            if (file == null) {
                headless(number, isLast);
                return;
            }
            reportHeader(file);
            IndexFile index = isLast ? null : IndexFile.read(disk, file);
            IndexFile lost = index != null && file.file().size() < index.end() ? index : null;
            boolean isWhole =
                    index != null && file.file().size() == index.end() && file.hasEndMark(file.framesEnd(index.end()));
            if (usesIndex && index != null && isWhole) {
                attach(index);
                return;
            }
            end = scanned(file, isLast);
            if (lost != null) {
                haltCut(number, lost);
            }
            noteRebuilt(
                    number,
                    usesIndex && !isLast && (index == null || file.file().size() > index.end()));
        }
    }

    private void attach(IndexFile index) throws IOException {
        for (IndexFile.Entry entry = index.next(); entry != null; entry = index.next()) {
            conversations.of(entry.conversation()).attach(entry.segment());
            conversations.restBeyond(AWAKE_MAX);
        }
    }

    private void reportHeader(JournalFile file) {
        if (file.isHeaderDamaged()) {
            findings.add(new Finding(
                    Finding.Kind.DAMAGED_COPY,
                    "",
                    0,
                    file.number(),
                    0,
                    "The header of journal file " + file.number() + " is damaged; its other copy is used."));
        }
    }

    /** A finished file never gets shorter, so what its index knows beyond its end was there and is lost. */
    private void haltCut(long number, IndexFile index) throws IOException {
        for (IndexFile.Entry entry = index.next(); entry != null; entry = index.next()) {
            ConversationLog log = conversations.of(entry.conversation());
            log.passGap();
            if (log.head() < entry.segment().lastId() && entry.segment().lastId() >= log.earliest()) {
                String reason = "Journal file " + number + " was cut: it held event "
                        + entry.segment().lastId() + " of conversation " + log.name() + ".";
                findings.add(new Finding(Finding.Kind.CUT_FILE, log.name(), log.head() + 1, number, 0, reason));
                log.halt(log.head() + 1, entry.segment().lastId(), LogCatalogue.cut(reason));
            }
        }
    }

    private void noteRebuilt(long number, boolean isRebuilt) {
        if (isRebuilt) {
            findings.add(new Finding(
                    Finding.Kind.INDEX_REBUILT,
                    "",
                    0,
                    number,
                    0,
                    "The index of journal file " + number + " was made again from the journal."));
        }
    }

    /** A file without a readable header: an unfinished creation if it is the last and holds nothing, else damage. */
    private void headless(long number, boolean isLast) throws IOException {
        byte[] content = disk.readAll(JournalFile.nameOf(number));
        if (isLast && content.length <= JournalFile.FRAMES_AT + FrameFormat.END_BYTES) {
            end = new FileScan.Place(0, 0, true);
            findings.add(new Finding(
                    Finding.Kind.TORN_TAIL,
                    "",
                    0,
                    number,
                    0,
                    "Journal file " + number + " was never finished and holds nothing."));
            return;
        }
        throw new LogFault("Journal file " + JournalFile.nameOf(number) + " in " + disk.printed()
                + " has no readable header, so none of its runes can be trusted. Restore it from a copy.");
    }

    /**
     * Makes the last file fit for writing: cuts off a torn tail, and writes the rest once more before it is synced. After
     * a sync that failed the system may hold pages in memory that never reached the disk and are no longer marked for
     * writing; reading them back proves nothing, writing them again does. The same goes for its name in the folder, if the process that
     * made the file did not live to sync that.
     *
     * <p>A file whose last frame does not end its group is finished here and never written to again: after an unfinished
     * group, a later scan of this file could not tell where the next group begins.
     */
    public static @Nullable JournalFile continueWriting(Disk disk, Recovered recovered, boolean wasClosedCleanly)
            throws IOException {
        if (recovered.lastFile() == 0) {
            return null;
        }
        if (recovered.end() == 0) {
            disk.delete(JournalFile.nameOf(recovered.lastFile()));
            disk.syncFolder(JournalFile.FOLDER);
            return null;
        }
        JournalFile file = JournalFile.open(disk, recovered.lastFile(), true);
        if (file == null) {
            return null;
        }
        long length = file.lengthWith(recovered.end());
        if (!wasClosedCleanly || file.file().size() != length || !file.hasEndMark(recovered.end())) {
            file.writeAnew(recovered.end());
            if (file.isMarked()) {
                file.file().write(ByteBuffer.wrap(file.endMark(recovered.end())), recovered.end());
            }
            file.force();
            file.trim(length);
            file.force();
            disk.syncFolder(JournalFile.FOLDER);
        }
        return file.isMarked() && recovered.endsGroup() ? file : leave(disk, recovered, file);
    }

    /** The file is finished as it is; new frames go into the next one. */
    private static @Nullable JournalFile leave(Disk disk, Recovered recovered, JournalFile file) throws IOException {
        try (file) {
            if (!isDamaged(recovered.findings(), file.number())) {
                file.writeIndex(disk, file.lengthWith(recovered.end()), recovered.conversations());
            }
        }
        return null;
    }

    /** Writes tables of which one copy is damaged anew, before the other one is damaged too. */
    public static void repairTables(Disk disk) throws IOException {
        BaseTable bases = BaseTable.load(disk);
        if (bases.isDamaged()) {
            bases.save(disk);
        }
        GapTable gaps = GapTable.load(disk);
        if (gaps.isDamaged()) {
            gaps.save(disk);
        }
    }

    /** Writes the indexes that were made again, where nothing in their files is damaged. */
    public static void writeRebuiltIndexes(Disk disk, Recovered recovered) throws IOException {
        for (long number : numbers(disk)) {
            boolean isRebuilt = recovered.findings().stream()
                    .anyMatch(finding -> finding.file() == number && finding.kind() == Finding.Kind.INDEX_REBUILT);
            if (isRebuilt && !isDamaged(recovered.findings(), number)) {
                writeIndex(disk, number, recovered.conversations());
            }
        }
    }

    /** Whether something inside this file cannot be read or does not stand where it should. */
    public static boolean isDamaged(List<Finding> findings, long file) {
        return findings.stream()
                .anyMatch(finding -> finding.file() == file
                        && switch (finding.kind()) {
                            case DAMAGED_REGION, QUARANTINED, CUT_FILE -> true;
                            case TORN_TAIL,
                                    MISSING_END,
                                    DAMAGED_COPY,
                                    INDEX_REBUILT,
                                    HEAD_MISMATCH,
                                    UNREADABLE_HEADS,
                                    SIGNING_KEY,
                                    MISSING_LIST,
                                    UNSIGNED_BASE,
                                    UNSIGNED_GAP,
                                    BASE_SNAPSHOT,
                                    UNACCOUNTED,
                                    FRAME_ORDER,
                                    INCOMPARABLE,
                                    READMITTED,
                                    UNFOUNDED -> false;
                        });
    }

    private static void writeIndex(Disk disk, long number, Conversations conversations) throws IOException {
        try (JournalFile file = JournalFile.open(disk, number, false)) {
            if (file != null) {
                file.writeIndex(disk, file.file().size(), conversations);
            }
        }
    }
}
