package dev.parley.agent.mcp;

import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Standard streams to a child that inherits nothing of this process's environment, and that tells when the child is gone:
 * the library itself would let its requests wait for their timeout.
 */
final class ScrubbedStdio extends StdioClientTransport {
    private static final String ENV = "/usr/bin/env";

    private final Path directory;
    private final CompletableFuture<Void> died = new CompletableFuture<>();

    ScrubbedStdio(List<String> command, Path directory) {
        super(ServerParameters.builder(ENV).args(scrubbed(command)).build(), McpServer.mapper());
        this.directory = directory;
        setStdErrorHandler(_ -> {});
    }

    /** The library puts the home, the shell and the terminal back into the environment; {@code env} takes them out again. */
    private static List<String> scrubbed(List<String> command) {
        List<String> all = new ArrayList<>(List.of("-i", "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"));
        all.addAll(command);
        return all;
    }

    @Override
    protected ProcessBuilder getProcessBuilder() {
        ProcessBuilder builder = new ProcessBuilder();
        builder.environment().clear();
        return builder.directory(directory.toFile());
    }

    @Override
    public Mono<Void> connect(Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> handler) {
        return super.connect(handler)
                .doOnSuccess(_ -> Thread.startVirtualThread(() -> {
                    awaitForExit();
                    died.complete(null);
                }));
    }

    CompletableFuture<Void> died() {
        return died;
    }
}
