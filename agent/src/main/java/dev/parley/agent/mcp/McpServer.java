package dev.parley.agent.mcp;

import dev.parley.agent.sandbox.Confinement;
import dev.parley.agent.tool.Tool;
import dev.parley.kernel.json.Json;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** A connection to one MCP server. */
public final class McpServer implements AutoCloseable {
    private static final String VERSION = "0.1.0";
    private static final int PAGES_MAX = 64;
    private static final int TOOLS_MAX = 1_024;

    /** A tool whose name could not be shown or compared is left out. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    private final McpSettings settings;
    private final McpAsyncClient client;
    private final CompletableFuture<Void> died;
    private final Map<String, Consumer<Json>> progress = new ConcurrentHashMap<>();

    private McpServer(McpSettings settings, McpClientTransport transport, CompletableFuture<Void> died) {
        this.settings = settings;
        this.died = died;
        this.client = McpClient.async(transport)
                .clientInfo(McpSchema.Implementation.builder("parley", VERSION).build())
                .requestTimeout(settings.requestTimeout())
                .capabilities(McpSchema.ClientCapabilities.builder()
                        .elicitation(true, false)
                        .build())
                .elicitation(this::elicited)
                .progressConsumer(this::progressed)
                .build();
    }

    /**
     * Starts a local program that nothing holds, and speaks with it over its standard streams. It gets a scrubbed
     * environment, yet it runs as the same user and can read whatever this process can, its environment included: only for
     * programs that are trusted like this one.
     */
    public static McpServer unconfined(McpSettings settings, List<String> command)
            throws IOException, InterruptedException {
        ScrubbedStdio transport = new ScrubbedStdio(command, settings.directory());
        McpServer server = new McpServer(settings, transport, transport.died());
        server.initialize();
        return server;
    }

    /**
     * Starts a local program that is held by the operating system: no network, no other processes, a scrubbed environment,
     * and no files but the server's directory and these.
     *
     * @throws IOException also if this machine cannot hold it; nothing is started then
     */
    public static McpServer stdio(
            McpSettings settings, Confinement confinement, List<Path> readable, List<String> command)
            throws IOException, InterruptedException {
        Confinement.Confined held = confinement.confineServer(settings.directory(), readable, command);
        ScrubbedStdio transport = new ScrubbedStdio(held.command(), settings.directory());
        var _ = transport.died().thenRun(() -> tidy(held));
        McpServer server = new McpServer(settings, transport, transport.died());
        server.initialize();
        return server;
    }

    private static void tidy(Confinement.Confined held) {
        try {
            held.close();
        } catch (IOException left) {
            // An empty directory in the system's temporary place stays behind; nothing depends on it.
        }
    }

    /** Connects over streamable HTTP. The configuration chose the address; it is not a tool's to choose. */
    public static McpServer http(McpSettings settings, URI base, String endpoint)
            throws IOException, InterruptedException {
        McpClientTransport transport = HttpClientStreamableHttpTransport.builder(base.toString())
                .endpoint(endpoint)
                .build();
        McpServer server = new McpServer(settings, transport, new CompletableFuture<>());
        server.initialize();
        return server;
    }

    String name() {
        return settings.name();
    }

    private void initialize() throws IOException, InterruptedException {
        await(client.initialize());
    }

    /** The server's tools as they are now. A list that changed later is read by asking again. */
    public List<Tool> tools() throws IOException, InterruptedException {
        List<Tool> tools = new ArrayList<>();
        String cursor = McpSchema.FIRST_PAGE;
        for (int pages = 1; ; pages++) {
            // One page at a time: without a cursor the library would follow them to an end that may never come.
            McpSchema.ListToolsResult page = await(client.listTools(cursor));
            for (McpSchema.Tool tool : page.tools()) {
                if (tool.name() != null && NAME.matcher(tool.name()).matches()) {
                    tools.add(new McpTool(this, settings, tool));
                }
            }
            cursor = page.nextCursor();
            if (cursor == null || cursor.isEmpty()) {
                return List.copyOf(tools);
            }
            if (pages == PAGES_MAX || tools.size() > TOOLS_MAX) {
                throw new IOException("the server " + settings.name() + " lists tools without end");
            }
        }
    }

    McpSchema.CallToolResult call(String callId, String tool, Json.Obj arguments, Consumer<Json> reports)
            throws IOException, InterruptedException {
        progress.put(callId, reports);
        try {
            return await(client.callTool(McpSchema.CallToolRequest.builder(tool)
                    .arguments(JavaJson.map(arguments))
                    .progressToken(callId)
                    .build()));
        } finally {
            progress.remove(callId);
        }
    }

    /** Waits for the answer or for the server's end, whichever comes first. An interrupt takes the request back. */
    private <T> T await(Mono<T> request) throws IOException, InterruptedException {
        CompletableFuture<T> answer = request.toFuture();
        try {
            CompletableFuture.anyOf(answer, died).get();
            if (!answer.isDone()) {
                throw new IOException("the server " + settings.name() + " ended");
            }
            return answer.get();
        } catch (ExecutionException failed) {
            throw new IOException("the server " + settings.name() + " failed: " + cause(failed), failed);
        } finally {
            answer.cancel(true);
        }
    }

    private static @Nullable String cause(ExecutionException failed) {
        return failed.getCause() == null
                ? failed.getMessage()
                : failed.getCause().getMessage();
    }

    private Mono<Void> progressed(McpSchema.ProgressNotification notification) {
        Consumer<Json> reports = progress.get(String.valueOf(notification.progressToken()));
        if (reports != null) {
            reports.accept(Json.Obj.EMPTY
                    .with("progress", JavaJson.value(notification.progress()))
                    .with("total", JavaJson.value(notification.total()))
                    .with("message", JavaJson.value(notification.message())));
        }
        return Mono.empty();
    }

    private Mono<McpSchema.ElicitResult> elicited(McpSchema.ElicitFormRequest request) {
        CompletableFuture<McpSchema.ElicitResult> reply = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                reply.complete(result(settings.elicitation()
                        .ask(settings.name(), request.message(), JavaJson.object(request.requestedSchema()))));
            } catch (RuntimeException thrown) {
                reply.complete(result(new Elicitation.Reply.Cancelled()));
            }
        });
        return Mono.fromFuture(reply);
    }

    private static McpSchema.ElicitResult result(Elicitation.Reply reply) {
        return switch (reply) {
            case Elicitation.Reply.Accepted(Json.Obj content) ->
                McpSchema.ElicitResult.builder(McpSchema.ElicitResult.Action.ACCEPT)
                        .content(JavaJson.map(content))
                        .build();
            case Elicitation.Reply.Declined _ ->
                McpSchema.ElicitResult.builder(McpSchema.ElicitResult.Action.DECLINE)
                        .build();
            case Elicitation.Reply.Cancelled _ ->
                McpSchema.ElicitResult.builder(McpSchema.ElicitResult.Action.CANCEL)
                        .build();
        };
    }

    @Override
    public void close() {
        client.close();
    }

    static io.modelcontextprotocol.json.McpJsonMapper mapper() {
        return McpJsonDefaults.getMapper();
    }
}
