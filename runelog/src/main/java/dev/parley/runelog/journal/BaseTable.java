package dev.parley.runelog.journal;

import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.LogFault;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Where compacted conversations begin: the last event id that is gone, and the hash of that rune. */
public final class BaseTable {
    private static final String NAME = "compacted";
    private static final String TITLE = "parley-compacted 1";

    /** The last rune that only a snapshot knows. */
    public record Base(long eventId, Hash hash) {}

    private final Map<String, Base> bases = new TreeMap<>();

    public static BaseTable load(Disk disk) throws IOException {
        BaseTable table = new BaseTable();
        if (!disk.exists(NAME)) {
            return table;
        }
        List<String> lines =
                new String(disk.readAll(NAME), StandardCharsets.UTF_8).lines().toList();
        if (lines.isEmpty() || !lines.getFirst().equals(TITLE)) {
            throw new LogFault("The file " + NAME + " in " + disk.printed() + " does not begin with '" + TITLE + "'.");
        }
        for (String line : lines.subList(1, lines.size())) {
            String[] parts = line.split(" ", 3);
            table.bases.put(
                    URLDecoder.decode(parts[2], StandardCharsets.UTF_8),
                    new Base(Long.parseLong(parts[0]), Hash.ofHex(parts[1])));
        }
        return table;
    }

    public void put(String conversation, Base base) {
        bases.put(conversation, base);
    }

    Map<String, Base> all() {
        return bases;
    }

    public void save(Disk disk) throws IOException {
        StringBuilder text = new StringBuilder(TITLE).append('\n');
        bases.forEach((conversation, base) -> text.append(base.eventId())
                .append(' ')
                .append(base.hash().hex())
                .append(' ')
                .append(URLEncoder.encode(conversation, StandardCharsets.UTF_8))
                .append('\n'));
        disk.replace(NAME, text.toString().getBytes(StandardCharsets.UTF_8));
    }
}
