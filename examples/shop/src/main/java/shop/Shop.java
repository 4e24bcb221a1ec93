package shop;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.ParleyBuilder;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Message.ToolAnswered;
import dev.parley.kernel.port.Model.Message.UserSaid;
import dev.parley.kernel.port.Model.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import java.util.Scanner;

/** A shop whose agent orders tea after a yes. Whoever runs it types sentences. */
public final class Shop {
    record Item(String item) {}

    static ParleyBuilder in(Path folder) {
        Tool order = TypedTool.writes("order", "Orders an item.", Item.class, (_, item) -> Map.of("got", item.item()))
                .phrased("order {item}");
        return Parley.in(folder)
                .model((prompt, cancel) -> switch (prompt.messages().getLast()) {
                    case UserSaid said when said.text().contains("tea") -> Reply.call("order", "{\"item\":\"tea\"}");
                    case ToolAnswered done -> Reply.says("The " + done.tool() + ": " + done.status() + ".");
                    default -> Reply.says("Ask me for tea.");
                })
                .tools(order)
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1));
    }

    public static void main(String[] args) throws IOException {
        Scanner typed = new Scanner(System.in);
        try (Parley parley = in(Path.of(args[0])).open();
                Conversation talk = parley.converse(parley.next("order"), "ana")) {
            while (typed.hasNextLine()) {
                System.out.println(talk.say(typed.nextLine()).join());
            }
        }
    }
}
