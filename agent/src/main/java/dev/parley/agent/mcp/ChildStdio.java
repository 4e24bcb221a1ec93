package dev.parley.agent.mcp;

import dev.parley.agent.sandbox.Confinement;
import dev.parley.agent.sandbox.ProcessBudget;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Standard streams to a child process. The child inherits nothing of this process's environment, its standard error is
 * discarded, and every buffer is bounded: the length of a line, the bytes that wait to be written, and what it may send
 * unasked. A child that exceeds a bound is killed, and every open request fails with the reason at once.
 */
final class ChildStdio implements McpClientTransport {
    private static final String ENV = "/usr/bin/env";
    private static final int QUEUED_MESSAGES_MAX = 1_024;
    private static final long QUEUED_BYTES_MAX = 16L << 20;
    private static final long GRACE_MS = 2_000;

    private final List<String> command;
    private final Path directory;
    private final @Nullable ProcessBudget budget;
    private final Inbound inbound = new Inbound();
    private final BlockingQueue<byte[]> outbound = new ArrayBlockingQueue<>(QUEUED_MESSAGES_MAX);
    private final AtomicLong outboundBytes = new AtomicLong();
    private final CompletableFuture<String> died = new CompletableFuture<>();
    /** Set before the kill, so that the reason is told and not its consequence. */
    private volatile String killedFor = "";

    private volatile @Nullable Process process;

    /** @param budget what it may take with all its processes, or null where it is trusted and not confined */
    ChildStdio(List<String> command, Path directory, @Nullable ProcessBudget budget) {
        this.command = scrubbed(command);
        this.directory = directory;
        this.budget = budget;
    }

    private static List<String> scrubbed(List<String> command) {
        List<String> all = new ArrayList<>(List.of(ENV, "-i", "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"));
        all.addAll(command);
        return all;
    }

    @Override
    public Mono<Void> connect(Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> handler) {
        return Mono.fromRunnable(() -> {
            Process started = start();
            process = started;
            Thread.ofPlatform().daemon().name("mcp-read").start(() -> read(started, handler));
            Thread.ofPlatform().daemon().name("mcp-write").start(() -> write(started.getOutputStream()));
            Thread.ofPlatform().daemon().name("mcp-watch").start(() -> watch(started));
        });
    }

    private Process start() {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        try {
            return builder.start();
        } catch (IOException e) {
            died.complete("it does not start: " + e.getMessage());
            throw new IllegalStateException("it does not start: " + e.getMessage(), e);
        }
    }

    private void read(Process from, Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> handler) {
        try (BoundedLines lines = new BoundedLines(from.getInputStream())) {
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                McpSchema.JSONRPCMessage message = inbound.admitted(line);
                if (message != null) {
                    var _ = Mono.just(message).transform(handler).subscribe(_ -> {}, _ -> {});
                }
            }
            kill("it closed its output");
        } catch (IOException e) {
            kill(String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            kill("its message could not be read: " + e.getClass().getSimpleName());
        }
    }

    private void write(OutputStream to) {
        try (to) {
            while (!died.isDone()) {
                byte[] line = outbound.poll(1, TimeUnit.SECONDS);
                if (line != null) {
                    to.write(line);
                    to.flush();
                    outboundBytes.addAndGet(-line.length);
                }
            }
        } catch (IOException e) {
            // The reader sees the end of the child and gives the reason.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch(Process child) {
        try {
            String excess = budget == null ? null : budget.await(child);
            if (excess != null) {
                kill("it " + excess);
            }
            String exited = "it exited with " + child.waitFor();
            died.complete(killedFor.isEmpty() ? exited : killedFor);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
        return Mono.fromRunnable(() -> send(message));
    }

    private void send(McpSchema.JSONRPCMessage message) {
        byte[] line = line(message);
        if (message instanceof McpSchema.JSONRPCRequest request) {
            inbound.expect(request.id());
        }
        if (outboundBytes.addAndGet(line.length) > QUEUED_BYTES_MAX || !outbound.offer(line)) {
            kill("it does not read its input");
        }
        if (died.isDone()) {
            throw new IllegalStateException("it ended");
        }
    }

    private static byte[] line(McpSchema.JSONRPCMessage message) {
        try {
            // JSON writes a line break inside a text as an escape, so one line is one message.
            return (McpServer.mapper().writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("the message could not be written", e);
        }
    }

    /** Ends the child and all its processes without asking. */
    private void kill(String reason) {
        synchronized (died) {
            killedFor = killedFor.isEmpty() ? reason : killedFor;
        }
        Process child = process;
        if (child != null) {
            below(child).forEach(ProcessHandle::destroyForcibly);
            child.destroyForcibly();
        }
        died.complete(killedFor);
    }

    /** What is ended with the child: all its processes, or where it is confined the one that takes the others along. */
    private List<ProcessHandle> below(Process child) {
        return budget == null ? child.descendants().toList() : Confinement.firstInside(child);
    }

    /** Asks the child to end, and kills it with all its processes if it does not. */
    @Override
    public Mono<Void> closeGracefully() {
        return Mono.fromRunnable(this::end);
    }

    private void end() {
        Process child = process;
        if (child != null) {
            List<ProcessHandle> all = below(child);
            child.destroy();
            try {
                var _ = child.waitFor(GRACE_MS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            all.forEach(ProcessHandle::destroyForcibly);
        }
        kill("it was closed");
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return McpServer.mapper().convertValue(data, type);
    }

    /** Completes with the reason when the child is gone. */
    CompletableFuture<String> died() {
        return died;
    }
}
