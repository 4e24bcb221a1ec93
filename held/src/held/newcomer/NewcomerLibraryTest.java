package held.newcomer;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.Agent;
import dev.parley.agent.AgentSettings;
import dev.parley.agent.Answer;
import dev.parley.agent.record.RunelogRecorder;
import dev.parley.agent.tool.AnsweringDesk;
import dev.parley.agent.tool.SystemTime;
import dev.parley.agent.tool.ThreadTimers;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolWiring;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.Model.WantedCall;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.tool.Approver;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import held.Commands;
import held.Commands.Ran;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows 5, 8 and 20: an agent of one's own remembers, can be explained, and outlives a bad moment of its model. */
class NewcomerLibraryTest {
    private final List<List<Message>> prompts = new CopyOnWriteArrayList<>();

    @TempDir
    private Path data = Path.of("");

    record Item(String item) {}

    /** What is done with an agent. */
    private interface Use {
        void with(Agent agent);
    }

    /** One life of a process: the log is opened, an agent takes up what is there, and all of it is closed again. */
    private void live(Model model, boolean approves, Use use) throws IOException {
        SystemTime clock = new SystemTime();
        AnsweringDesk ana = new AnsweringDesk(Approver.adult("ana"), question -> approves);
        try (Runelog log = Runelog.open(new RealDisk(data), RunelogSettings.standard(clock, RandomSource.seeded(1)));
                ThreadTimers timers = new ThreadTimers()) {
            ToolCatalogue tools = ToolCatalogue.of(TypedTool.writes(
                    "order", "Orders an item.", Item.class, (context, item) -> Map.of("got", item.item())));
            ToolWiring wiring = ToolWiring.of(tools, ToolPolicy.of(ToolMode.AUTO), new RunelogRecorder(log), timers)
                    .withDesk(ana);
            try (Agent agent = new Agent(AgentSettings.of("shop", "shop-1"), model, wiring)) {
                ana.answerTo(agent.tools());
                agent.recover();
                use.with(agent);
            }
        }
    }

    private Reply orders(Model.Prompt prompt) {
        prompts.add(prompt.messages());
        return switch (prompt.messages().getLast()) {
            case Message.UserSaid said
            when said.text().contains("tea") -> Reply.calls(new WantedCall("c1", "order", "{\"item\":\"tea\"}"));
            case Message.ToolAnswered done -> Reply.says("The order: " + done.status() + ".");
            default -> Reply.says("Noted.");
        };
    }

    private void says(boolean approves, String text, String answer) throws IOException {
        live((prompt, cancel) -> orders(prompt), approves, agent -> {
            if (!(agent.turn("ana", text) instanceof Answer.Said said)
                    || !said.text().equals(answer)) {
                throw new IllegalStateException("the agent does not say " + answer);
            }
        });
    }

    @Test
    void afterARestartTheModelKnowsWhatWasSaid() throws IOException {
        says(true, "My number is seven.", "Noted.");
        says(true, "What is my number?", "Noted.");
        assertTrue(prompts.getLast().toString().contains("seven"), "the model sees " + prompts.getLast());
    }

    @Test
    void afterARestartTheModelKnowsWhatItAnswered() throws IOException {
        says(true, "My number is seven.", "Noted.");
        says(true, "What is my number?", "Noted.");
        assertTrue(
                prompts.getLast().contains(new Message.AssistantSaid("Noted.")), "the model sees " + prompts.getLast());
    }

    @Test
    void afterARestartTheModelKnowsWhatItsToolsDid() throws IOException {
        says(true, "Order some tea", "The order: success.");
        says(true, "Did it work?", "Noted.");
        assertTrue(
                prompts.getLast().stream().anyMatch(Message.ToolAnswered.class::isInstance),
                "the model sees " + prompts.getLast());
    }

    private Ran look(String... args) {
        String[] all = java.util.Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--data";
        all[args.length + 1] = data.toString();
        return Newcomer.accepted(Commands.run("", all));
    }

    private Ran explained(String kind) {
        return look(
                "explain",
                "shop-1",
                "" + Newcomer.number(Newcomer.recorded(data, "shop-1", kind).getFirst(), "event_id"));
    }

    @Test
    void aReplayDerivesTheVerdictsOfALibrary() throws IOException {
        says(false, "Order some tea", "The order: denied.");
        String replayed = look("replay", "shop-1").out();
        assertNotEquals(0, Newcomer.number(replayed, "verdicts"), replayed);
    }

    @Test
    void nothingIsCalledVerifiedOfWhichNoVerdictWasDerived() throws IOException {
        says(false, "Order some tea", "The order: denied.");
        String replayed = look("replay", "shop-1").out();
        assertFalse(replayed.contains("\"verdicts\":0,") && replayed.contains("\"verified\":true"), replayed);
    }

    @Test
    void aDenialIsExplainedByWhoDenied() throws IOException {
        says(false, "Order some tea", "The order: denied.");
        Ran why = explained("tool.denied");
        assertFalse(why.all().contains("No decision stands behind it"), why.all());
    }

    @Test
    void whatAPersonApprovedIsExplainedByTheirYes() throws IOException {
        says(true, "Order some tea", "The order: success.");
        Ran why = explained("tool.approved");
        assertFalse(why.all().contains("No decision stands behind it"), why.all());
    }

    @Test
    void whatRanIsExplainedByTheDecisionThatLetItRun() throws IOException {
        says(true, "Order some tea", "The order: success.");
        Ran why = explained("tool.dispatched");
        assertFalse(why.all().contains("No decision stands behind it"), why.all());
    }

    @Test
    void aModelThatIsBusyIsAskedAgain() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        Model busyOnce = (prompt, cancel) -> {
            if (asked.incrementAndGet() == 1) {
                throw new Model.ModelFailure("429", true);
            }
            return Reply.says("Fine.");
        };
        live(busyOnce, true, agent -> {
            Answer answer = agent.turn("ana", "Hello");
            assertInstanceOf(Answer.Said.class, answer, "asked " + asked + " times");
        });
    }

    @Test
    void aModelThatThrowsEndsItsTurnWithAReason() throws IOException {
        Model broken = (prompt, cancel) -> {
            throw new IllegalStateException("thrown by somebody's library");
        };
        live(broken, true, agent -> assertDoesNotThrow(() -> agent.turn("ana", "Hello")));
    }

    /** Looks at the build, because there is nothing to call. */
    @Test
    void aModelOnAServerComesWithTheLibrary() {
        List<String> modules = List.of("kernel", "provider", "agent", "session", "sim", "app", "openai").stream()
                .filter(module -> Newcomer.text(module + "/pom.xml").contains("langchain4j-open-ai")
                        || Newcomer.text(module + "/pom.xml").contains("parley-openai"))
                .toList();
        assertNotEquals(List.of(), modules, "the bridge has a version in the parent, and no module takes it");
    }
}
