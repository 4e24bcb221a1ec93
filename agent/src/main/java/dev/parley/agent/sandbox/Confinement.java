package dev.parley.agent.sandbox;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How the operating system holds a foreign process, for the Java runtime cannot. Both ways give it a root file system of
 * its own that shows the system's programs read-only and the workspace, no network, its own processes, no privileges.
 */
public enum Confinement {
    BUBBLEWRAP("bubblewrap"),
    UNSHARE("unshare"),
    /** Nothing that holds; commands are refused. */
    NONE("none");

    private static final List<Path> BUBBLEWRAP_AT = List.of(Path.of("/usr/bin/bwrap"), Path.of("/usr/local/bin/bwrap"));
    private static final Path UNSHARE_AT = Path.of("/usr/bin/unshare");
    private static final long PROBE_SECONDS_MAX = 10;

    private static final int GUARDED_MAX = 1000;

    /** What lies in memory though it looks like files; all else that is not the workspace is read-only. */
    private static final String TEMPORARY_BYTES = Long.toString(256L << 20);

    private static final String SHARED_BYTES = Long.toString(64L << 20);

    /** Builds a root of its own out of mounts, moves into it, lets go of the old one and of every privilege. */
    private static final String ENTER = """
            set -e
            work="$1"; root="$2"; place="$3"; count="$4"; guarded="$5"; shift 5
            mount --make-rprivate /
            mount -t tmpfs -o mode=755,size=268435456 parley "$root"
            mkdir "$root/usr" "$root/tmp" "$root/dev" "$root/old"
            mount --rbind /usr "$root/usr"
            mount -o remount,bind,ro "$root/usr"
            ln -s usr/bin "$root/bin"
            ln -s usr/sbin "$root/sbin"
            ln -s usr/lib "$root/lib"
            ln -s usr/lib64 "$root/lib64"
            touch "$root/dev/null"
            mount --bind /dev/null "$root/dev/null"
            while [ "$count" -gt 0 ]; do
                mkdir -p "$root$1"
                mount --rbind "$1" "$root$1"
                mount -o remount,bind,ro "$root$1"
                shift
                count=$((count - 1))
            done
            mkdir -p "$root$place"
            mount --bind "$work" "$root$place"
            while [ "$guarded" -gt 0 ]; do
                mount --bind "$root$place/$1" "$root$place/$1"
                mount -o remount,bind,ro "$root$place/$1"
                shift
                guarded=$((guarded - 1))
            done
            cd "$root"
            pivot_root . old
            umount -l /old
            cd "$place"
            exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@"
            """;

    private final String printed;

    Confinement(String printed) {
        this.printed = printed;
    }

    public String printed() {
        return printed;
    }

    /** The strongest that works here, found by running a harmless program in it. */
    public static Confinement probe() {
        for (Confinement candidate : List.of(BUBBLEWRAP, UNSHARE)) {
            if (candidate.works()) {
                return candidate;
            }
        }
        return NONE;
    }

