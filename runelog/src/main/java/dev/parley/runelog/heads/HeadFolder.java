package dev.parley.runelog.heads;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.journal.TextTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lists of heads beside a journal, and the key that is pinned as theirs. */
public final class HeadFolder {
    private static final String FOLDER = "heads";
    private static final String PIN = "pinned";

    private HeadFolder() {}

    static String nameOf(long number) {
        return FOLDER + "/" + String.format(Locale.ROOT, "%016d", number) + ".heads";
    }

    /** The numbers of the lists that are kept, oldest first. */
    public static List<Long> numbers(Disk disk) throws IOException {
        return disk.list(FOLDER).stream()
                .filter(name -> name.endsWith(".heads"))
                .map(name -> Long.parseLong(name.substring(0, name.indexOf('.'))))
                .toList();
    }

    /** The list of this number, or null where it is missing or is not signed by the key it names. */
    public static @Nullable HeadList read(Disk disk, long number) throws IOException {
        String name = nameOf(number);
        try {
            return disk.exists(name) ? HeadList.parse(disk.readAll(name)) : null;
        } catch (IllegalArgumentException unreadable) {
            return null;
        }
    }

    /**
     * Enters what the lists from one on, back to another one exclusively, name; of a conversation, what the newest of them
     * names. Returns false where one of them cannot be read.
     */
    public static boolean collect(Disk disk, long from, long downTo, Map<String, HeadList.Entry> into)
            throws IOException {
        long at = from;
        while (at > downTo) {
            HeadList list = read(disk, at);
            if (list == null) {
                return false;
            }
            list.heads().forEach(entry -> into.putIfAbsent(entry.conversation(), entry));
            at = list.since();
        }
        return true;
    }

    /** Writes down whose lists these are, once, when the first one is on disk. */
    static void pin(Disk disk, String key) throws IOException {
        if (!disk.exists(PIN)) {
            TextTable.save(disk, PIN, List.of("key " + key));
        }
    }

    /** What does not fit the pinned key: the key itself, the newest list, or that there is no list at all. */
    public static List<Finding> findings(Disk disk, @Nullable HeadList newest) throws IOException {
        List<String> pins = TextTable.load(disk, PIN).lines();
        List<Finding> findings = new ArrayList<>();
        String own = HeadSigner.publicKey(disk);
        if (pins.isEmpty()) {
            if (newest != null && !newest.key().equals(own)) {
                findings.add(finding("The key that signed the newest list of heads is not here."));
            }
            return findings;
        }
        String pinned = pins.getFirst().substring("key ".length());
        if (own.isEmpty()) {
            findings.add(finding("The key that signs lists of heads is missing or cannot be read."));
        } else if (!own.equals(pinned)) {
            findings.add(finding("The key that signs lists of heads is not the one that was pinned."));
        }
        if (newest == null) {
            findings.add(finding("Lists of heads were signed here, and none is left that can be read."));
        } else if (!newest.key().equals(pinned)) {
            findings.add(finding("The newest list of heads is signed by another key than the pinned one."));
        }
        return findings;
    }

    private static Finding finding(String reason) {
        return new Finding(Finding.Kind.SIGNING_KEY, "", 0, 0, 0, reason);
    }
}
