package dev.parley.app.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.proof.Forge.Frame;
import dev.parley.runelog.heads.HeadFile;
import dev.parley.runelog.heads.HeadList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Forges whole data folders by an attacker who knows the format: one change or several, covered up in every way that the
 * attacker has, with and without the key, and against heads that were kept elsewhere or none. Each forgery is found, or it
 * is of a class that docs/core.md names as not provable. What is found is found again after the owner of the folder has
 * started Parley on it. The seed decides which frames are hit.
 */
@Timeout(600)
class FolderForgeryTest {
    private static final long SEED = 26;
    private static final int COMBINATIONS = 130;
    private static final int FORGERIES_MIN = 500;

    @TempDir
    private Path folder = Path.of("");

    /** How the attacker makes the lists of heads fit. */
    private enum Cover {
        NONE(false),
        NEWEST_LIST_DELETED(false),
        ALL_LISTS_DELETED(false),
        LISTS_OF_BEFORE(false),
        LIST_EDITED(false),
        SIGNED_WITH_OWN_KEY(false),
        OWN_KEY_PINNED(false),
        OWN_OPEN_MARK(false),
        JUNK_LIST(false),
        NEWEST_LIST_LONGER(false),
        LISTS_AND_PIN_DELETED(false),
        PIN_DELETED(false),
        OLD_OPEN_MARK(false),
        OLD_FORMAT_LISTS(false),
        OLD_FORMAT_LISTS_ALONE(false),
        SIGNED_BEHIND(true),
        SIGNED_ANEW(true);

        private final boolean needsKey;

        Cover(boolean needsKey) {
            this.needsKey = needsKey;
        }
    }

    private enum Kept {
        NOTHING,
        EARLIER,
        NEWEST
    }

    /** What cannot be proven, by the name that docs/core.md has for it. */
    private enum NotProvable {
        STOLEN_KEY("stolen key"),
        STOLEN_KEY_AFTER_KEPT("stolen key, after the kept heads"),
        STOLEN_KEY_COMPACTION("stolen key, compaction"),
        OWN_KEY("own key in place of the pinned one"),
        EARLIER_STATE("earlier state of the whole folder"),
        AFTER_A_CRASH("appended after a crash");

        private final String named;

        NotProvable(String named) {
            this.named = named;
        }
    }

    private record Attempt(String what, Forge forged, Cover cover, Kept kept, boolean isCrashed) {}

    private final Map<NotProvable, List<String>> unfound = new EnumMap<>(NotProvable.class);
    private final List<String> missed = new ArrayList<>();
    private int attempts;

    @Test
    void everyForgeryIsFoundOrNamedAsNotProvable() throws IOException {
        HonestFolders honest = HonestFolders.in(folder);
        honestFoldersHold(honest);
        Forgeries forgeries = new Forgeries(honest.elsewhere(), honest.earlier());
        Random random = new Random(SEED);
        List<String> names = List.copyOf(forgeries.all().keySet());
        for (String name : names) {
            for (Cover cover : Cover.values()) {
                Kept kept = Kept.values()[attempts % Kept.values().length];
                attempt(honest, forgeries, List.of(name), cover, kept, random);
            }
        }
        for (int i = 0; i < COMBINATIONS; i++) {
            List<String> several = new ArrayList<>();
            for (int j = random.nextInt(2); j < 3; j++) {
                several.add(names.get(random.nextInt(names.size())));
            }
            Cover cover = Cover.values()[i % Cover.values().length];
            attempt(honest, forgeries, several, cover, Kept.values()[random.nextInt(Kept.values().length)], random);
        }
        for (String name : Forgeries.CAREFUL) {
            for (Cover cover : Cover.values()) {
                for (Kept kept : Kept.values()) {
                    attempt(honest, forgeries, List.of(name), cover, kept, random);
                }
            }
        }
        afterACrash(honest, random);
        assertEquals(List.of(), missed);
        assertTrue(attempts >= FORGERIES_MIN, attempts + " forgeries");
        assertEquals(EnumSet.allOf(NotProvable.class), unfound.keySet(), "each class occurs");
    }

    private static void honestFoldersHold(HonestFolders honest) {
        assertNull(FolderInspection.finding(honest.whole(), honest.kept()));
        assertNull(FolderInspection.finding(honest.whole(), honest.keptEarlier()));
        assertNull(FolderInspection.finding(honest.earlier(), honest.keptEarlier()));
        assertNull(FolderInspection.finding(honest.crashed(), honest.kept()));
        assertNull(FolderInspection.finding(honest.elsewhere(), null));
        assertTrue(honest.whole().files.containsKey("rotations"), "the key of the old lists was replaced");
    }

