package dev.parley.runelog;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.runelog.journal.JournalSettings;

/**
 * How a log is kept.
 *
 * @param durability when a write counts as durable
 * @param committer who writes the journal
 * @param fileBytesMax a journal file that has grown this long is followed by a new one
 * @param groupBytesMax appenders wait while more than this is waiting to be written
 * @param growBytesMax by how much a file may grow ahead of its content
 * @param headsEveryNanos how often a signed list of heads is written while there is something new; 0 only at close
 * @param tailLagMax a live tail that is further behind than this is told
 * @param time where heads take their times from
 * @param random where salts come from
 */
public record RunelogSettings(
        Durability durability,
        Committer committer,
        long fileBytesMax,
        int groupBytesMax,
        long growBytesMax,
        long headsEveryNanos,
        long tailLagMax,
        TimeSource time,
        RandomSource random) {
    /** When a write counts as durable. */
    public enum Durability {
        /** An append returns when its own bytes are on disk. */
        EVERY,
        /** An append returns at once; its stage completes when the group it belongs to is on disk. */
        GROUP,
        /** The stage completes when the bytes were handed to the system; a power cut may lose them. */
        NONE
    }

    /** Who writes the journal. */
    public enum Committer {
        /** A loop with a thread of its own. */
        LOOP,
        /** The appender, before its append returns: no thread, for simulations and tools. */
        CALLER,
        /** Whoever calls {@link Runelog#commit}, so that a simulation decides when the disk answers. */
        MANUAL
    }

    private static final long MIB = 1 << 20;
    private static final long MINUTE_NANOS = 60_000_000_000L;

    /** For production: group commit by a loop of its own. */
    public static RunelogSettings standard(TimeSource time, RandomSource random) {
        return new RunelogSettings(
                Durability.GROUP,
                Committer.LOOP,
                64 * MIB,
                (int) (4 * MIB),
                4 * MIB,
                MINUTE_NANOS,
                100_000,
                time,
                random);
    }

    /** For simulations and tools: no thread, and every append is on disk when it returns. */
    public static RunelogSettings inline(TimeSource time, RandomSource random) {
        return standard(time, random)
                .withCommitter(Committer.CALLER)
                .withGrowBytesMax(0)
                .withHeadsEveryNanos(0);
    }

    public RunelogSettings withDurability(Durability durability) {
        return new RunelogSettings(
                durability,
                committer,
                fileBytesMax,
                groupBytesMax,
                growBytesMax,
                headsEveryNanos,
                tailLagMax,
                time,
                random);
    }

    public RunelogSettings withCommitter(Committer committer) {
        return new RunelogSettings(
                durability,
                committer,
                fileBytesMax,
                groupBytesMax,
                growBytesMax,
                headsEveryNanos,
                tailLagMax,
                time,
                random);
    }

    public RunelogSettings withFileBytesMax(long fileBytesMax) {
        return new RunelogSettings(
                durability,
                committer,
                fileBytesMax,
                groupBytesMax,
                growBytesMax,
                headsEveryNanos,
                tailLagMax,
                time,
                random);
    }

    public RunelogSettings withGrowBytesMax(long growBytesMax) {
        return new RunelogSettings(
                durability,
                committer,
                fileBytesMax,
                groupBytesMax,
                growBytesMax,
                headsEveryNanos,
                tailLagMax,
                time,
                random);
    }

    public RunelogSettings withHeadsEveryNanos(long headsEveryNanos) {
        return new RunelogSettings(
                durability,
                committer,
                fileBytesMax,
                groupBytesMax,
                growBytesMax,
                headsEveryNanos,
                tailLagMax,
                time,
                random);
    }

    public RunelogSettings withTailLagMax(long tailLagMax) {
        return new RunelogSettings(
                durability,
                committer,
                fileBytesMax,
                groupBytesMax,
                growBytesMax,
                headsEveryNanos,
                tailLagMax,
                time,
                random);
    }

    JournalSettings journal() {
        return new JournalSettings(durability != Durability.NONE, fileBytesMax, groupBytesMax, growBytesMax);
    }
}
