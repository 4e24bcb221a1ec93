package dev.parley.agent.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.record.MemoryRecorder;
import dev.parley.agent.sandbox.Confinement;
import dev.parley.agent.sandbox.NetworkRules;
import dev.parley.agent.sandbox.Workspace;
import dev.parley.agent.sandbox.WorkspaceSandbox;
import dev.parley.agent.tool.ApprovalDesk;
import dev.parley.agent.tool.CallOrigin;
import dev.parley.agent.tool.PendingApproval;
import dev.parley.agent.tool.ThreadTimers;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolContext;
import dev.parley.agent.tool.ToolFailure;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolRouter;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.agent.tool.ToolWiring;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.tool.ApprovalOutcome;
import dev.parley.kernel.tool.Approver;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolSafety;
import dev.parley.kernel.tool.ToolStatus;
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
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The reference servers from npm as tools: reads pass, writes ask, escapes are stopped, a dying server is an error. */
@Timeout(180)
class McpServerTest {
    @TempDir
    Path directory;

    private final MemoryRecorder recorder = new MemoryRecorder();
    private final ThreadTimers timers = new ThreadTimers();
    private final BlockingQueue<PendingApproval> questions = new LinkedBlockingQueue<>();
    private Path root = Path.of("/");

    @BeforeEach
    void layOut() throws IOException {
        root = Files.createDirectory(directory.toRealPath().resolve("work"));
        Files.writeString(root.resolve("a.txt"), "inside");
        Files.writeString(root.resolveSibling("secret.txt"), "outside");
    }

    @AfterEach
    void close() {
        timers.close();
    }

    private ToolRouter router(McpServer server, Workspace workspace, ToolMode mode) throws Exception {
        ApprovalDesk desk = new ApprovalDesk() {
            @Override
            public void show(PendingApproval approval) {
                questions.add(approval);
            }

            @Override
            public void close(String callId, ApprovalOutcome outcome) {}
        };
        return new ToolRouter(
                "mcp",
                ToolWiring.of(new ToolCatalogue(server.tools()), ToolPolicy.of(mode), recorder, timers)
                        .withSandbox(new WorkspaceSandbox(workspace, NetworkRules.NONE))
                        .withDesk(desk));
    }

    @Test
    void theFilesystemServerReadsAsksWritesOnceAndStaysInside() throws Exception {
        McpSettings settings = McpSettings.untrusted("fs", root).trustingHints();
        List<String> command = List.of("node", NpmServers.filesystem().toString(), root.toString());
        try (Workspace workspace = Workspace.open(root);
                McpServer server = McpServer.unconfined(settings, command)) {
            ToolRouter router = router(server, workspace, ToolMode.AUTO);

            ToolResult read =
                    call(router, "c1", "fs__read_text_file", path("a.txt")).join();
            assertEquals(ToolStatus.SUCCESS, read.status(), read.reason());
            assertTrue(read.content().canonical().contains("inside"));
            assertTrue(questions.isEmpty());

            Json.Obj write = path("new.txt").with("content", "written");
            CompletableFuture<ToolResult> denied = call(router, "c2", "fs__write_file", write);
            String digest = questions.take().call().argumentsSha256();
            router.answer("c2", false, Approver.adult("ana"), digest);
            assertEquals(ToolStatus.DENIED, denied.join().status());
            assertFalse(Files.exists(root.resolve("new.txt")));

            CompletableFuture<ToolResult> approved = call(router, "c3", "fs__write_file", write);
            questions.take();
            router.answer("c3", true, Approver.adult("ana"), digest);
            assertEquals(ToolStatus.SUCCESS, approved.join().status());
            assertEquals("written", Files.readString(root.resolve("new.txt")));
            Files.delete(root.resolve("new.txt"));
            assertEquals(
                    approved.join(), call(router, "c3", "fs__write_file", write).join());
            assertFalse(Files.exists(root.resolve("new.txt")), "the same call id ran a second time");

            for (String outside :
                    List.of("../secret.txt", root.resolveSibling("secret.txt").toString(), "/etc/passwd")) {
                Json.Obj escape = Json.Obj.EMPTY.with("path", outside);
                ToolResult result = call(router, "e" + outside, "fs__read_text_file", escape)
                        .join();
                assertEquals(ToolStatus.SANDBOX_VIOLATION, result.status());
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
            ToolRouter router = router(server, workspace, ToolMode.FULL_ACCESS);
            Json.Obj work = Json.Obj.EMPTY.with("duration", 1).with("steps", 3);
            ToolResult worked = call(router, "c1", "all__trigger-long-running-operation", work)
                    .join();
            assertEquals(ToolStatus.SUCCESS, worked.status(), worked.reason());
            assertTrue(kinds().contains("tool.progress"));

            ToolResult told = call(router, "c2", "all__trigger-elicitation-request", Json.Obj.EMPTY)
                    .join();
            assertEquals(ToolStatus.SUCCESS, told.status(), told.reason());
            assertFalse(asked.take().isEmpty());
            assertTrue(questions.isEmpty(), "a server's question is not an approval");
        }
    }

    @Test
    void aServerThatDiesInTheMiddleOfACallIsAnError() throws Exception {
        List<String> command = List.of("node", NpmServers.everything().toString(), "stdio");
        try (Workspace workspace = Workspace.open(root);
                McpServer server = McpServer.unconfined(McpSettings.untrusted("all", root), command)) {
            ToolRouter router = router(server, workspace, ToolMode.FULL_ACCESS);
            Json.Obj work = Json.Obj.EMPTY.with("duration", 120).with("steps", 1_200);
            CompletableFuture<ToolResult> result = call(router, "c1", "all__trigger-long-running-operation", work);
            while (!kinds().contains("tool.progress")) {
                assertFalse(result.isDone());
                Thread.onSpinWait();
            }
            ProcessHandle.current()
                    .children()
                    .filter(child -> child.info().commandLine().orElse("").contains("server-everything"))
                    .forEach(ProcessHandle::destroyForcibly);
            assertEquals(ToolStatus.ERROR, result.join().status());
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
                ToolRouter router = router(server, workspace, ToolMode.FULL_ACCESS);
                Json.Obj echo = Json.Obj.EMPTY.with("message", "hello over http");
                ToolResult result = call(router, "c1", "all__echo", echo).join();
                assertEquals(ToolStatus.SUCCESS, result.status(), result.reason());
                assertTrue(result.content().canonical().contains("hello over http"));
                ToolResult asked =
                        call(router, "c2", "all__echo", Json.Obj.EMPTY).join();
                assertEquals(ToolStatus.DENIED, asked.status(), "arguments that do not fit reach no server");
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

    private static CompletableFuture<ToolResult> call(ToolRouter router, String id, String tool, Json.Obj arguments) {
        return router.call(CallOrigin.NONE, id, tool, arguments.canonical());
    }

    private List<String> kinds() {
        return recorder.read("mcp").stream().map(rune -> rune.envelope().kind()).toList();
    }
}
