package dev.parley.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.ParleyBuilder;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Prompt;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.Model.WantedCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Somebody's own agent runs in scenario files. */
class ScenariosTest {
    private static final Path FILES = Path.of(System.getProperty("parley.root"), "testkit/src/test/scenarios");

    @RegisterExtension
    static final ParleyExtension parley = new ParleyExtension(ScenariosTest::shop);

    @TempDir
    Path folder;

    record Item(String item) {}

    private static ParleyBuilder shop() {
        return Parley.in(Path.of("unused"))
                .model((prompt, _) -> reply(prompt))
                .tools(
                        TypedTool.reads("price", "What an item costs.", Item.class, (_, _) -> Map.of("euros", 3)),
                        TypedTool.writes("order", "Orders.", Item.class, (_, item) -> Map.of("got", item.item())));
    }

    private static Reply reply(Prompt prompt) {
        return switch (prompt.messages().getLast()) {
            case Message.UserSaid said when said.text().startsWith("Order") -> call("c1", "price");
            case Message.UserSaid said ->
                Reply.says("You said " + said.text() + ", and I have much to say about that.");
            case Message.ToolAnswered done when done.tool().equals("price") -> call("c2", "order");
            case Message.ToolAnswered done -> Reply.says("The order: " + done.status() + ".");
            case Message.AssistantSaid _, Message.AssistantCalled _ -> Reply.says("");
        };
    }

    private static Reply call(String id, String tool) {
        return Reply.calls(new WantedCall(id, tool, "{\"item\":\"tea\"}"));
    }

    @TestFactory
    Stream<DynamicTest> everyScenarioHolds() {
        return parley.scenarios(FILES);
    }

    @Test
    void givesTheSameResultEveryTime(ParleyExtension.Runner runner) {
        Path file = FILES.resolve("tea-after-a-yes.yaml");
        assertEquals(runner.run(file).json(), runner.run(file).json());
    }

    @Test
    void aToolThatNamesFilesIsJudgedAndRunOnTheScenariosOwnTime() {
        Thread scenario = Thread.currentThread();
        List<String> elsewhere = new CopyOnWriteArrayList<>();
        ParleyBuilder filing = Parley.in(Path.of("unused"))
                .model((prompt, _) -> reply(prompt))
                .tools(
                        TypedTool.reads("price", "What an item costs.", Item.class, (_, _) -> here(scenario, elsewhere))
                                .withPaths("item"),
                        TypedTool.writes("order", "Orders.", Item.class, (_, _) -> {
                                    throw new AssertionError("nothing is left");
                                })
                                .withPaths("item"))
                .sandbox((_, _) -> {
                    here(scenario, elsewhere);
                    return null;
                });
        String result = Scenarios.run(FILES.resolve("tea-after-a-yes.yaml"), filing)
                .json()
                .canonical();
        assertEquals(List.of(), elsewhere);
        assertTrue(result.contains("The order: error."), result);
    }

    private static Map<String, Integer> here(Thread scenario, List<String> elsewhere) {
        if (!Thread.currentThread().equals(scenario)) {
            elsewhere.add(Thread.currentThread().toString());
        }
        return Map.of("euros", 3);
    }

    @Test
    void showsWhatHappenedWhereAnExpectationFails() throws IOException {
        Path file = changed("status: success}]", "status: denied}]");
        AssertionError failed = assertThrows(AssertionError.class, () -> Scenarios.check(file, shop()));
        String told = String.valueOf(failed.getMessage());
        assertTrue(told.contains("tools"), told);
        assertTrue(told.contains("tool.dispatched"), told);
    }

    @Test
    void tellsWhatAYesInWordsNeeds() throws IOException {
        String silent = Files.readString(changed("approves: c2, by: ana", "types: \"yes\", by: ana"))
                .replaceFirst("(?m)^  history.*$", "");
        String early = silent.replace("user:", "settings: {ask_aloud: true}\nuser:");
        assertFails("hint: 'yes' answered nothing. Words answer a question about a call where", silent);
        assertFails("hint: 'yes' answered nothing. The question had not been heard to its end.", early);
        Scenarios.check(written(early.replace("at_ms: 5000", "at_ms: 7000")), shop());
    }

    private void assertFails(String told, String scenario) throws IOException {
        Path file = written(scenario);
        AssertionError failed = assertThrows(AssertionError.class, () -> Scenarios.check(file, shop()));
        assertTrue(String.valueOf(failed.getMessage()).contains(told), failed.getMessage());
    }

    private Path written(String scenario) throws IOException {
        return Files.writeString(folder.resolve("written.yaml"), scenario);
    }

    @Test
    void namesTheCallsThatThereWere() throws IOException {
        assertTold("there is no call 'c7'; known are [c1, c2]", changed("approves: c2", "approves: c7"));
    }

    @Test
    void namesThePeopleThatThereAre() throws IOException {
        assertTold("there is no person 'bob'; known are [ana]", changed("tea\", by: ana", "tea\", by: bob"));
    }

    @Test
    void namesTheToolsThatThereAre() throws IOException {
        assertTold(
                "there is no tool 'odrer'; known are [order, price]",
                changed("[{id: c1, status", "[{id: c1, tool: odrer, status"));
        assertTold(
                "there is no tool 'prcie'; known are [order, price]",
                changed("user:", "tools: {prcie: {returns: {euros: 9}}}\nuser:"));
        assertTold(
                "there is no call 'c9'; known are [c1, c2]", changed("expect:", "expect:\n  approvals: [{call: c9}]"));
    }

    @Test
    void namesTheAgentsThatThereAre() throws IOException {
        assertTold(
                "there is no agent 'clerck'; known are [clerk, manager]",
                changed(
                        "user:",
                        "agents: [{id: clerk}, {id: manager}]\nuser:\n"
                                + "  - {at_ms: 500, agent: clerck, does: release}"));
    }

    @Test
    void showsTheMomentThatIsNotAsExpectedHoweverLongTheTalk() throws IOException {
        StringBuilder lines = new StringBuilder("user:\n");
        for (int at = 0; at < 40; at++) {
            lines.append("  - {at_ms: ").append(20_000 + at * 30_000L).append(", types: \"hello\", by: ana}\n");
        }
        String text = Files.readString(FILES.resolve("tea-after-a-yes.yaml"))
                .replace("user:\n", lines)
                .replaceAll("(?s)expect:.*", "expect:\n  turns: [{}, {}, {}, {id: 99}, {contains_rest: true}]\n");
        Path file = Files.writeString(folder.resolve("long.yaml"), text);
        String told = String.valueOf(assertThrows(AssertionError.class, () -> Scenarios.check(file, shop()))
                .getMessage());
        assertTrue(told.contains("turns[3].id"), told);
        assertTrue(told.lines().anyMatch(line -> line.startsWith(">") && line.contains("turn.")), told);
        assertTrue(told.lines().count() < 80, told);
    }

    private void assertTold(String reason, Path file) {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> Scenarios.run(file, shop()));
        String told = String.valueOf(refused.getMessage());
        assertTrue(told.endsWith(reason), told);
    }

    private Path changed(String from, String to) throws IOException {
        String text = Files.readString(FILES.resolve("tea-after-a-yes.yaml"));
        return Files.writeString(folder.resolve("changed.yaml"), text.replace(from, to));
    }
}
