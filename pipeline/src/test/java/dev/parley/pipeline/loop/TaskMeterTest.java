package dev.parley.pipeline.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** A task is charged for what it computed itself, whatever the tasks before it did. */
class TaskMeterTest {
    private static final long SHORT_NANOS = TaskMeter.ASK_NANOS - 1;

    private long cpuNanos;
    private final TaskMeter meter = new TaskMeter(() -> cpuNanos);

    /** A task that takes so long and computes so much of it. */
    private long ran(long nanos, long computes) {
        cpuNanos += computes;
        return meter.ran(nanos);
    }

    private LoopTimes times() {
        return meter.times("loop");
    }

    @Test
    void theComputingOfShortTasksIsNoPartOfALongOneAfterThem() {
        meter.begin();
        for (int i = 0; i < 1_000; i++) {
            assertEquals(0, ran(SHORT_NANOS, SHORT_NANOS));
        }
        assertEquals(0, ran(10 * TaskMeter.SLOW_NANOS, TaskMeter.SLOW_NANOS / 2), "it waited for a core");
        assertEquals(new LoopTimes("loop", 10 * TaskMeter.SLOW_NANOS, TaskMeter.SLOW_NANOS / 2, 0), times());
    }

    /** Two tasks that are too short together to ask for are subtracted from the next one. */
    @Test
    void theComputingOfFewShortTasksIsSubtracted() {
        meter.begin();
        assertEquals(0, ran(SHORT_NANOS / 2, SHORT_NANOS / 2));
        assertEquals(0, ran(SHORT_NANOS / 2, SHORT_NANOS / 2));
        assertEquals(0, ran(10 * TaskMeter.SLOW_NANOS, TaskMeter.SLOW_NANOS));
        assertEquals(TaskMeter.SLOW_NANOS, times().longestCpuNanos());
        assertEquals(0, times().slow());
    }

    @Test
    void shortTasksThatWaitedForACoreHideLittleOfASlowOne() {
        meter.begin();
        for (int i = 0; i < 1_001; i++) {
            assertEquals(0, ran(SHORT_NANOS, 0));
        }
        long slow = TaskMeter.SLOW_NANOS + 2 * TaskMeter.ASK_NANOS;
        assertEquals(slow - SHORT_NANOS, ran(slow, slow));
        assertEquals(1, times().slow());
    }

    @Test
    void aTaskIsSlowByWhatItComputedAndNotByItsTime() {
        meter.begin();
        assertEquals(0, ran(10 * TaskMeter.SLOW_NANOS, TaskMeter.SLOW_NANOS));
        assertEquals(TaskMeter.SLOW_NANOS + 1, ran(10 * TaskMeter.SLOW_NANOS, TaskMeter.SLOW_NANOS + 1));
        assertEquals(1, times().slow());
    }

    @Test
    void whatIsComputedBetweenStridesIsChargedToNoTask() {
        meter.begin();
        assertEquals(0, ran(SHORT_NANOS, SHORT_NANOS));
        cpuNanos += 10 * TaskMeter.SLOW_NANOS;
        meter.begin();
        assertEquals(0, ran(TaskMeter.SLOW_NANOS, TaskMeter.SLOW_NANOS));
        assertEquals(TaskMeter.SLOW_NANOS, times().longestCpuNanos());
    }

    @Test
    void whereComputingIsNotMeasuredTheTimeCounts() {
        TaskMeter blind = new TaskMeter(null);
        blind.begin();
        assertEquals(0, blind.ran(SHORT_NANOS));
        assertEquals(2 * TaskMeter.SLOW_NANOS, blind.ran(2 * TaskMeter.SLOW_NANOS));
        assertEquals(new LoopTimes("loop", 2 * TaskMeter.SLOW_NANOS, 2 * TaskMeter.SLOW_NANOS, 1), blind.times("loop"));
    }
}