    private void attempt(
            HonestFolders honest, Forgeries forgeries, List<String> names, Cover cover, Kept kept, Random random) {
        Forge forged = honest.whole().copy();
        boolean isForged = false;
        for (String name : names) {
            try {
                isForged |= forgeries.named(name).on(forged, random);
            } catch (IndexOutOfBoundsException | NoSuchElementException | IllegalArgumentException gone) {
                // An earlier change of the same attempt took away what this one changes.
            }
        }
        if (isForged && !forged.conversations().isEmpty()) {
            cover(forged, cover, honest);
            judge(new Attempt(names + " " + cover + " " + kept, forged, cover, kept, false), honest);
        }
    }

    private static void cover(Forge forged, Cover cover, HonestFolders honest) {
        switch (cover) {
            case NONE -> {}
            case NEWEST_LIST_DELETED -> forged.files.remove(forged.lists().getLast());
            case ALL_LISTS_DELETED -> forged.lists().forEach(forged.files::remove);
            case LISTS_OF_BEFORE -> {
                forged.lists().forEach(forged.files::remove);
                honest.earlier()
                        .lists()
                        .forEach(name -> forged.files.put(name, honest.earlier().file(name)));
            }
            case LIST_EDITED -> {
                String name = forged.lists().getLast();
                Frame last = forged.frames(forged.conversations().getLast()).getLast();
                String text = new String(forged.file(name), StandardCharsets.UTF_8);
                String edited = text.replaceFirst("head \\d+ ", "head " + last.eventId() + " ");
                forged.files.put(
                        name,
                        (edited.equals(text) ? text.replaceFirst("wall \\d", "wall 2") : edited)
                                .getBytes(StandardCharsets.UTF_8));
            }
            case SIGNED_WITH_OWN_KEY -> forged.sign(Forge.ownKey());
            case OWN_KEY_PINNED -> {
                KeyPair own = Forge.ownKey();
                forged.lists().forEach(forged.files::remove);
                forged.install(own);
                forged.sign(own);
            }
            case OWN_OPEN_MARK -> {
                KeyPair own = Forge.ownKey();
                String mark = "parley-opened 1\nlist 0 " + "0".repeat(64) + "\nkey " + Forge.hex(own) + "\n";
                forged.files.put("opened", Forge.signed(mark, own));
            }
            case JUNK_LIST -> forged.files.put("heads/0000000000000099.heads", "junk".getBytes(StandardCharsets.UTF_8));
            case NEWEST_LIST_LONGER -> {
                String name = forged.lists().getLast();
                byte[] list = forged.file(name);
                forged.files.put(name, Arrays.copyOf(list, list.length + 1));
            }
            case LISTS_AND_PIN_DELETED -> {
                forged.lists().forEach(forged.files::remove);
                forged.files.remove("pinned");
            }
            case PIN_DELETED -> forged.files.remove("pinned");
            case OLD_OPEN_MARK -> {
                forged.files.put("opened", honest.crashed().file("opened"));
                forged.files.remove(forged.lists().getLast());
            }
            case OLD_FORMAT_LISTS -> putBack(forged, honest);
            case OLD_FORMAT_LISTS_ALONE -> {
                putBack(forged, honest);
                forged.files.remove("rotations");
                forged.files.remove("pinned");
            }
            case SIGNED_BEHIND -> forged.sign(forged.stolenKey());
            case SIGNED_ANEW -> {
                forged.lists().forEach(forged.files::remove);
                forged.sign(forged.stolenKey());
            }
        }
    }

    private static void putBack(Forge forged, HonestFolders honest) {
        forged.lists().forEach(forged.files::remove);
        forged.files.putAll(honest.oldLists());
    }

    /** A folder that counts as crashed: runes may stand behind the newest head, and nothing tells whose they are. */
    private void afterACrash(HonestFolders honest, Random random) {
        for (String name : honest.crashed().conversations()) {
            for (Kept kept : Kept.values()) {
                Forge forged = honest.crashed().copy();
                List<Frame> own = forged.frames(name);
                Frame copied = own.get(random.nextInt(own.size()));
                forged.append(new Frame(copied.canonical, copied.previous));
                forged.chain(name);
                judge(new Attempt("after a crash: a copy in " + name, forged, Cover.NONE, kept, true), honest);
            }
        }
        String added = "talk-1";
        Forge forged = honest.crashed().copy();
        forged.frames("open").forEach(forged::remove);
        judge(new Attempt("after a crash: the tail is gone", forged, Cover.NONE, Kept.NEWEST, true), honest);
        Forge more = honest.crashed().copy();
        honest.elsewhere().frames(added).forEach(frame -> more.append(frame));
        judge(new Attempt("after a crash: " + added + " twice", more, Cover.NONE, Kept.NEWEST, true), honest);
    }

