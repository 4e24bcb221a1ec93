package dev.parley.runelog.journal;

import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.disk.Disk;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Where compacted conversations begin: the last event id that is gone, and the hash of that rune. */
public final class BaseTable {
    static final String NAME = "compacted";

    /** The last rune that only a snapshot knows. */
    public record Base(long eventId, Hash hash) {}

    private final Map<String, Base> bases = new TreeMap<>();
    private boolean isDamaged;

    public static BaseTable load(Disk disk) throws IOException {
        TextTable text = TextTable.load(disk, NAME);
        BaseTable table = new BaseTable();
        table.isDamaged = text.isDamaged();
        for (String line : text.lines()) {
            String[] parts = line.split(" ", 3);
            try {
                table.bases.put(
                        URLDecoder.decode(parts[2], StandardCharsets.UTF_8),
                        new Base(TextTable.eventId(parts[0]), Hash.ofHex(parts[1])));
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

    public void put(String conversation, Base base) {
        bases.put(conversation, base);
    }

    public Map<String, Base> all() {
        return bases;
    }

    public void save(Disk disk) throws IOException {
        List<String> lines = new ArrayList<>();
        bases.forEach((conversation, base) -> lines.add(base.eventId() + " "
                + base.hash().hex() + " " + URLEncoder.encode(conversation, StandardCharsets.UTF_8)));
        TextTable.save(disk, NAME, lines);
    }
}
