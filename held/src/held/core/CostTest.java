package held.core;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.kernel.event.WriteClass;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.heads.HeadList;
import dev.parley.sim.run.VirtualTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written costs what has changed, and is of a size that can be read again. */
class CostTest {
    private final MemoryDisk disk = new MemoryDisk();
    private final RunelogSettings settings = RunelogSettings.inline(new VirtualTime(0), RandomSource.seeded(1));

    private void append(Runelog log, String conversation, long n) {
        log.append(RuneDraft.of(conversation, "test.counted", Json.Obj.EMPTY.with("n", n)), WriteClass.SPEECH);
    }

    @Test
    void headsCostWhatChangedAndNotWhatExists() throws Exception {
        int conversations = 2_000;
        for (int round = 0; round < 3; round++) {
            try (Runelog log = Runelog.open(disk, settings)) {
                for (int i = 0; i < conversations && round == 0; i++) {
                    append(log, "c" + i, i);
                }
                append(log, "c7", round);
            }
        }
        int named = HeadList.parse(disk.readAll("heads/" + disk.list("heads").getLast()))
                .heads()
                .size();
        assertTrue(named < 100, "one of 2,000 conversations goes on, and " + named + " heads are written");
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 31, Long.MAX_VALUE})
    void aSizeThatCannotBeReadBackIsRefused(long bytes) {
        assertThrows(
                IllegalArgumentException.class,
                () -> Runelog.open(disk, settings.withFileBytesMax(bytes)).close(),
                "a file of " + bytes + " bytes would be written, and sizes are read as ints");
    }
}
