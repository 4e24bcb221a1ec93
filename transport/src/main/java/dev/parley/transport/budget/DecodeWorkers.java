package dev.parley.transport.budget;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Platform threads that decode large texts of clients. Sockets and requests are read on virtual threads, which are not preempted:
 * two of them that decode megabytes would take both carrier threads of a machine with two cores, and nothing else would be read
 * or answered. The operating system schedules these threads against the carriers instead.
 *
 * <p>Owners are served in turn, one text each, and one owner has at most half of the threads.
 */
final class DecodeWorkers {
    private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors() / 2);
    private static final int OWNER_MAX = THREADS / 2;
    private static final long KEEP_ALIVE_SECONDS = 10;

    private final ThreadPoolExecutor threads;
    /** Waiting tasks by owner; the owner that is served next comes first. Guarded by this. */
    private final LinkedHashMap<String, Queue<Runnable>> waiting = new LinkedHashMap<>();
    /** How many threads work for each owner. Guarded by this. */
    private final Map<String, Integer> running = new HashMap<>();

    DecodeWorkers() {
        threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                KEEP_ALIVE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().name("parley-decoder-", 0).daemon().factory());
        threads.allowCoreThreadTimeOut(true);
    }

    Json decode(String owner, String text) throws JsonDecoder.NotJson {
        try {
            return compute(owner, () -> JsonDecoder.decode(text));
        } catch (CompletionException e) {
            if (e.getCause() instanceof JsonDecoder.NotJson notJson) {
                throw notJson;
            }
            throw e;
        }
    }

    /**
     * Runs a task for this owner and waits for its result, also where the caller is interrupted: what the task keeps in memory is
     * counted until the caller returns.
     *
     * @throws CompletionException with what the task has thrown, unless that is unchecked
     */
    <T extends @Nullable Object> T compute(String owner, Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        add(owner, () -> {
            try {
                result.complete(task.call());
            } catch (Exception | Error e) {
                result.completeExceptionally(e);
            }
        });
        try {
            return result.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException unchecked ? unchecked : e;
        }
    }

    private void add(String owner, Runnable task) {
        synchronized (this) {
            waiting.computeIfAbsent(owner, _ -> new ArrayDeque<>()).add(task);
        }
        threads.execute(this::runNext);
    }

    /** Runs one task, if there is one whose owner has a thread left. A finished task hands its thread on to the next of its owner. */
    private void runNext() {
        Map.Entry<String, Runnable> next = take();
        if (next != null) {
            try {
                next.getValue().run();
            } finally {
                if (finished(next.getKey())) {
                    threads.execute(this::runNext);
                }
            }
        }
    }

    private synchronized Map.@Nullable Entry<String, Runnable> take() {
        Iterator<Map.Entry<String, Queue<Runnable>>> owners = waiting.entrySet().iterator();
        while (owners.hasNext()) {
            Map.Entry<String, Queue<Runnable>> first = owners.next();
            String owner = first.getKey();
            if (running.getOrDefault(owner, 0) < OWNER_MAX) {
                Queue<Runnable> tasks = first.getValue();
                Runnable task = tasks.remove();
                owners.remove();
                if (!tasks.isEmpty()) {
                    waiting.putLast(owner, tasks);
                }
                running.merge(owner, 1, Integer::sum);
                return Map.entry(owner, task);
            }
        }
        return null;
    }

    /** Whether this owner has more tasks, for which no thread may have been free until now. */
    private synchronized boolean finished(String owner) {
        running.computeIfPresent(owner, (_, count) -> count == 1 ? null : count - 1);
        return waiting.containsKey(owner);
    }
}
