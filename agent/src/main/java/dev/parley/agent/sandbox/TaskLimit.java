package dev.parley.agent.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How many processes and threads together the kernel lets a confined program have. A fork above that fails at once, however
 * fast the program forks. For root that is a control group of its own where this process may make one; for other users it is
 * a resource limit, which since Linux 5.14 counts within the user namespace of the confined program alone. Where neither is
 * possible there is no such limit, and {@link ProcessBudget} alone ends the program.
 *
 * @param outside what the whole command line begins with
 * @param inside what the program's part of it begins with
 * @param group the control group, deleted when the program has ended
 */
record TaskLimit(
        List<String> outside, List<String> inside, @Nullable Path group) {
    static final int TASKS_MAX = 512;

    static final TaskLimit NONE = new TaskLimit(List.of(), List.of(), null);

    private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");
    private static final Pattern RELEASE = Pattern.compile("(\\d+)\\.(\\d+).*");

    /** The shell becomes the command, so that nothing of it ever runs outside of the group. */
    private static final String JOIN = "echo $$ > \"$1\" && shift && exec \"$@\"";

    private static final String NAME = "parley-";
    private static final AtomicLong MADE = new AtomicLong();
    /** Groups whose last process had not quite ended when they were to be deleted. */
    private static final Set<Path> LEFT = ConcurrentHashMap.newKeySet();

    static TaskLimit here() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return countsInNamespaces() && Files.isExecutable(PRLIMIT)
                    ? new TaskLimit(List.of(), List.of(PRLIMIT.toString(), "--nproc=" + TASKS_MAX, "--"), null)
                    : NONE;
        }
        LEFT.removeIf(TaskLimit::isDeleted);
        Path group = newGroup();
        return group == null
                ? NONE
                : new TaskLimit(
                        List.of("/bin/sh", "-c", JOIN, "parley", group.resolve("cgroup.procs") + ""), List.of(), group);
    }

    private static boolean countsInNamespaces() {
        Matcher release = RELEASE.matcher(System.getProperty("os.version", ""));
        if (!release.matches()) {
            return false;
        }
        int major = Integer.parseInt(release.group(1));
        return major > 5 || (major == 5 && Integer.parseInt(release.group(2)) >= 14);
    }

    /** A new group below that of this process, in either version of the file system; null where none can be made. */
    private static @Nullable Path newGroup() {
        for (Path parent : parents()) {
            if (MADE.get() == 0) {
                deleteForgotten(parent);
            }
            Path group = parent.resolve(NAME + ProcessHandle.current().pid() + "-" + MADE.incrementAndGet());
            try {
                Files.createDirectory(group);
            } catch (IOException notAllowed) {
                continue;
            }
            Path most = group.resolve("pids.max");
            try {
                if (Files.isWritable(most)) {
                    Files.writeString(most, TASKS_MAX + "\n");
                    return group;
                }
            } catch (IOException notAllowed) {
                // Deleted below, like one that cannot count.
            }
            boolean _ = isDeleted(group);
        }
        return null;
    }

    /** What a process left that did not live to delete it. One that still has processes is not deleted by this either. */
    private static void deleteForgotten(Path parent) {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(parent, NAME + "*-*")) {
            for (Path each : left) {
                String maker = String.valueOf(each.getFileName()).split("-", 3)[1];
                if (!Files.exists(Path.of("/proc", maker))) {
                    boolean _ = isDeleted(each);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // An empty group that stays takes nothing from anybody.
        }
    }

    private static List<Path> parents() {
        List<Path> parents = new ArrayList<>();
        try (Stream<String> own = Files.lines(Path.of("/proc/self/cgroup"))) {
            own.map(line -> line.split(":", 3)).filter(line -> line.length == 3).forEach(line -> {
                if (List.of(line[1].split(",")).contains("pids")) {
                    parents.add(Path.of(GROUPS + "/pids" + line[2]).normalize());
                } else if (line[1].isEmpty()) {
                    parents.add(Path.of(GROUPS + line[2]).normalize());
                }
            });
        } catch (IOException | java.io.UncheckedIOException none) {
            return List.of();
        }
        return parents;
    }

    private static boolean isDeleted(Path group) {
        try {
            Files.deleteIfExists(group);
            return true;
        } catch (IOException busy) {
            return false;
        }
    }

    /** The kernel deletes a group only when its last process has ended; one that is busy is deleted a moment later. */
    void tidy() {
        if (group != null && !isDeleted(group)) {
            LEFT.add(group);
            CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(() -> LEFT.removeIf(TaskLimit::isDeleted));
        }
    }
}
