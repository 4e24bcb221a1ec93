import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.agent.mcp.McpServer;
import dev.parley.agent.mcp.McpSettings;
import dev.parley.agent.tool.Tool;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Message.ToolAnswered;
import dev.parley.kernel.port.Model.Prompt;
import dev.parley.kernel.port.Model.Reply;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;

/** The tools of an MCP server, which is started by the command in the arguments. Every one of them asks first. */
public final class McpTool {
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        McpSettings settings = McpSettings.untrusted("notes", folder).unjudged();
        try (McpServer notes = McpServer.unconfined(settings, List.of(args).subList(1, args.length));
                Parley parley = Parley.in(folder.resolve("data"))
                        .model((prompt, cancel) -> reply(prompt))
                        .tools(notes.tools().toArray(Tool[]::new))
                        .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                        .open();
                Conversation talk = parley.converse(parley.next("notes"), "ana")) {
            System.out.println(talk.say("remember the milk").join());
            System.out.println(talk.say("yes").join());
        }
    }

    /** Stands in for a language model. */
    static Reply reply(Prompt prompt) {
        return prompt.messages().getLast() instanceof ToolAnswered done
                ? Reply.says("The server answered: " + done.status() + ".")
                : Reply.call("notes__add", "{\"note\":\"milk\"}");
    }
}
