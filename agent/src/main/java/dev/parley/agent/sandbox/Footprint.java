package dev.parley.agent.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many processes and threads a program has at this moment, and how much memory they hold together. The count ends as
 * soon as it is above what is allowed: a program that forks faster than it is counted would be counted without end.
 */
record Footprint(int processes, int threads, long memoryBytes) {
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s*(\\d+) kB");
    private static final Pattern SPACES = Pattern.compile(" +");
    private static final Path PROC = Path.of("/proc");

    /** A kernel may be built without it; then every process of the machine is looked at to find the children of one. */
    private static final boolean TELLS_CHILDREN = Files.exists(PROC.resolve("thread-self/children"));

    /** What this process and its descendants take; it does not count itself. */
    static Footprint of(Process process, ProcessBudget most) {
        int processes = 0;
        int threads = 0;
        long memoryBytes = 0;
        Deque<Long> open = new ArrayDeque<>(List.of(process.pid()));
        while (!open.isEmpty() && processes <= most.processes() && threads <= most.threads()) {
            long pid = open.remove();
            Tasks tasks = Tasks.of(pid, most);
            open.addAll(tasks.children());
            if (pid != process.pid()) {
                processes++;
                threads += tasks.threads();
                memoryBytes += resident(pid);
            }
        }
        return new Footprint(processes, threads, memoryBytes);
    }

    /** The processes that this one has started and that still run, without theirs. */
    static List<Long> children(long pid, ProcessBudget most) {
        return Tasks.of(pid, most).children();
    }

    private static long resident(long pid) {
        try {
            Matcher found = RESIDENT.matcher(Files.readString(PROC.resolve(pid + "/status")));
            return found.find() ? Long.parseLong(found.group(1)) << 10 : 0;
        } catch (IOException gone) {
            return 0;
        }
    }

    /** The threads of one process, and what they have started. */
    private record Tasks(int threads, List<Long> children) {
        static Tasks of(long pid, ProcessBudget most) {
            List<Long> children = new ArrayList<>();
            int threads = 0;
            try (DirectoryStream<Path> tasks = Files.newDirectoryStream(PROC.resolve(pid + "/task"))) {
                for (Path task : tasks) {
                    threads++;
                    if (TELLS_CHILDREN) {
                        children.addAll(started(task, most.processes() + 1));
                    }
                    if (threads > most.threads() || children.size() > most.processes()) {
                        break;
                    }
                }
            } catch (IOException | DirectoryIteratorException gone) {
                return new Tasks(threads, children);
            }
            if (!TELLS_CHILDREN) {
                ProcessHandle.of(pid)
                        .ifPresent(process -> process.children().forEach(child -> children.add(child.pid())));
            }
            return new Tasks(threads, children);
        }

        private static List<Long> started(Path task, int most) {
            try {
                return SPACES.splitAsStream(
                                Files.readString(task.resolve("children")).strip())
                        .filter(child -> !child.isEmpty())
                        .limit(most)
                        .map(Long::valueOf)
                        .toList();
            } catch (IOException gone) {
                return List.of();
            }
        }
    }
}
