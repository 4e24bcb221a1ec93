package dev.parley.agent.mcp;

import dev.parley.agent.sandbox.Confinement;
import dev.parley.agent.sandbox.ProcessBudget;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** A connection to one MCP server. */
public final class McpServer implements AutoCloseable {
    private static final String VERSION = "0.1.0";
    private static final int PAGES_MAX = 64;
    private static final int TOOLS_MAX = 1_024;
    private static final int SCHEMAS_CHARS_MAX = 1 << 20;
    private static final int ELICITATIONS_MAX = 8;
    private static final Duration LISTING_MAX = Duration.ofSeconds(60);

    /** A tool whose name could not be shown or compared is left out. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    private final McpSettings settings;
    private final McpAsyncClient client;
    private final CompletableFuture<String> died;
    private final Map<String, Consumer<Json>> progress = new ConcurrentHashMap<>();
    private final Semaphore elicitations = new Semaphore(ELICITATIONS_MAX);

    private McpServer(McpSettings settings, McpClientTransport transport, CompletableFuture<String> died) {
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
        ChildStdio transport = new ChildStdio(command, settings.directory(), null);
        return initialized(new McpServer(settings, transport, transport.died()));
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
        ChildStdio transport = new ChildStdio(held.command(), settings.directory(), ProcessBudget.USUAL);
        var _ = transport.died().thenRun(() -> tidy(held));
        return initialized(new McpServer(settings, transport, transport.died()));
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
        return initialized(new McpServer(settings, transport, new CompletableFuture<>()));
    }

    String name() {
        return settings.name();
    }

    /** A server with which no session begins is ended, not left running. */
    private static McpServer initialized(McpServer server) throws IOException, InterruptedException {
        try {
            server.await(server.client.initialize());
            return server;
        } catch (IOException | InterruptedException e) {
            server.close();
            throw e;
        }
    }

    /** The server's tools as they are now. A list that changed later is read by asking again. */
    public List<Tool> tools() throws IOException, InterruptedException {
        List<Tool> tools = new ArrayList<>();
        Set<String> names = new HashSet<>();
        long schemasChars = 0;
        long untilNanos = System.nanoTime() + LISTING_MAX.toNanos();
        String cursor = McpSchema.FIRST_PAGE;
        for (int pages = 1; ; pages++) {
            // One page at a time: without a cursor the library would follow them to an end that may never come.
            McpSchema.ListToolsResult page = await(client.listTools(cursor).timeout(LISTING_MAX));
            for (McpSchema.Tool tool : page.tools()) {
                // Of two tools with one name the first counts: the second could carry other hints.
                if (tool.name() != null && NAME.matcher(tool.name()).matches() && names.add(tool.name())) {
                    McpTool read = new McpTool(this, settings, tool);
                    schemasChars += read.spec().inputSchema().canonical().length();
                    tools.add(read);
                }
            }
            if (tools.size() > TOOLS_MAX || schemasChars > SCHEMAS_CHARS_MAX) {
                throw new IOException("the server " + settings.name() + " lists more than " + TOOLS_MAX
                        + " tools or more than " + SCHEMAS_CHARS_MAX + " characters of schemas");
            }
            cursor = page.nextCursor();
            if (cursor == null || cursor.isEmpty()) {
                return List.copyOf(tools);
            }
            if (pages == PAGES_MAX || System.nanoTime() > untilNanos) {
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
                throw new IOException("the server " + settings.name() + " ended: " + died.join());
            }
            return answer.get();
        } catch (ExecutionException failed) {
            String why = died.isDone() ? died.join() : Printable.text(cause(failed));
            throw new IOException("the server " + settings.name() + " failed: " + why, failed);
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
        if (!elicitations.tryAcquire()) {
            return Mono.just(result(new Elicitation.Reply.Cancelled()));
        }
        CompletableFuture<McpSchema.ElicitResult> reply = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                reply.complete(result(settings.elicitation()
                        .ask(
                                settings.name(),
                                Printable.text(request.message()),
                                JavaJson.object(request.requestedSchema()))));
            } catch (RuntimeException thrown) {
                reply.complete(result(new Elicitation.Reply.Cancelled()));
            } finally {
                elicitations.release();
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
