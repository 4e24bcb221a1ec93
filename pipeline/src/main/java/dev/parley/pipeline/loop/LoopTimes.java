package dev.parley.pipeline.loop;

/**
 * How long the tasks of one carrier took since it began.
 *
 * @param loop the carrier's name
 * @param longestNanos the longest of them from begin to end; 0 where all were shorter than a fifth of a millisecond
 * @param longestCpuNanos the most that one of them computed
 * @param slow how many computed for more than 20 ms
 */
public record LoopTimes(String loop, long longestNanos, long longestCpuNanos, long slow) {
    /** The same of two threads of one carrier. */
    LoopTimes and(LoopTimes other) {
        return new LoopTimes(
                loop,
                Math.max(longestNanos, other.longestNanos),
                Math.max(longestCpuNanos, other.longestCpuNanos),
                slow + other.slow);
    }
}
