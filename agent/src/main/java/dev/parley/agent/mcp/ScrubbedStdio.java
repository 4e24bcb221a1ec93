package dev.parley.agent.mcp;

import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Standard streams to a child that inherits nothing of this process's environment, and that tells when the child is gone:
 * the library itself would let its requests wait for their timeout.
 */
final class ScrubbedStdio extends StdioClientTransport {
    private static final Map<String, String> ENVIRONMENT =
            Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "LANG", "C.UTF-8");

    private final Path directory;
    private final CompletableFuture<Void> died = new CompletableFuture<>();

    ScrubbedStdio(List<String> command, Path directory) {
        super(
                ServerParameters.builder(command.getFirst())
                        .args(command.subList(1, command.size()))
                        .env(ENVIRONMENT)
                        .build(),
                McpServer.mapper());
        this.directory = directory;
        setStdErrorHandler(_ -> {});
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
