package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.sandbox.NetworkRules;
import dev.parley.agent.sandbox.Workspace;
import dev.parley.agent.sandbox.WorkspaceSandbox;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.Model.WantedCall;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A tool reaches the address that was judged, whatever the name service says by then. */
@Timeout(60)
class ReachedAddressTest {
    private static final InetAddress PUBLIC = InetAddress.ofLiteral("93.184.215.14");
    private static final InetAddress HOME = InetAddress.ofLiteral("127.0.0.1");

    @TempDir
    Path folder;

    private final List<String> reached = new CopyOnWriteArrayList<>();
    private final Deque<InetAddress> names = new ArrayDeque<>();

    record Page(String url) {}

    record Pages(List<Page> pages) {}

    private final Tool fetch = TypedTool.reads("fetch", "Fetches pages.", Pages.class, (context, pages) -> {
                for (Page page : pages.pages()) {
                    InetSocketAddress at = context.reach(page.url());
                    reached.add(at.getAddress().getHostAddress() + ":" + at.getPort());
                }
                return Map.of("fetched", pages.pages().size());
            })
            .withAddresses("url");

    /** What became of a call for this page. */
    private String asked(String url) throws Exception {
        NetworkRules rules = new NetworkRules(Set.of("example.org:443"), _ -> List.of(names.remove()));
        Json.Obj arguments = Json.Obj.EMPTY.with("pages", Json.of(List.of(Json.Obj.EMPTY.with("url", url))));
        Path root = Files.createDirectories(folder.toRealPath().resolve("work"));
        try (Workspace workspace = Workspace.open(root);
                Parley parley = Parley.in(folder.resolve("data"))
                        .model((prompt, _) -> prompt.messages().getLast() instanceof Message.UserSaid
                                ? Reply.calls(new WantedCall("c1", "fetch", arguments.canonical()))
                                : Reply.says("Done."))
                        .tools(fetch)
                        .sandbox(new WorkspaceSandbox(workspace, rules))
                        .open();
                Conversation talk = parley.converse("fetching")) {
            talk.say("fetch it").join();
            return String.valueOf(talk.record().stream()
                    .filter(rune -> rune.kind().equals("tool.result"))
                    .findFirst()
                    .orElseThrow()
                    .payload()
                    .text("status"));
        }
    }

    @Test
    void theToolIsGivenTheAddressThatWasJudged() throws Exception {
        names.addAll(List.of(PUBLIC, PUBLIC));
        assertEquals("success", asked("https://example.org/page"));
        assertEquals(List.of("93.184.215.14:443"), reached);
    }

    @Test
    void aNameThatLeadsHomeByTheTimeOfTheRunIsNotReached() throws Exception {
        names.addAll(List.of(PUBLIC, HOME));
        assertEquals("sandbox_violation", asked("https://example.org/page"));
        assertTrue(reached.isEmpty());
    }

    @Test
    void anAddressIsJudgedHoweverDeepItIsInTheArguments() throws Exception {
        assertEquals("sandbox_violation", asked("https://evil.example/"));
        assertTrue(reached.isEmpty());
    }
}
