package dev.parley;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.disk.RealDisk;
import java.io.IOException;
import java.nio.file.Path;

/** Opens the record of a {@link Parley}. */
@FunctionalInterface
interface RecordSource {
    /** A record, and the disk on which profiles are kept beside it. */
    record Opened(Runelog log, Disk disk) {}

    Opened open(TimeSource clock) throws IOException;

    static RecordSource in(Path data) {
        return clock -> {
            RealDisk disk = new RealDisk(data);
            return new Opened(
                    Runelog.open(disk, RunelogSettings.standard(clock, RandomSource.seeded(clock.monotonicNanos()))),
                    disk);
        };
    }
}
