package dev.parley.bench;

import java.lang.management.ManagementFactory;

/** The time the calling thread itself has computed: what work on one core costs, whoever else uses the machine. */
final class CpuClock {
    private CpuClock() {}

    static long nanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
