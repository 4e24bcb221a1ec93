package dev.parley.runelog.journal;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.LogFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A small table beside the journal, as lines of text. The file holds it twice, each time with a title before it and a
 * checksum behind it, so that one bad sector takes nothing away:
 *
 * <pre>
 * parley-NAME 2
 * (lines)
 * checksum (CRC32C over title and lines, hex)
 * </pre>
 *
 * <p>Version 1 had neither checksum nor copy; it is still read.
 *
 * @param lines what stands in the table
 * @param isDamaged whether one of the two copies cannot be read
 */
public record TextTable(List<String> lines, boolean isDamaged) {
    private static final String CHECKSUM = "checksum ";
    private static final long EVENT_MAX = Long.MAX_VALUE / 2;

    public TextTable {
        lines = List.copyOf(lines);
    }

    /** A line that is not of the table's form: the file was not written by this program. */
    static LogFault malformed(Disk disk, String name, String line) {
        return new LogFault("The file " + name + " in " + disk.printed() + " has a line that cannot be read: '" + line
                + "'. Restore it from a backup.");
    }

    /** An event id in a table; ids that a conversation cannot reach are refused. */
    static long eventId(String text) {
        long eventId = Long.parseLong(text);
        if (eventId < 1 || eventId > EVENT_MAX) {
            throw new IllegalArgumentException("An event id is from 1 to " + EVENT_MAX + ", not " + text + ".");
        }
        return eventId;
    }

    /** The table of this name; one that was never written has no lines. */
    public static TextTable load(Disk disk, String name) throws IOException {
        if (!disk.exists(name)) {
            return new TextTable(List.of(), false);
        }
        String text = new String(disk.readAll(name), StandardCharsets.UTF_8);
        if (text.startsWith(title(name, 1))) {
            return new TextTable(text.lines().skip(1).toList(), false);
        }
        String title = title(name, 2);
        for (int at = text.indexOf(title); at >= 0; at = text.indexOf(title, at + 1)) {
            String copy = copyAt(text, at);
            if (copy != null) {
                List<String> lines = copy.lines().toList();
                return new TextTable(lines.subList(1, lines.size() - 1), !text.equals(copy + copy));
            }
        }
        throw new LogFault(
                "The file " + name + " in " + disk.printed()
                        + " is damaged: neither of its two copies has the checksum that was stored with it. Restore it from a backup.");
    }

    /** The whole copy that begins here, or null where its checksum does not hold. */
    private static @Nullable String copyAt(String text, int at) {
        int checksum = text.indexOf("\n" + CHECKSUM, at) + 1;
        int end = text.indexOf('\n', checksum) + 1;
        if (checksum == 0 || end == 0) {
            return null;
        }
        String content = text.substring(at, checksum);
        String copy = text.substring(at, end);
        return copy.equals(sealed(content)) ? copy : null;
    }

    public static void save(Disk disk, String name, List<String> lines) throws IOException {
        StringBuilder content = new StringBuilder(title(name, 2));
        lines.forEach(line -> content.append(line).append('\n'));
        disk.replace(name, sealed(content.toString()).repeat(2).getBytes(StandardCharsets.UTF_8));
    }

    private static String sealed(String content) {
        CRC32C crc = new CRC32C();
        crc.update(content.getBytes(StandardCharsets.UTF_8));
        return content + CHECKSUM + String.format(Locale.ROOT, "%08x", crc.getValue()) + "\n";
    }

    private static String title(String name, int version) {
        return "parley-" + name + " " + version + "\n";
    }
}
