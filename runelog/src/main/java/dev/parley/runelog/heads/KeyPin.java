package dev.parley.runelog.heads;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.journal.TextTable;
import java.io.IOException;
import java.util.List;

/**
 * Whose lists of heads these are: the first key that signed here, written down once, before that key is in its place.
 *
 * @param isThere whether anything is written down
 * @param key the public key; empty where there is none or it cannot be read
 */
record KeyPin(boolean isThere, String key) {
    private static final String NAME = "pinned";
    private static final String LINE = "key ";

    static KeyPin read(Disk disk) throws IOException {
        if (!disk.exists(NAME)) {
            return new KeyPin(false, "");
        }
        List<String> lines = TextTable.load(disk, NAME).lines();
        boolean isKey = !lines.isEmpty() && lines.getFirst().startsWith(LINE);
        return new KeyPin(true, isKey ? lines.getFirst().substring(LINE.length()) : "");
    }

    /** Writes down whose lists these are, once. */
    static void write(Disk disk, String key) throws IOException {
        if (!disk.exists(NAME)) {
            TextTable.save(disk, NAME, List.of(LINE + key));
        }
    }
}
