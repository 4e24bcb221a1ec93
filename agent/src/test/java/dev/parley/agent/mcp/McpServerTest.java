package dev.parley.agent.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.sandbox.Confinement;
import dev.parley.agent.sandbox.NetworkRules;
import dev.parley.agent.sandbox.Workspace;
import dev.parley.agent.sandbox.WorkspaceSandbox;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolContext;
import dev.parley.agent.tool.ToolFailure;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolRunner;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import dev.parley.kernel.tool.ToolSafety;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The reference servers from npm as tools: reads pass, writes ask, escapes are stopped, a dying server is an error. */
@Timeout(180)
class McpServerTest {
    @TempDir
    Path directory;

    private final List<Json> progress = new CopyOnWriteArrayList<>();
    private Path root = Path.of("/");

    @BeforeEach
    void layOut() throws IOException {
        root = Files.createDirectory(directory.toRealPath().resolve("work"));
        Files.writeString(root.resolve("a.txt"), "inside");
        Files.writeString(root.resolveSibling("secret.txt"), "outside");
    }

    /** The tools of one server: what the policy and the sandbox say of a call, and the call itself. */
    private record Shelf(ToolCatalogue catalogue, ToolPolicy policy, WorkspaceSandbox sandbox, List<Json> progress) {
        ToolSpec spec(String tool) {
            return entry(tool).tool().spec();
        }

        private ToolCatalogue.Entry entry(String tool) {
            ToolCatalogue.Entry entry = catalogue.find(tool);
            if (entry == null) {
                throw new AssertionError("there is no " + tool);
            }
            return entry;
        }

        Ruling ruling(String tool) {
            return policy.judge(spec(tool)).ruling();
        }

        @Nullable
        String violation(String tool, Json.Obj arguments) {
            return sandbox.violation(spec(tool), arguments);
        }

        @Nullable
        String mismatch(String tool, Json.Obj arguments) {
            return entry(tool).schema().mismatch(arguments);
        }

        CompletableFuture<ToolRunner.Ended> call(String id, String tool, Json.Obj arguments) {
            CompletableFuture<ToolRunner.Ended> ended = new CompletableFuture<>();
            ToolRunner runner = new ToolRunner(sandbox, Thread::startVirtualThread);
            runner.reserve(id);
            runner.start(ToolCall.of(id, tool, arguments, 1), entry(tool).tool(), 0, progress::add, ended::complete);
            return ended;
        }
    }

    private Shelf shelf(McpServer server, Workspace workspace, ToolMode mode) throws Exception {
        return new Shelf(
                new ToolCatalogue(server.tools()),
                ToolPolicy.of(mode),
                new WorkspaceSandbox(workspace, NetworkRules.NONE),
                progress);
    }

    @Test
    void theFilesystemServerReadsAsksWritesAndStaysInside() throws Exception {
        McpSettings settings = McpSettings.untrusted("fs", root).trustingHints();
        List<String> command = List.of("node", NpmServers.filesystem().toString(), root.toString());
        try (Workspace workspace = Workspace.open(root);
                McpServer server = McpServer.unconfined(settings, command)) {
            Shelf shelf = shelf(server, workspace, ToolMode.AUTO);

            assertEquals(Ruling.ALLOW, shelf.ruling("fs__read_text_file"));
            ToolRunner.Ended read =
                    shelf.call("c1", "fs__read_text_file", path("a.txt")).join();
            assertEquals(Ending.SUCCESS, read.ending(), read.reason());
            assertTrue(read.content().canonical().contains("inside"));

            assertEquals(Ruling.ASK, shelf.ruling("fs__write_file"));
            Json.Obj write = path("new.txt").with("content", "written");
            assertNull(shelf.violation("fs__write_file", write));
            assertEquals(
                    Ending.SUCCESS,
                    shelf.call("c3", "fs__write_file", write).join().ending());
            assertEquals("written", Files.readString(root.resolve("new.txt")));

            for (String outside :
                    List.of("../secret.txt", root.resolveSibling("secret.txt").toString(), "/etc/passwd")) {
                assertNotNull(shelf.violation("fs__read_text_file", Json.Obj.EMPTY.with("path", outside)), outside);
            }
        }
    }

    @Test
    void aConfinedServerSeesItsDirectoryAndNothingElseEvenIfItIsToldTo() throws Exception {
        List<String> command = List.of("node", NpmServers.filesystem().toString(), "/");
        Path modules = NpmServers.installed();
        McpSettings settings = McpSettings.untrusted("fs", root);
        for (Confinement confinement : Confinement.values()) {
            if (!confinement.works()) {
                continue;
            }
            try (McpServer confined = McpServer.stdio(settings, confinement, List.of(modules), command)) {
                Tool reads = confined.tools().stream()
                        .filter(tool -> tool.spec().name().equals("fs__read_text_file"))
                        .findFirst()
                        .orElseThrow();
                ToolContext context = new ToolContext(
                        ToolCall.of("c1", "fs__read_text_file", Json.Obj.EMPTY, 1), 0, CancelToken.NEVER, _ -> {});
                assertTrue(reads.run(context, path("a.txt")).canonical().contains("inside"));
                for (String outside :
                        List.of("/etc/passwd", root.resolveSibling("secret.txt").toString())) {
                    assertThrows(ToolFailure.class, () -> reads.run(context, Json.Obj.EMPTY.with("path", outside)));
                }
            }
        }
    }