    /** Whether a program really runs inside. */
    public boolean works() {
        if (this == NONE) {
            return false;
        }
        try {
            Path work = Files.createTempDirectory("parley-probe");
            try (Confined confined = confine(work, List.of("true"))) {
                Process process = new ProcessBuilder(confined.command())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                boolean ended = process.waitFor(PROBE_SECONDS_MAX, TimeUnit.SECONDS);
                process.destroyForcibly();
                return ended && process.exitValue() == 0;
            } finally {
                Files.deleteIfExists(work);
            }
        } catch (IOException missing) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A command line that runs the program inside, and what is to be tidied up afterwards. */
    public record Confined(List<String> command, List<Path> leftovers, TaskLimit limit) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            limit.tidy();
            for (Path leftover : leftovers) {
                Files.deleteIfExists(leftover);
            }
        }
    }

    /** A command in the workspace, which it sees as {@code /workspace}. */
    Confined confine(Path workspace, List<String> program) throws IOException {
        return confine(new View(workspace, "/workspace", List.of()), program);
    }

    /** A server that is told real paths: it sees the workspace where it is, and these directories read-only. */
    public Confined confineServer(Path workspace, List<Path> readable, List<String> program) throws IOException {
        return confine(new View(workspace, workspace.toString(), readable), program);
    }

    /** What a confined process sees besides the system's programs. */
    private record View(Path workspace, String place, List<Path> readable) {}

    private Confined confine(View view, List<String> program) throws IOException {
        TaskLimit limit = this == NONE ? TaskLimit.NONE : TaskLimit.here();
        try {
            List<String> limited = joined(limit.inside(), program);
            Confined confined = switch (this) {
                case BUBBLEWRAP -> bubblewrap(view, limited);
                case UNSHARE -> unshare(view, limited);
                case NONE -> throw new IOException("this machine cannot confine a foreign process");
            };
            return new Confined(joined(limit.outside(), confined.command()), confined.leftovers(), limit);
        } catch (IOException | RuntimeException e) {
            limit.tidy();
            throw e;
        }
    }

    private static List<String> joined(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /**
     * Ends a confined program with all its processes. The first one inside goes first: with it the kernel ends every process
     * of its namespace at once, also those that are being started.
     */
    public static void end(Process confined) {
        firstInside(confined).forEach(ProcessHandle::destroyForcibly);
        confined.destroyForcibly();
    }

    /** The first process inside, with which the kernel ends all others; empty where the program has ended. */
    public static List<ProcessHandle> firstInside(Process confined) {
        return Footprint.children(confined.pid(), ProcessBudget.USUAL).stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .toList();
    }

    /** What git runs for a person later, hooks for instance, stays as it is wherever it lies, and so do keys. */
    private static List<Path> guarded(Path workspace) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(workspace, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return isGuarded(directory) ? noted(directory) : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                return attributes.isRegularFile() && isGuarded(file) ? noted(file) : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }

            private boolean isGuarded(Path path) {
                return !path.equals(workspace) && WorkspacePath.PROTECTED.contains(String.valueOf(path.getFileName()));
            }

            private FileVisitResult noted(Path path) {
                found.add(workspace.relativize(path));
                return FileVisitResult.SKIP_SUBTREE;
            }
        });
        if (found.size() > GUARDED_MAX) {
            throw new IOException("the workspace holds more than " + GUARDED_MAX + " repositories");
        }
        return found;
    }

    private static Confined bubblewrap(View view, List<String> program) throws IOException {
        Path binary = BUBBLEWRAP_AT.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IOException("bubblewrap is not installed"));
        List<String> command = new ArrayList<>(
                List.of(binary.toString(), "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"));
        command.addAll(List.of("--clearenv"));
        ChildEnvironment.VARIABLES.forEach((name, value) -> command.addAll(List.of("--setenv", name, value)));
        command.addAll(List.of("--ro-bind", "/usr", "/usr"));
        command.addAll(List.of("--symlink", "usr/bin", "/bin", "--symlink", "usr/sbin", "/sbin"));
        command.addAll(List.of("--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64"));
        command.addAll(List.of("--size", TEMPORARY_BYTES, "--tmpfs", "/tmp"));
        command.addAll(List.of("--dev", "/dev", "--size", SHARED_BYTES, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"));
        for (Path readable : view.readable()) {
            command.addAll(List.of("--ro-bind", readable.toString(), readable.toString()));
        }
        command.addAll(List.of("--bind", view.workspace().toString(), view.place()));
        for (Path guarded : guarded(view.workspace())) {
            command.addAll(List.of("--ro-bind-try", view.workspace() + "/" + guarded, view.place() + "/" + guarded));
        }
        command.addAll(List.of("--remount-ro", "/", "--chdir", view.place(), "--"));
        command.addAll(program);
        return new Confined(List.copyOf(command), List.of(), TaskLimit.NONE);
    }

    private static Confined unshare(View view, List<String> program) throws IOException {
        if (!Files.isExecutable(UNSHARE_AT)) {
            throw new IOException("unshare is not installed");
        }
        List<Path> guarded = guarded(view.workspace());
        Path root = Files.createTempDirectory("parley-root");
        List<String> command = new ArrayList<>(List.of(UNSHARE_AT.toString(), "--user", "--map-root-user", "--mount"));
        command.addAll(List.of("--net", "--pid", "--ipc", "--uts", "--fork", "--kill-child", "--"));
        command.addAll(
                List.of("/bin/sh", "-c", ENTER, "parley", view.workspace().toString(), root.toString()));
        command.addAll(
                List.of(view.place(), Integer.toString(view.readable().size()), Integer.toString(guarded.size())));
        view.readable().forEach(readable -> command.add(readable.toString()));
        guarded.forEach(path -> command.add(path.toString()));
        command.addAll(program);
        return new Confined(List.copyOf(command), List.of(root), TaskLimit.NONE);
    }
}
