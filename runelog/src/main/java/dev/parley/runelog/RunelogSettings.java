package dev.parley.runelog;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.journal.JournalSettings;
import java.io.IOException;
import java.util.function.Consumer;

/** How a log is kept. Values are changed by copies: {@code RunelogSettings.standard(time, random).withFileBytesMax(n)}. */
public final class RunelogSettings {
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

    private static final System.Logger LOGGER = System.getLogger("dev.parley.runelog");
    private static final int MIB = 1 << 20;
    private static final long MINUTE_NANOS = 60_000_000_000L;

    private final TimeSource time;
    private final RandomSource random;
    private Durability durability = Durability.GROUP;
    private Committer committer = Committer.LOOP;
    private long fileBytesMax = 64L * MIB;
    private int groupBytesMax = 4 * MIB;
    private long roomWithinMs = 5_000;
    private long growBytesMax = 4L * MIB;
    private long headsEveryNanos = MINUTE_NANOS;
    private long tailLagMax = 100_000;
    private Consumer<? super LogFault> alarm = RunelogSettings::log;

    private RunelogSettings(TimeSource time, RandomSource random) {
        this.time = time;
        this.random = random;
    }

    private RunelogSettings(RunelogSettings from) {
        this(from.time, from.random);
        durability = from.durability;
        committer = from.committer;
        fileBytesMax = from.fileBytesMax;
        groupBytesMax = from.groupBytesMax;
        roomWithinMs = from.roomWithinMs;
        growBytesMax = from.growBytesMax;
        headsEveryNanos = from.headsEveryNanos;
        tailLagMax = from.tailLagMax;
        alarm = from.alarm;
    }

    /** For production: group commit by a loop of its own. Heads take their times, and files their salts, from these. */
    public static RunelogSettings standard(TimeSource time, RandomSource random) {
        return new RunelogSettings(time, random);
    }

    /** For simulations and tools: no thread, and every append is on disk when it returns. */
    public static RunelogSettings inline(TimeSource time, RandomSource random) {
        return standard(time, random)
                .withCommitter(Committer.CALLER)
                .withGrowBytesMax(0)
                .withHeadsEveryNanos(0);
    }

    public RunelogSettings withDurability(Durability next) {
        RunelogSettings copy = new RunelogSettings(this);
        copy.durability = next;
        return copy;
    }

    public RunelogSettings withCommitter(Committer next) {
        RunelogSettings copy = new RunelogSettings(this);
        copy.committer = next;
        return copy;
    }

    /** A journal file that has grown this long is followed by a new one. */
    public RunelogSettings withFileBytesMax(long next) {
        RunelogSettings copy = new RunelogSettings(this);
        copy.fileBytesMax = next;
        return copy;
    }

    /** Appenders wait while more than this is waiting to be written. */
    public RunelogSettings withGroupBytesMax(int next) {
        RunelogSettings copy = new RunelogSettings(this);
        copy.groupBytesMax = next;
        return copy;
    }

    /** So long appenders wait at most for a disk that takes nothing; then they are refused until it does. */
    public RunelogSettings withRoomWithinMs(long next) {
        RunelogSettings copy = new RunelogSettings(this);
        copy.roomWithinMs = next;
        return copy;
    }

    /** By how much a file may grow ahead of its content. */
    public RunelogSettings withGrowBytesMax(long next) {
        RunelogSettings copy = new RunelogSettings(this);
        copy.growBytesMax = next;
        return copy;
    }

    /** How often a signed list of heads is written while there is something new; 0 only at close. */
    public RunelogSettings withHeadsEveryNanos(long next) {
        RunelogSettings copy = new RunelogSettings(this);
        copy.headsEveryNanos = next;
        return copy;
    }

    /** A live tail that is further behind than this is told. */
    public RunelogSettings withTailLagMax(long next) {
        RunelogSettings copy = new RunelogSettings(this);
        copy.tailLagMax = next;
        return copy;
    }

    /**
     * Is called when the journal halts, when heads cannot be signed and when a callback fails, on the thread that met it.
     * It must only hand over. The standard one writes an error to the system's log.
     */
    public RunelogSettings withAlarm(Consumer<? super LogFault> next) {
        RunelogSettings copy = new RunelogSettings(this);
        copy.alarm = next;
        return copy;
    }

    Durability durability() {
        return durability;
    }

    Committer committer() {
        return committer;
    }

    long headsEveryNanos() {
        return headsEveryNanos;
    }

    long tailLagMax() {
        return tailLagMax;
    }

    TimeSource time() {
        return time;
    }

    RandomSource random() {
        return random;
    }

    /** Calls the alarm. One that fails itself is written to the system's log, with what it should have told. */
    void report(LogFault fault) {
        try {
            alarm.accept(fault);
        } catch (RuntimeException | Error failed) {
            fault.addSuppressed(failed);
            log(fault);
        }
    }

    /** A failing disk says all in one sentence; anything else is a bug, whose trace is needed. */
    private static void log(LogFault fault) {
        boolean isDisk = fault.getCause() instanceof IOException && fault.getSuppressed().length == 0;
        LOGGER.log(System.Logger.Level.ERROR, fault.getMessage(), isDisk ? null : fault);
    }

    JournalSettings journal() {
        return new JournalSettings(
                durability != Durability.NONE, fileBytesMax, groupBytesMax, roomWithinMs, growBytesMax);
    }
}