    private void judge(Attempt attempt, HonestFolders honest) {
        attempts++;
        byte[] kept = switch (attempt.kept()) {
            case NOTHING -> null;
            case EARLIER -> honest.keptEarlier();
            case NEWEST -> honest.kept();
        };
        String found = FolderInspection.finding(attempt.forged(), kept);
        if (found == null) {
            NotProvable why = why(attempt, honest, kept);
            if (why == null) {
                missed.add(attempt.what());
            } else {
                unfound.computeIfAbsent(why, _ -> new ArrayList<>()).add(attempt.what());
            }
        } else if (FolderInspection.findingAfterAStart(attempt.forged(), kept) == null) {
            missed.add("after a start: " + attempt.what() + "; before: " + found);
        }
    }

    /** Of which class a forgery is that was not found; null where it should have been. */
    private static @Nullable NotProvable why(Attempt attempt, HonestFolders honest, byte @Nullable [] kept) {
        if (attempt.isCrashed()) {
            return NotProvable.AFTER_A_CRASH;
        }
        if (attempt.cover() == Cover.OWN_KEY_PINNED && kept == null) {
            return NotProvable.OWN_KEY;
        }
        if (!attempt.cover().needsKey && isBeginning(attempt.forged(), honest.whole())) {
            return NotProvable.EARLIER_STATE;
        }
        if (!attempt.cover().needsKey) {
            return null;
        }
        if (kept == null) {
            return NotProvable.STOLEN_KEY;
        }
        return switch (keptHeads(attempt.forged(), HeadFile.parse(kept))) {
            case HELD -> NotProvable.STOLEN_KEY_AFTER_KEPT;
            case COMPACTED -> NotProvable.STOLEN_KEY_COMPACTION;
            case OTHERS -> null;
        };
    }

    private enum KeptHeads {
        HELD,
        COMPACTED,
        OTHERS
    }

    /** Whether the runes of the kept heads are there, or given up by a base that the stolen key signed. */
    private static KeptHeads keptHeads(Forge forged, HeadFile kept) {
        Map<String, HeadList.Entry> heads = new HashMap<>();
        kept.lists().forEach(list -> list.heads().forEach(entry -> heads.putIfAbsent(entry.conversation(), entry)));
        KeptHeads all = KeptHeads.HELD;
        for (HeadList.Entry entry : heads.values()) {
            List<Frame> own = forged.frames(entry.conversation());
            boolean isHeld = own.stream()
                    .anyMatch(frame -> frame.eventId() == entry.eventId()
                            && Arrays.equals(frame.hash(), entry.hash().bytes()));
            boolean isBefore = !own.isEmpty() && own.getFirst().eventId() > entry.eventId();
            if (!isHeld && !isBefore) {
                return KeptHeads.OTHERS;
            }
            all = isHeld ? all : KeptHeads.COMPACTED;
        }
        return all;
    }

    /** Whether the folder holds what the honest one held at an earlier time, and lists of then. */
    private static boolean isBeginning(Forge forged, Forge whole) {
        for (Map.Entry<Long, Forge.JournalPart> part : forged.journals.entrySet()) {
            Forge.JournalPart honest = whole.journals.get(part.getKey());
            if (honest == null || honest.frames.size() < part.getValue().frames.size()) {
                return false;
            }
            for (int i = 0; i < part.getValue().frames.size(); i++) {
                Frame mine = part.getValue().frames.get(i);
                Frame theirs = honest.frames.get(i);
                if (!Arrays.equals(mine.canonical, theirs.canonical)
                        || !Arrays.equals(mine.previous, theirs.previous)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The classes that the test knows are those that the table tells the reader of. */
    @Test
    void theDocumentNamesEveryClass() throws IOException {
        Path root = Path.of(System.getProperty("parley.root", ".."));
        String core = Files.readString(root.resolve("docs/core.md"));
        Set<NotProvable> absent = EnumSet.noneOf(NotProvable.class);
        for (NotProvable each : NotProvable.values()) {
            if (!core.contains("| *" + each.named + "* |")) {
                absent.add(each);
            }
        }
        assertEquals(Set.of(), absent);
    }
}
