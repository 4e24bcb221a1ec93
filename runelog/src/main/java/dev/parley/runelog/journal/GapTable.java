package dev.parley.runelog.journal;

import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.LogFault;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Which events an operator has given up so that their conversations could go on. */
public final class GapTable {
    private static final String NAME = "readmitted";
    private static final String TITLE = "parley-readmitted 1";

    /** Events that are given up; the rune after them follows, in the chain, the one before them. */
    public record Gap(long from, long to, Hash before) {
        boolean holds(long eventId) {
            return eventId >= from && eventId <= to;
        }
    }

    /** A gap and the conversation that has it. */
    record Entry(String conversation, Gap gap) {}

    private final List<Entry> entries = new ArrayList<>();

    public static GapTable load(Disk disk) throws IOException {
        GapTable table = new GapTable();
        if (!disk.exists(NAME)) {
            return table;
        }
        List<String> lines =
                new String(disk.readAll(NAME), StandardCharsets.UTF_8).lines().toList();
        if (lines.isEmpty() || !lines.getFirst().equals(TITLE)) {
            throw new LogFault("The file " + NAME + " in " + disk.printed() + " does not begin with '" + TITLE + "'.");
        }
        for (String line : lines.subList(1, lines.size())) {
            String[] parts = line.split(" ", 4);
            Gap gap = new Gap(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Hash.ofHex(parts[2]));
            table.entries.add(new Entry(URLDecoder.decode(parts[3], StandardCharsets.UTF_8), gap));
        }
        return table;
    }

    public void put(String conversation, Gap gap) {
        entries.add(new Entry(conversation, gap));
    }

    List<Entry> entries() {
        return entries;
    }

    public void save(Disk disk) throws IOException {
        StringBuilder text = new StringBuilder(TITLE).append('\n');
        for (Entry entry : entries) {
            text.append(entry.gap().from())
                    .append(' ')
                    .append(entry.gap().to())
                    .append(' ')
                    .append(entry.gap().before().hex())
                    .append(' ')
                    .append(URLEncoder.encode(entry.conversation(), StandardCharsets.UTF_8))
                    .append('\n');
        }
        disk.replace(NAME, text.toString().getBytes(StandardCharsets.UTF_8));
    }
}
