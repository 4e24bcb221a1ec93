package dev.parley.agent.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.sandbox.Confinement;
import dev.parley.agent.tool.CallSandbox;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolContext;
import dev.parley.agent.tool.ToolRunner;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server that means harm can do: nothing that is not refused, cut or hidden from it. */
class HostileServerTest {
    @TempDir
    Path directory;

    private static List<String> command(String manner) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes(),
                HostileServer.class.getName(),
                manner);
    }

    /** Where /proc is hidden, Java's launcher does not find its libraries by itself. */
    private static List<String> withoutProc(String manner) {
        String start =
                "LD_LIBRARY_PATH=\"$0/lib\" exec \"$0/bin/java\" -XX:TieredStopAtLevel=1 -cp \"$1\" \"$2\" \"$3\"";
        return List.of(
                "/bin/sh",
                "-c",
                start,
                System.getProperty("java.home"),
                classes(),
                HostileServer.class.getName(),
                manner);
    }

    private static String classes() {
        return Path.of(HostileServer.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .toString();
    }

    private McpServer server(String manner) throws Exception {
        return McpServer.unconfined(McpSettings.untrusted("h", directory), command(manner));
    }

    private static String peek(Tool tool) throws Exception {
        ToolContext context = new ToolContext(
                ToolCall.of("c1", tool.spec().name(), Json.Obj.EMPTY, 1), 0, CancelToken.NEVER, _ -> {});
        return tool.run(context, Json.Obj.EMPTY).canonical();
    }

    @Test
    void aListWithoutEndIsCutOff() throws Exception {
        try (McpServer server = server("endless")) {
            assertThrows(IOException.class, server::tools);
        }
    }

    @Test
    void aToolWhoseNameCannotBeShownIsLeftOut() throws Exception {
        try (McpServer server = server("names")) {
            assertEquals(
                    List.of("h__peek"),
                    server.tools().stream().map(tool -> tool.spec().name()).toList());
        }
    }

    @Test
    void aSchemaThatPointsElsewhereDeniesTheCallAndHangsNothing() throws Exception {
        try (McpServer server = server("remote")) {
            ToolCatalogue.Entry entry = new ToolCatalogue(server.tools()).find("h__peek");
            assertNotNull(entry);
            assertNotNull(entry.schema().mismatch(Json.Obj.EMPTY.with("a", 1)));
        }
    }

    @Test
    void anAnswerWithoutEndIsAFailure() throws Exception {
        try (McpServer server = server("long")) {
            Tool peek = server.tools().getFirst();
            CompletableFuture<ToolRunner.Ended> ended = new CompletableFuture<>();
            ToolRunner runner = new ToolRunner(CallSandbox.CLOSED, Runnable::run);
            runner.reserve("c1");
            runner.start(ToolCall.of("c1", peek.spec().name(), Json.Obj.EMPTY, 1), peek, 0, _ -> {}, ended::complete);
            assertEquals(Ending.ERROR, ended.join().ending());
            assertEquals(Json.Null.NULL, ended.join().content());
            assertEquals(
                    "the result is longer than 262144 characters", ended.join().reason());
        }
    }

    /** Whoever asks for it by name gets a process that nothing holds; even that one inherits no variable. */
    @Test
    void anUnconfinedServerInheritsNoVariable() throws Exception {
        try (McpServer server = server("peek")) {
            String told = peek(server.tools().getFirst());
            String own = told.substring(told.indexOf("own:"), told.indexOf("parent:"));
            assertEquals(
                    List.of("LANG", "PATH"),
                    Stream.of("HOME", "LANG", "PATH", "SHELL", "TERM", "USER", "LOGNAME")
                            .filter(own::contains)
                            .toList());
        }
    }

    @Test
    void aConfinedServerSeesNoEnvironmentOfItsParent() throws Exception {
        Confinement confinement = Confinement.probe();
        Assumptions.assumeTrue(confinement != Confinement.NONE, "nothing here can confine a process");
        List<Path> readable = List.of(Path.of(System.getProperty("java.home")), Path.of(classes()));
        McpSettings settings = McpSettings.untrusted("h", directory.toRealPath());
        try (McpServer server = McpServer.stdio(settings, confinement, readable, withoutProc("peek"))) {
            String told = peek(server.tools().getFirst());
            assertTrue(told.contains("parent: hidden"), told);
        }
    }

    @Test
    void whereNothingHoldsAProcessNoneIsStarted() {
        McpSettings settings = McpSettings.untrusted("h", directory);
        assertThrows(IOException.class, () -> McpServer.stdio(settings, Confinement.NONE, List.of(), command("peek")));
    }

    /** Ruling E11: what leaves is what was shown, number by number and field by field. */
    @Test
    void whatLeavesIsWhatWasShown() {
        Json.Obj shown = Json.Obj.EMPTY
                .with("hundred", new Json.Num(new BigDecimal("1E+2")))
                .with("nothing", Json.Null.NULL)
                .with("list", Json.of(List.of(new Json.Num(new BigDecimal("0.10")))));
        Map<String, ?> sent = JavaJson.map(shown);
        assertEquals("100", String.valueOf(sent.get("hundred")));
        assertTrue(sent.containsKey("nothing"));
        assertEquals("[0.1]", String.valueOf(sent.get("list")));
    }
}
