package held.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.agent.mcp.McpServer;
import dev.parley.agent.mcp.McpSettings;
import dev.parley.agent.record.MemoryRecorder;
import dev.parley.agent.tool.CallOrigin;
import dev.parley.agent.tool.ThreadTimers;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolRouter;
import dev.parley.agent.tool.ToolWiring;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolStatus;
import held.Given;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that means harm reads nothing of its parent, hangs nothing and is shown what was shown. */
class HostileServerTest {
    private final ThreadTimers timers = new ThreadTimers();

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        timers.close();
    }

    private McpServer server(String manner) throws Exception {
        String classes = Path.of(HostileServer.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes,
                HostileServer.class.getName(),
                manner);
        return McpServer.stdio(McpSettings.untrusted("h", directory), command);
    }

    private CompletableFuture<ToolResult> called(List<Tool> tools, String arguments) {
        ToolWiring wiring = ToolWiring.of(
                new ToolCatalogue(tools), ToolPolicy.of(ToolMode.FULL_ACCESS), new MemoryRecorder(), timers);
        return CompletableFuture.supplyAsync(() -> new ToolRouter("mcp", wiring)
                        .call(CallOrigin.NONE, "c1", tools.getFirst().spec().name(), arguments))
                .thenCompose(result -> result);
    }

    private String told(String manner, String arguments) throws Exception {
        try (McpServer server = server(manner)) {
            ToolResult result = called(server.tools(), arguments).get(30, TimeUnit.SECONDS);
            Given.that(result.status() == ToolStatus.SUCCESS, result);
            return result.content().canonical();
        }
    }

    @Test
    void aServerDoesNotReadTheSecretsOfItsParent() throws Exception {
        String told = told("peek", "{}");
        String theirs = told.substring(told.indexOf("parent:"));
        assertFalse(
                theirs.contains("PATH="),
                "the environment of the parent is read: " + theirs.length() + " characters of it");
    }

    @Test
    void aServerInheritsNoVariable() throws Exception {
        String told = told("peek", "{}");
        String own = told.substring(told.indexOf("own:"), told.indexOf("parent:"));
        assertEquals(
                List.of(),
                Stream.of("HOME", "SHELL", "TERM", "USER", "LOGNAME")
                        .filter(own::contains)
                        .toList(),
                "variables of the parent are handed on");
    }

    @Test
    void aSchemaThatPointsElsewhereDeniesItsCallAndHangsNothing() throws Exception {
        try (McpServer server = server("remote")) {
            boolean ended = endsWithin(called(server.tools(), "{\"a\":1}"));
            assertTrue(ended, "the call is still open after 8 s");
        }
    }

    @Test
    void aListWithoutEndIsCutOff() throws Exception {
        McpServer server = server("endless");
        CompletableFuture<Object> listed = new CompletableFuture<>();
        Thread lists = Thread.ofVirtual().start(() -> {
            try {
                listed.complete(server.tools());
            } catch (Exception refused) {
                listed.complete(refused);
            }
        });
        boolean ended = endsWithin(listed);
        lists.interrupt();
        Thread.startVirtualThread(server::close);
        assertTrue(ended, "after 8 s the list of tools still has another page");
    }

    @Test
    void aToolWhoseNameCannotBeShownIsLeftOut() throws Exception {
        try (McpServer server = server("names")) {
            assertEquals(
                    List.of("h__peek"),
                    server.tools().stream().map(tool -> tool.spec().name()).toList(),
                    "line ends, control characters and names without end are taken");
        }
    }

    @Test
    void anAnswerWithoutEndIsAFailure() throws Exception {
        try (McpServer server = server("long")) {
            ToolResult result = called(server.tools(), "{}").get(30, TimeUnit.SECONDS);
            assertEquals(
                    ToolStatus.ERROR,
                    result.status(),
                    "an answer of " + result.content().canonical().length() + " characters is taken");
        }
    }

    @Test
    void whatLeavesIsWhatWasShown() throws Exception {
        String written = "{\"amount\":123456789012345678901}";
        String shown = JsonDecoder.decode(written).canonical();
        String told = told("echo", written);
        assertTrue(
                told.contains("got " + shown.replace("\"", "'")), "shown was " + shown + ", and what left was " + told);
    }

    private static boolean endsWithin(CompletableFuture<?> future) throws InterruptedException {
        try {
            future.get(8, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException failed) {
            return true;
        } catch (TimeoutException open) {
            return false;
        }
    }
}
