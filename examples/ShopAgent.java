import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Prompt;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.Model.WantedCall;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;

/** An agent with two tools: looking up a price just runs, ordering asks a person first. */
public final class ShopAgent {
    record Item(String item) {}

    public static void main(String[] args) throws Exception {
        Tool price = TypedTool.reads("price", "What an item costs.", Item.class, (_, item) -> Map.of("euros", 3));
        Tool order = TypedTool.writes("order", "Orders an item.", Item.class, (_, item) -> Map.of("got", item.item()))
                .phrased("order {item}");

        try (Parley parley = Parley.in(Path.of(args[0]))
                        .model((prompt, cancel) -> reply(prompt))
                        .tools(price, order)
                        .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                        .open();
                Conversation talk = parley.converse("order-1", "ana")) {
            System.out.println(talk.say("Order some tea if it is below five euros").join());
            System.out.println(talk.say(args[1]).join());
            talk.record().forEach(rune -> System.out.println(rune.eventId() + " " + rune.kind()));
        }
    }

    /** Stands in for a language model: looks at the last message and wishes for the next step. */
    static Reply reply(Prompt prompt) {
        return switch (prompt.messages().getLast()) {
            case Message.UserSaid _ -> call("c1", "price");
            case Message.ToolAnswered done when done.tool().equals("price") -> call("c2", "order");
            case Message.ToolAnswered done -> Reply.says("The order: " + done.status() + ".");
            case Message.AssistantSaid _, Message.AssistantCalled _ -> Reply.says("");
        };
    }

    static Reply call(String id, String tool) {
        return Reply.calls(new WantedCall(id, tool, "{\"item\":\"tea\"}"));
    }
}
