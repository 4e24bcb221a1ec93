package dev.parley.runelog.heads;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.Finding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is signed beside a journal: the newest list of heads that can be read and those it follows, the keys, and whether
 * the log was closed cleanly.
 *
 * @param newest the newest list that can be read, or null
 * @param signed what that list and those it follows tell together
 * @param isWhole whether all of them could be read, and no newer list is missing or unreadable
 * @param isSigned whether bases, gaps and clean closes are signed here; where no list can be read, nothing is signed of any
 *     conversation
 * @param isCrashed whether the log is open, or its process died: runes behind the heads are ordinary then
 * @param findings what is wrong with lists and keys, now or since an earlier opening
 * @param doubts what each list repeats from now on until an operator adopts the log
 */
public record HeadFolder(
        @Nullable HeadList newest,
        SignedHeads signed,
        boolean isWhole,
        boolean isSigned,
        boolean isCrashed,
        KeyChain keys,
        List<Finding> findings,
        List<HeadList.Doubt> doubts) {
    static final String FOLDER = "heads";
    private static final Pattern NAME = Pattern.compile("[0-9]{16}\\.heads");
    /** So many are repeated of each kind: a crowd of one kind leaves room for the others. */
    private static final int DOUBTS_MAX = 64;

    public HeadFolder {
        findings = List.copyOf(findings);
        doubts = List.copyOf(doubts);
    }

    static String nameOf(long number) {
        return FOLDER + "/" + String.format(Locale.ROOT, "%016d", number) + ".heads";
    }

    /** The numbers of the lists that are kept, oldest first. */
    public static List<Long> numbers(Disk disk) throws IOException {
        return disk.list(FOLDER).stream()
                .filter(name -> NAME.matcher(name).matches())
                .map(name -> Long.parseLong(name.substring(0, name.indexOf('.'))))
                .filter(number -> number > 0)
                .toList();
    }

    /** The list of this number, or null where it is missing or is not signed by the key it names. */
    public static @Nullable HeadList read(Disk disk, long number) throws IOException {
        String name = nameOf(number);
        try {
            HeadList list = disk.exists(name) ? HeadList.parse(disk.readAll(name)) : null;
            return list == null || (list.number() != 0 && list.number() != number) ? null : list;
        } catch (IllegalArgumentException unreadable) {
            return null;
        }
    }

    /** Reads everything that is signed. */
    public static HeadFolder read(Disk disk) throws IOException {
        List<Finding> findings = new ArrayList<>();
        KeyChain keys = keys(disk, findings);
        HeadList newest = null;
        long at = 0;
        boolean isWhole = true;
        for (long number : numbers(disk).reversed()) {
            newest = read(disk, number);
            if (newest != null) {
                at = number;
                break;
            }
            isWhole = false;
            findings.add(unreadable(number));
        }
        SignedHeads signed = new SignedHeads();
        if (newest != null && !collect(disk, newest, isOfKey(newest.key()), signed)) {
            isWhole = false;
            findings.add(unreadable(newest.since()));
            collectOlder(disk, newest, signed);
        }
        SignedState state = SignedState.read(disk, newest, at, keys);
        findings.addAll(state.findings());
        boolean isSigned = newest == null ? state.hasSigned() : newest.signsFacts() || state.isPutBack();
        List<HeadList.Doubt> before = newest == null ? List.of() : newest.doubts();
        List<HeadList.Doubt> doubts = doubts(before, isSigned ? findings : ofKeys(findings));
        before.stream()
                .map(HeadList.Doubt::finding)
                .filter(told -> !findings.contains(told))
                .toList()
                .forEach(findings::add);
        findings.addAll(strayNames(disk));
        return new HeadFolder(
                newest, signed, isWhole && !state.isMissing(), isSigned, state.isCrashed(), keys, findings, doubts);
    }

    private static List<Finding> ofKeys(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> finding.kind() == Finding.Kind.SIGNING_KEY)
                .toList();
    }

    /** What was in doubt before and what is found now, each once. */
    public static List<HeadList.Doubt> doubts(List<HeadList.Doubt> before, List<Finding> found) {
        Map<Finding.Kind, Integer> kept = new EnumMap<>(Finding.Kind.class);
        return Stream.concat(
                        before.stream(),
                        found.stream().map(finding -> new HeadList.Doubt(finding.kind(), finding.message())))
                .distinct()
                .filter(doubt -> kept.merge(doubt.kind(), 1, Integer::sum) <= DOUBTS_MAX)
                .toList();
    }

    private static List<Finding> strayNames(Disk disk) throws IOException {
        return disk.list(FOLDER).stream()
                .filter(name -> name.endsWith(".heads"))
                .filter(name -> !NAME.matcher(name).matches())
                .map(name -> unreadable("The file " + FOLDER + "/" + name
                        + " is no list of heads: its name is not a number of 16 digits. Remove it."))
                .toList();
    }

    private static KeyChain keys(Disk disk, List<Finding> findings) throws IOException {
        try {
            return KeyChain.load(disk);
        } catch (IllegalArgumentException refused) {
            findings.add(SignedState.key("The file " + KeyChain.NAME + " cannot be used: " + refused.getMessage()));
            return KeyChain.NONE;
        }
    }

    /**
     * Accepts lists that one key has signed. The first list after a change of the key follows none, so that a list of another
     * key among those that it follows is forged.
     */
    static Predicate<HeadList> isOfKey(String key) {
        return list -> list.key().equals(key);
    }

    /**
     * Adds a list and those it follows, as far as they are accepted; returns false where one of them cannot be read or is
     * not accepted.
     */
    public static boolean collect(Disk disk, HeadList from, Predicate<HeadList> accepts, SignedHeads into)
            throws IOException {
        HeadList at = from;
        while (at != null) {
            if (!accepts.test(at)) {
                return false;
            }
            into.addOlder(at);
            if (at.since() == 0) {
                return true;
            }
            at = at.since() < at.number() ? read(disk, at.since()) : null;
        }
        return false;
    }

    /** Where a list that others follow is gone, older ones of the same key still tell where conversations stood. */
    private static void collectOlder(Disk disk, HeadList newest, SignedHeads into) throws IOException {
        for (long number : numbers(disk).reversed()) {
            HeadList older = number < newest.number() ? read(disk, number) : null;
            if (older != null && older.key().equals(newest.key())) {
                into.addOlderHeads(older);
            }
        }
    }

    /** The files of the newest list and of those it follows, the newest first, behind the changes of the key. */
    public static byte[] exported(Disk disk) throws IOException {
        HeadFolder folder = read(disk);
        HeadList newest = folder.newest();
        if (newest == null || !folder.isWhole()) {
            throw new IllegalArgumentException("there is no whole list of heads to write");
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(folder.keys().bytes());
        long at = newest.number() == 0 ? numbers(disk).getLast() : newest.number();
        while (at > 0) {
            byte[] bytes = disk.readAll(nameOf(at));
            all.writeBytes(bytes);
            at = HeadList.parse(bytes).since();
        }
        return all.toByteArray();
    }

    private static Finding unreadable(long number) {
        return unreadable(
                "List of heads " + number + ", or one that it follows, cannot be read or is not signed by its key.");
    }

    private static Finding unreadable(String reason) {
        return new Finding(Finding.Kind.UNREADABLE_HEADS, "", 0, 0, 0, reason);
    }
}
