package held.live;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import held.Commands;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The times in a record are those of the clock on the wall. */
class WallTimeTest {
    @TempDir
    private Path data;

    @Test
    void recordedTimesDoNotRunAheadOfTheClock() throws Exception {
        Commands.talk(data, "ana", Collections.nCopies(40, "help").toArray(String[]::new));
        long now = System.currentTimeMillis();
        RunelogSettings settings = RunelogSettings.standard(new SystemTime(), RandomSource.seeded(1));
        try (Runelog log = Runelog.open(new RealDisk(data), settings)) {
            List<Rune> runes = log.read("talk-1", 0).toList();
            long last = runes.getLast().envelope().wallMillis();
            assertTrue(
                    last <= now, "forty answers, and the record is " + (last - now) / 1000 + " s ahead of the clock");
        }
    }
}
