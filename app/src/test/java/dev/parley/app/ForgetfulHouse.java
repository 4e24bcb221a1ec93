package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.Model.Message.UserSaid;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.Model.WantedCall;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A house of ana and ben in which everything that is known is deleted by a word and a yes. */
final class ForgetfulHouse {
    private static final Tool FORGET = TypedTool.writes(
                    "delete_all_data", "Deletes everything.", Nothing.class, (_, _) -> Map.of("gone", true))
            .phrased("delete all data");

    private final Path data;
    private final List<Model.Prompt> prompts = new CopyOnWriteArrayList<>();

    private record Nothing() {}

    ForgetfulHouse(Path data) {
        this.data = data;
    }

    private Reply reply(Model.Prompt prompt) {
        prompts.add(prompt);
        return prompt.messages().getLast() instanceof UserSaid said
                        && said.text().equals("delete everything")
                ? Reply.calls(new WantedCall("c1", "delete_all_data", "{}"))
                : Reply.says("Fine.");
    }

    Parley open() throws IOException {
        return Parley.in(data)
                .model((prompt, _) -> reply(prompt))
                .tools(FORGET)
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .person("ben", Role.ADMIN, LocalDate.of(1982, 5, 1))
                .open();
    }

    /** What its model was asked. */
    List<Model.Prompt> prompts() {
        return prompts;
    }

    /** Ana tells something about herself. */
    static void tells(Conversation talk, String field, String value) {
        Json.Obj update = Json.Obj.EMPTY.with("field", field).with("value", value);
        talk.tell(new PeopleChanged("profile", "profile_update_requested", "ana", update, "ana"));
        talk.say("Hello").join();
    }

    static void deletes(Conversation talk) {
        assertEquals(
                "Shall I delete all data? Please say yes or no.",
                talk.say("delete everything").join());
        assertEquals("Fine.", talk.say("yes").join());
    }
}
