import dev.parley.agent.Agent;
import dev.parley.agent.AgentSettings;
import dev.parley.agent.record.MemoryRecorder;
import dev.parley.agent.tool.AnsweringDesk;
import dev.parley.agent.tool.ThreadTimers;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolWiring;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.tool.Approver;
import java.util.Map;

/** An agent with two tools: looking up a price just runs, ordering asks a person first. */
public final class ShopAgent {
    record Item(String item) {}

    public static void main(String[] args) {
        Tool price = TypedTool.reads("price", "What an item costs.", Item.class, (_, item) -> Map.of("euros", 3));
        Tool order = TypedTool.writes("order", "Orders an item.", Item.class, (_, item) -> Map.of("got", item.item()));

        AnsweringDesk ana = new AnsweringDesk(Approver.adult("ana"), question -> {
            System.out.println("may " + question.call().tool() + " " + question.call().arguments().canonical() + "?");
            return args.length == 0;
        });
        MemoryRecorder record = new MemoryRecorder();
        try (ThreadTimers timers = new ThreadTimers()) {
            ToolCatalogue tools = ToolCatalogue.of(price, order);
            ToolWiring wiring = ToolWiring.of(tools, ToolPolicy.of(ToolMode.AUTO), record, timers).withDesk(ana);
            Agent agent = new Agent(AgentSettings.of("shop", "talk"), ShopAgent::reply, wiring);
            ana.answerTo(agent.tools());
            System.out.println(agent.turn("ana", "Order some tea if it is below five euros"));
        }
        record.read("talk").forEach(rune -> System.out.println(rune.eventId() + " " + rune.envelope().kind()));
    }

    /** Stands in for a language model: looks at the last message and wishes for the next step. */
    static Model.Reply reply(Model.Prompt prompt, dev.parley.kernel.port.CancelToken cancel) {
        return switch (prompt.messages().getLast()) {
            case Model.Message.UserSaid _ -> call("c1", "price");
            case Model.Message.ToolAnswered done when done.tool().equals("price") -> call("c2", "order");
            case Model.Message.ToolAnswered done -> Model.Reply.says("The order: " + done.status() + ".");
            case Model.Message.AssistantSaid _, Model.Message.AssistantCalled _ -> Model.Reply.says("");
        };
    }

    static Model.Reply call(String id, String tool) {
        return Model.Reply.calls(new Model.WantedCall(id, tool, "{\"item\":\"tea\"}"));
    }
}
