package dev.parley.runelog.journal;

import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.disk.Disk;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Which events an operator has given up so that their conversations could go on. */
public final class GapTable {
    static final String NAME = "readmitted";

    /** Events that are given up; the rune after them follows, in the chain, the one before them. */
    public record Gap(long from, long to, Hash before) {
        boolean holds(long eventId) {
            return eventId >= from && eventId <= to;
        }
    }

    /** A gap and the conversation that has it. */
    public record Entry(String conversation, Gap gap) {}

    private final List<Entry> entries = new ArrayList<>();

    private boolean isDamaged;

    public static GapTable load(Disk disk) throws IOException {
        TextTable text = TextTable.load(disk, NAME);
        GapTable table = new GapTable();
        table.isDamaged = text.isDamaged();
        for (String line : text.lines()) {
            String[] parts = line.split(" ", 4);
            try {
                Gap gap = new Gap(TextTable.eventId(parts[0]), TextTable.eventId(parts[1]), Hash.ofHex(parts[2]));
                table.entries.add(new Entry(URLDecoder.decode(parts[3], StandardCharsets.UTF_8), gap));
            } catch (IllegalArgumentException | IndexOutOfBoundsException unreadable) {
                throw TextTable.malformed(disk, NAME, line);
            }
        }
        return table;
    }

    /** Whether one of the two copies on disk cannot be read. */
    boolean isDamaged() {
        return isDamaged;
    }

    public void put(String conversation, Gap gap) {
        entries.add(new Entry(conversation, gap));
    }

    public List<Entry> entries() {
        return entries;
    }

    public void save(Disk disk) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Entry entry : entries) {
            Gap gap = entry.gap();
            String name = URLEncoder.encode(entry.conversation(), StandardCharsets.UTF_8);
            lines.add(gap.from() + " " + gap.to() + " " + gap.before().hex() + " " + name);
        }
        TextTable.save(disk, NAME, lines);
    }
}
