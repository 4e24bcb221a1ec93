package dev.parley.agent.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.sandbox.Confinement;
import dev.parley.agent.tool.CallSandbox;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolRunner;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import dev.parley.kernel.tool.ToolSafety;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that breaks the protocol loses its own call, at once and with a reason, and takes nothing else with it. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FloodingServerTest {
    @TempDir
    Path directory;

    private final List<Json> reports = new CopyOnWriteArrayList<>();
    private final List<ToolRunner.Ended> endings = new CopyOnWriteArrayList<>();

    private static final Path JAVA = Path.of(System.getProperty("java.home"));
    private static final Path CLASSES = Path.of(FloodingServer.class
            .getProtectionDomain()
            .getCodeSource()
            .getLocation()
            .getPath());

    private McpServer server(String manner) throws Exception {
        return McpServer.unconfined(McpSettings.untrusted("h", directory).trustingHints(), command(manner));
    }

    private static List<String> command(String manner) {
        String java = JAVA.resolve("bin/java").toString();
        return List.of(
                java, "-XX:TieredStopAtLevel=1", "-cp", CLASSES.toString(), FloodingServer.class.getName(), manner);
    }

    /** Where /proc is hidden, Java's launcher does not find its libraries by itself. */
    private static List<String> withoutProc(String manner) {
        return Stream.concat(Stream.of("env", "LD_LIBRARY_PATH=" + JAVA.resolve("lib")), command(manner).stream())
                .toList();
    }

    private ToolRunner.Ended call(McpServer server) throws Exception {
        return call(server.tools().getFirst(), "c1");
    }

    private ToolRunner.Ended call(Tool tool, String id) {
        CompletableFuture<ToolRunner.Ended> ended = new CompletableFuture<>();
        ToolRunner runner = new ToolRunner(CallSandbox.CLOSED, Thread::startVirtualThread);
        runner.reserve(id);
        runner.start(ToolCall.of(id, tool.spec().name(), Json.Obj.EMPTY, 1), tool, 0, reports::add, end -> {
            endings.add(end);
            ended.complete(end);
        });
        return ended.join();
    }

    @ParameterizedTest
    @ValueSource(strings = {"greets", "silent errors", "junk", "polite"})
    void linesThatAreNoMessagesDoNotEndTheConnection(String manner) throws Exception {
        try (McpServer server = server(manner)) {
            Tool tool = server.tools().getFirst();
            assertEquals(Ending.SUCCESS, call(tool, "c1").ending());
            assertTrue(call(tool, "c2").content().canonical().contains("done"));
            assertEquals(2, endings.size());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "long line, it sent a line longer than 8388608 bytes",
        "pings, it does not read its input",
        "large pings, it sends more than it was asked for",
        "dies, it ",
    })
    void aServerThatExceedsABoundEndsItsCallWithTheReason(String manner, String reason) throws Exception {
        try (McpServer server = server(manner)) {
            ToolRunner.Ended ended = call(server);
            assertEquals(Ending.ERROR, ended.ending());
            assertTrue(ended.reason().contains("the server h ended: " + reason), ended.reason());
            assertEquals(1, endings.size());
        }
    }

    @Test
    void aConfinedServerWithTooManyProcessesEndsItsCallWithTheReasonAndLeavesNone() throws Exception {
        Path work = Files.createDirectory(directory.toRealPath().resolve("work"));
        for (Confinement confinement : Confinement.values()) {
            if (!confinement.works()) {
                continue;
            }
            Set<ProcessHandle> before = ProcessHandle.current().descendants().collect(Collectors.toSet());
            try (McpServer server = McpServer.stdio(
                    McpSettings.untrusted("h", work), confinement, List.of(JAVA, CLASSES), withoutProc("crowd"))) {
                ToolRunner.Ended ended = call(server);
                assertEquals(Ending.ERROR, ended.ending());
                assertTrue(
                        ended.reason().contains("the server h ended: it had more than 256 processes"), ended.reason());
                ProcessHandle.current()
                        .descendants()
                        .filter(process -> !before.contains(process))
                        .forEach(process -> process.onExit().join());
            }
        }
    }

    @Test
    void aListThatIsSaidToHaveChangedIsNotReadAgain() throws Exception {
        try (McpServer server = server("changes")) {
            Tool tool = server.tools().getFirst();
            assertTrue(call(tool, "c1").content().canonical().contains("lists 1"));
            assertTrue(call(tool, "c2").content().canonical().contains("lists 1"));
        }
    }

    @Test
    void aServerThatIgnoresTheEndIsKilled() throws Exception {
        McpServer server = server("stubborn");
        String told = call(server).content().canonical();
        ProcessHandle process =
                ProcessHandle.of(Long.parseLong(told.replaceAll("[^0-9]", ""))).orElseThrow();
        server.close();
        process.onExit().get(20, TimeUnit.SECONDS);
    }

    @Test
    void moreToolsThanFitAreRefusedOnOnePageToo() throws Exception {
        try (McpServer server = server("many")) {
            assertThrows(IOException.class, server::tools);
        }
    }

    @Test
    void theFirstToolOfANameCounts() throws Exception {
        try (McpServer server = server("twice")) {
            assertEquals(
                    List.of(ToolSafety.MIXED),
                    server.tools().stream().map(tool -> tool.spec().safety()).toList());
        }
    }

    @Test
    void aDescriptionShowsNoHiddenCharacters() throws Exception {
        try (McpServer server = server("bidi")) {
            assertEquals("a b c d e", server.tools().getFirst().spec().description());
        }
    }

    @Test
    void halfASurrogatePairIsReplacedBeforeItIsRecorded() throws Exception {
        try (McpServer server = server("surrogate")) {
            assertTrue(call(server).content().canonical().contains("a\uFFFDb"));
        }
    }

    /** The record takes 256 levels; a deeper result would end the conversation. */
    @Test
    void aResultThatIsNestedTooDeepIsAnErrorOfItsCall() throws Exception {
        try (McpServer server = server("deep")) {
            ToolRunner.Ended ended = call(server);
            assertEquals(Ending.ERROR, ended.ending());
            assertEquals("the result is nested deeper than 128 levels", ended.reason());
        }
    }

    @Test
    void progressIsBounded() throws Exception {
        try (McpServer server = server("progress")) {
            assertEquals(Ending.SUCCESS, call(server).ending());
            assertEquals(ToolRunner.REPORTS_MAX, reports.size());
            assertTrue(reports.stream().allMatch(report -> report.canonical().length() < 5_000));
        }
    }
}
