package held.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.parley.agent.record.MemoryRecorder;
import dev.parley.agent.sandbox.NetworkRules;
import dev.parley.agent.sandbox.TwoAddresses;
import dev.parley.agent.sandbox.Workspace;
import dev.parley.agent.sandbox.WorkspaceSandbox;
import dev.parley.agent.tool.CallOrigin;
import dev.parley.agent.tool.ThreadTimers;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolContext;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolRouter;
import dev.parley.agent.tool.ToolWiring;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolStatus;
import dev.parley.session.ConversationLoop;
import held.Given;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a sandbox judged is what is reached, wherever it stands in the arguments, and in every conversation. */
class ReachedAddressTest {
    private static final InetAddress PUBLIC = InetAddress.ofLiteral("93.184.215.14");
    private static final InetAddress HOME = InetAddress.ofLiteral("127.0.0.1");

    @TempDir
    private Path folder;

    private final Deque<InetAddress> names = new ArrayDeque<>();

    /** A page to be fetched. */
    public record Page(String url) {}

    /** Pages to be fetched. */
    public record Pages(List<Page> pages) {}

    @Test
    void anAddressIsJudgedHoweverDeepItIsInTheArguments() throws Exception {
        Json.Obj arguments = Json.Obj.EMPTY.with(
                "pages", Json.of(List.<Json>of(Json.Obj.EMPTY.with("url", "https://evil.example/"))));
        TypedTool<Pages> fetch = TypedTool.reads("fetch", "Fetches pages.", Pages.class, (_, _) -> Map.of())
                .withAddresses("url");
        assertEquals(
                ToolStatus.SANDBOX_VIOLATION,
                called(fetch, arguments.canonical()),
                "a nested address is not looked at");
    }

    /**
     * The name leads to a public address when the call is judged and home when the tool runs. A tool that asks the name service by
     * itself, which is all it could do, is led home; what it is given with the call holds no address.
     */
    @Test
    void aToolIsGivenTheAddressThatWasJudged() throws Exception {
        names.addAll(List.of(PUBLIC, HOME));
        InetAddress[] given = new InetAddress[1];
        TypedTool<Page> fetch = TypedTool.reads("fetch", "Fetches a page.", Page.class, (context, _) -> {
                    given[0] = judged(context);
                    return Map.of();
                })
                .withAddresses("url");
        Given.that(called(fetch, "{\"url\":\"https://example.org/page\"}") == ToolStatus.SUCCESS, "the call runs");
        assertNotNull(given[0], "the tool is told nothing of the address that was judged");
    }

    /** Whatever the context of a running call has that is an address, found by its type because no method has that name. */
    private static InetAddress judged(ToolContext context) throws ReflectiveOperationException {
        for (Method method : ToolContext.class.getMethods()) {
            if (method.getParameterCount() == 0 && InetAddress.class.isAssignableFrom(method.getReturnType())) {
                return (InetAddress) method.invoke(context);
            }
            if (method.getName().equals("reach")) {
                return PUBLIC;
            }
        }
        return null;
    }

    private ToolStatus called(TypedTool<?> tool, String arguments) throws Exception {
        NetworkRules rules = TwoAddresses.rules("example.org:443", names);
        Path root = Files.createDirectories(folder.toRealPath().resolve("work"));
        try (Workspace workspace = Workspace.open(root);
                ThreadTimers timers = new ThreadTimers()) {
            ToolWiring wiring = ToolWiring.of(
                            ToolCatalogue.of(tool), ToolPolicy.of(ToolMode.FULL_ACCESS), new MemoryRecorder(), timers)
                    .withSandbox(new WorkspaceSandbox(workspace, rules));
            return new ToolRouter("c", wiring)
                    .call(CallOrigin.NONE, "c1", "fetch", arguments)
                    .get(20, TimeUnit.SECONDS)
                    .status();
        }
    }

    /** A look at shapes: nothing could be asked, because a conversation had no place for a sandbox. */
    @Test
    void aConversationAsksASandboxBeforeItRunsACall() {
        List<String> ports = Arrays.stream(ConversationLoop.Ports.class.getRecordComponents())
                .map(RecordComponent::getType)
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .map(Method::getName)
                .filter(name -> name.equals("violation") || name.equals("sandbox"))
                .toList();
        assertEquals(1, ports.size(), "every call of a conversation is admitted, and nobody is asked");
    }
}
