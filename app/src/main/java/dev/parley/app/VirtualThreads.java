package dev.parley.app;

/**
 * How many threads of the system run virtual threads. By default there are as many as cores, and a virtual thread is not preempted:
 * on two cores, two requests that compute for a while keep the sockets of all clients from being read and written. With more threads
 * the system preempts them. An embedded server has what its program sets.
 */
final class VirtualThreads {
    static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";
    private static final int THREADS_MIN = 8;
    private static final int THREADS_PER_CORE = 2;

    private VirtualThreads() {}

    /** Before the first virtual thread starts; what the command line says has precedence. */
    static void arrange() {
        if (System.getProperty(PARALLELISM) == null) {
            int threads = Math.max(
                    THREADS_MIN, THREADS_PER_CORE * Runtime.getRuntime().availableProcessors());
            System.setProperty(PARALLELISM, Integer.toString(threads));
        }
    }
}
