import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Message.ToolAnswered;
import dev.parley.kernel.port.Model.Message.UserSaid;
import dev.parley.kernel.port.Model.Prompt;
import dev.parley.kernel.port.Model.Reply;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;

/** A typed conversation, line by line: looking up a price just runs, ordering asks first. Run it in a folder as often as you like. */
public final class TextAgent {
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
                Conversation talk = parley.converse(parley.next("shop"), "ana");
                BufferedReader lines = new BufferedReader(new InputStreamReader(System.in))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println(talk.say(line).join());
            }
            System.out.println(talk.id() + " has " + talk.record().size() + " events");
        }
    }

    /** Stands in for a language model: {@code OpenAiModel.at(url, name, variable)} is one. */
    static Reply reply(Prompt prompt) {
        return switch (prompt.messages().getLast()) {
            case UserSaid said when said.text().contains("tea") -> Reply.call("price", "{\"item\":\"tea\"}");
            case ToolAnswered done when done.tool().equals("price") -> Reply.call("order", "{\"item\":\"tea\"}");
            case ToolAnswered done -> Reply.says("The order: " + done.status() + ".");
            default -> Reply.says("I sell tea.");
        };
    }
}
