package dev.parley;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The threads on which words are read. They are threads of the system and few: a text that takes long to read is then scheduled
 * against everything else by the system, and cannot keep the threads on which requests are answered.
 */
final class Readers {
    private static final int THREADS_MIN = 2;

    private Readers() {}

    static ExecutorService start() {
        int threads = Math.max(THREADS_MIN, Runtime.getRuntime().availableProcessors() / 2);
        return Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().name("parley-reader-", 0).daemon().factory());
    }

    /** Nothing more is done on these. */
    static void close(Executor... all) {
        for (Executor each : all) {
            if (each instanceof ExecutorService own) {
                var _ = own.shutdownNow();
            }
        }
    }
}
