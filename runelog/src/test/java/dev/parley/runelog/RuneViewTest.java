package dev.parley.runelog;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.LogFault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A reader that looks at runes where they stand sees what a reader that copies them sees. */
class RuneViewTest {
    private final MemoryDisk disk = new MemoryDisk();

    private Runelog twoConversations() throws IOException {
        Runelog log = Runelog.open(disk, Logs.inline().withFileBytesMax(2_000));
        for (int i = 1; i <= 40; i++) {
            log.append(Logs.draft("a", i), WriteClass.SPEECH);
            if (i % 3 == 0) {
                log.appendAll(List.of(Logs.draft("b", i), Logs.draft("b", -i)), WriteClass.SPEECH);
            }
        }
        return log;
    }

    @ParameterizedTest
    @EnumSource(RuneReader.Mode.class)
    void viewsAndRunesAreTheSame(RuneReader.Mode mode) throws IOException {
        try (Runelog log = twoConversations()) {
            for (String name : log.conversations()) {
                for (long after = 0; after < 5; after++) {
                    List<Rune> kept = new ArrayList<>();
                    try (RuneReader reader = log.read(name, after, mode)) {
                        for (RuneView view = reader.next(); view != null; view = reader.next()) {
                            assertEquals(view.eventId(), reader.cursor());
                            Rune rune = view.keep();
                            assertEquals(rune.envelope(), view.envelope());
                            assertEquals(rune.payload(), view.payload());
                            assertEquals(rune.previous(), view.previous());
                            assertEquals(rune.hash(), view.hash(new RuneChain()));
                            kept.add(rune);
                        }
                    }
                    assertEquals(log.read(name, after, mode).toList(), kept);
                }
            }
        }
    }

    @Test
    void longRunsAreReadInAnyMixtureOfViewsAndRunes() throws IOException {
        RandomSource random = RandomSource.seeded(11);
        try (Runelog log = Runelog.open(disk, Logs.inline().withCommitter(RunelogSettings.Committer.MANUAL))) {
            for (int i = 1; i <= 8_000; i++) {
                log.append(Logs.draft(i % 997 < 900 ? "a" : "b", i), WriteClass.SPEECH);
            }
            log.commit();
            for (String name : List.of("a", "b")) {
                List<Rune> expected = log.read(name, 0).toList();
                List<Rune> found = new ArrayList<>();
                try (RuneReader reader = log.read(name, 0, RuneReader.Mode.CHECKSUMS)) {
                    while (found.size() < expected.size()) {
                        boolean isViewed = random.nextInt(50) > 0;
                        found.add(isViewed ? requireNonNull(reader.next()).keep() : requireNonNull(reader.poll()));
                    }
                    assertNull(reader.next());
                    assertNull(reader.poll());
                }
                assertEquals(expected, found);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = RuneReader.Mode.class,
            names = {"CHECKSUMS", "VERIFYING"})
    void damageEndsBothAtTheSameRune(RuneReader.Mode mode) throws IOException {
        twoConversations().close();
        String file = "journal/0000000000000001.journal";
        byte[] bytes = disk.readAll(file);
        bytes[bytes.length / 2] ^= 4;
        disk.replace(file, bytes);
        for (String name : List.of("a", "b")) {
            assertEquals(copied(name, mode), viewed(name, mode));
        }
    }

    private RuneArchive archive() throws IOException {
        return RuneArchive.open(disk, (what, done, total) -> {});
    }

    private List<Rune> copied(String name, RuneReader.Mode mode) throws IOException {
        List<Rune> runes = new ArrayList<>();
        try (RuneReader reader = archive().read(name, 0, mode)) {
            if (name.equals(damaged(mode))) {
                assertThrows(LogFault.class, () -> reader.forEach(runes::add));
            } else {
                reader.forEach(runes::add);
            }
        }
        return runes;
    }

    private List<Rune> viewed(String name, RuneReader.Mode mode) throws IOException {
        List<Rune> runes = new ArrayList<>();
        try (RuneReader reader = archive().read(name, 0, mode)) {
            if (name.equals(damaged(mode))) {
                assertThrows(LogFault.class, () -> collect(reader, runes));
            } else {
                collect(reader, runes);
            }
        }
        return runes;
    }

    private static void collect(RuneReader reader, List<Rune> runes) {
        for (RuneView view = reader.next(); view != null; view = reader.next()) {
            runes.add(view.keep());
        }
    }

    /** The one conversation in which the flipped bit lies. */
    private String damaged(RuneReader.Mode mode) throws IOException {
        List<String> names = new ArrayList<>();
        for (String name : List.of("a", "b")) {
            try (RuneReader reader = archive().read(name, 0, mode)) {
                reader.toList();
            } catch (LogFault met) {
                names.add(name);
            }
        }
        assertEquals(1, names.size());
        return names.getFirst();
    }
}
