package dev.parley.agent.sandbox;

import dev.parley.agent.tool.SandboxViolation;
import dev.parley.kernel.port.CancelToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Runs a listed program in the workspace, held by the operating system. There is no shell between: every argument reaches
 * the program as it stands. Where the machine cannot hold a process, none is started.
 */
public final class CommandRunner {
    private static final Pattern PROGRAM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]*");
    private static final int OUTPUT_BYTES_MAX = 256 << 10;
    private static final int ARGUMENTS_MAX = 256;
    private static final Path LIMITS_AT = Path.of("/usr/bin/prlimit");

    /** Memory, file size, open files and CPU seconds of one process; one that wants more fails by itself. */
    private static final List<String> LIMITS = List.of(
            LIMITS_AT.toString(), "--data=2147483648", "--fsize=1073741824", "--nofile=1024", "--cpu=120", "--");

    private static final int ARGUMENT_CHARS_MAX = 32 << 10;

    private final Workspace workspace;
    private final Confinement confinement;
    private final Set<String> programs;
    private final Limits limits;

    /** What a program left behind. */
    public record Finished(int exit, String stdout, String stderr, boolean truncated) {}

    /** How long a program may run, and what it may take. */
    record Limits(long runMs, ProcessBudget budget) {
        static final Limits USUAL = new Limits(120_000, ProcessBudget.USUAL);

        Limits(long runMs, int processes, long memoryBytes) {
            this(runMs, new ProcessBudget(processes, memoryBytes));
        }
    }

    public CommandRunner(Workspace workspace, Confinement confinement, Set<String> programs) {
        this(workspace, confinement, programs, Limits.USUAL);
    }

    CommandRunner(Workspace workspace, Confinement confinement, Set<String> programs, Limits limits) {
        this.limits = limits;
        this.workspace = workspace;
        this.confinement = confinement;
        this.programs = Set.copyOf(programs);
    }

    public Finished run(List<String> argv, CancelToken cancel)
            throws IOException, SandboxViolation, InterruptedException {
        judge(argv);
        if (confinement == Confinement.NONE) {
            throw new SandboxViolation("this machine cannot confine a foreign process");
        }
        try (Confinement.Confined confined = confinement.confine(workspace.root(), limited(argv))) {
            ProcessBuilder builder = new ProcessBuilder(confined.command());
            ChildEnvironment.scrub(builder);
            builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
            Process process = builder.start();
            cancel.onCancel(() -> Confinement.end(process));
            CompletableFuture<String> stopped = new CompletableFuture<String>()
                    .completeOnTimeout(
                            "took longer than " + limits.runMs() + " ms", limits.runMs(), TimeUnit.MILLISECONDS);
            var _ = stopped.thenRun(() -> Confinement.end(process));
            Thread.ofPlatform().daemon().name("command-watch").start(() -> watch(process, stopped));
            try {
                Finished finished = collected(process);
                checkNot(stopped);
                return finished;
            } catch (IOException e) {
                // Its streams close under who reads them when it is killed; what it was killed for counts.
                checkNot(stopped);
                throw e;
            } finally {
                stopped.complete("");
                Confinement.end(process);
            }
        }
    }

    private static void checkNot(CompletableFuture<String> stopped) throws IOException {
        String why = stopped.getNow("");
        if (!why.isEmpty()) {
            throw new IOException("the program " + why);
        }
    }

    private void watch(Process process, CompletableFuture<String> stopped) {
        try {
            String excess = limits.budget().await(process);
            if (excess != null) {
                stopped.complete(excess);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The limits are set inside, where the program is; a machine without the tool sets none. */
    private static List<String> limited(List<String> argv) {
        if (!Files.isExecutable(LIMITS_AT)) {
            return argv;
        }
        List<String> limited = new ArrayList<>(LIMITS);
        limited.addAll(argv);
        return limited;
    }

    private void judge(List<String> argv) throws SandboxViolation {
        if (argv.isEmpty() || argv.size() > ARGUMENTS_MAX) {
            throw new SandboxViolation("a command has a program and not too many arguments");
        }
        String program = argv.getFirst();
        if (!PROGRAM.matcher(program).matches() || !programs.contains(program)) {
            throw new SandboxViolation("the program is not on the list");
        }
        for (String argument : argv) {
            if (argument.indexOf(0) >= 0 || argument.length() > ARGUMENT_CHARS_MAX) {
                throw new SandboxViolation("an argument holds a zero or is too long");
            }
        }
    }

    private static Finished collected(Process process) throws InterruptedException, IOException {
        CompletableFuture<Read> errors = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                errors.complete(read(process.getErrorStream()));
            } catch (IOException e) {
                errors.completeExceptionally(e);
            }
        });
        Read output = read(process.getInputStream());
        try {
            Read error = errors.get();
            return new Finished(
                    process.waitFor(), output.text(), error.text(), output.truncated() || error.truncated());
        } catch (ExecutionException e) {
            throw new IOException("the program's messages could not be read", e);
        }
    }

    private record Read(String text, boolean truncated) {}

    private static Read read(InputStream stream) throws IOException {
        try (stream) {
            byte[] bytes = stream.readNBytes(OUTPUT_BYTES_MAX);
            boolean more = bytes.length == OUTPUT_BYTES_MAX && stream.read() >= 0;
            if (more) {
                stream.transferTo(java.io.OutputStream.nullOutputStream());
            }
            return new Read(new String(bytes, StandardCharsets.UTF_8), more);
        }
    }
}