    @Test
    void withoutTrustInItsHintsEveryToolIsDestructive() throws Exception {
        List<String> command = List.of("node", NpmServers.filesystem().toString(), root.toString());
        try (McpServer server = McpServer.unconfined(McpSettings.untrusted("fs", root), command)) {
            assertTrue(server.tools().stream().allMatch(tool -> tool.spec().safety() == ToolSafety.MIXED));
        }
        try (McpServer server =
                McpServer.unconfined(McpSettings.untrusted("fs", root).trustingHints(), command)) {
            List<ToolSpec> specs =
                    server.tools().stream().map(tool -> tool.spec()).toList();
            assertEquals(ToolSafety.READ, safety(specs, "fs__list_directory"));
            assertEquals(ToolSafety.MIXED, safety(specs, "fs__write_file"));
            assertEquals(ToolSafety.MIXED, safety(specs, "fs__move_file"));
        }
    }

    @Test
    void progressAndQuestionsOfTheEverythingServerReachTheRecordAndThePerson() throws Exception {
        BlockingQueue<String> asked = new LinkedBlockingQueue<>();
        McpSettings settings = McpSettings.untrusted("all", root).asking((_, message, _) -> {
            asked.add(message);
            return new Elicitation.Reply.Declined();
        });
        List<String> command = List.of("node", NpmServers.everything().toString(), "stdio");
        try (Workspace workspace = Workspace.open(root);
                McpServer server = McpServer.unconfined(settings, command)) {
            Shelf shelf = shelf(server, workspace, ToolMode.FULL_ACCESS);
            Json.Obj work = Json.Obj.EMPTY.with("duration", 1).with("steps", 3);
            ToolRunner.Ended worked = shelf.call("c1", "all__trigger-long-running-operation", work)
                    .join();
            assertEquals(Ending.SUCCESS, worked.ending(), worked.reason());
            assertFalse(progress.isEmpty());

            ToolRunner.Ended told = shelf.call("c2", "all__trigger-elicitation-request", Json.Obj.EMPTY)
                    .join();
            assertEquals(Ending.SUCCESS, told.ending(), told.reason());
            assertFalse(asked.take().isEmpty());
        }
    }

    @Test
    void aServerThatDiesInTheMiddleOfACallIsAnError() throws Exception {
        List<String> command = List.of("node", NpmServers.everything().toString(), "stdio");
        try (Workspace workspace = Workspace.open(root);
                McpServer server = McpServer.unconfined(McpSettings.untrusted("all", root), command)) {
            Shelf shelf = shelf(server, workspace, ToolMode.FULL_ACCESS);
            Json.Obj work = Json.Obj.EMPTY.with("duration", 120).with("steps", 1_200);
            CompletableFuture<ToolRunner.Ended> result = shelf.call("c1", "all__trigger-long-running-operation", work);
            while (progress.isEmpty()) {
                assertFalse(result.isDone());
                Thread.onSpinWait();
            }
            ProcessHandle.current()
                    .children()
                    .filter(child -> child.info().commandLine().orElse("").contains("server-everything"))
                    .forEach(ProcessHandle::destroyForcibly);
            assertEquals(Ending.ERROR, result.join().ending());
            assertTrue(result.join().reason().contains("ended"), result.join().reason());
        }
    }

    @Test
    void theEverythingServerWorksOverStreamableHttp() throws Exception {
        int port = freePort();
        ProcessBuilder builder = new ProcessBuilder(
                        "node", NpmServers.everything().toString(), "streamableHttp")
                .redirectErrorStream(true);
        builder.environment().put("PORT", Integer.toString(port));
        Process process = builder.start();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            String line = output.readLine();
            while (line != null && !line.contains("listening")) {
                line = output.readLine();
            }
            URI base = URI.create("http://127.0.0.1:" + port);
            try (Workspace workspace = Workspace.open(root);
                    McpServer server = McpServer.http(McpSettings.untrusted("all", root), base, "/mcp")) {
                Shelf shelf = shelf(server, workspace, ToolMode.FULL_ACCESS);
                Json.Obj echo = Json.Obj.EMPTY.with("message", "hello over http");
                ToolRunner.Ended result = shelf.call("c1", "all__echo", echo).join();
                assertEquals(Ending.SUCCESS, result.ending(), result.reason());
                assertTrue(result.content().canonical().contains("hello over http"));
                assertNotNull(shelf.mismatch("all__echo", Json.Obj.EMPTY), "arguments that do not fit reach no server");
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static ToolSafety safety(List<ToolSpec> specs, String name) {
        return specs.stream()
                .filter(spec -> spec.name().equals(name))
                .findFirst()
                .orElseThrow()
                .safety();
    }

    private Json.Obj path(String name) {
        return Json.Obj.EMPTY.with("path", root.resolve(name).toString());
    }
}
