import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.session.event.SessionEvent.AgentActed;
import dev.parley.session.speak.Roster;
import dev.parley.session.speak.Roster.Member;
import java.nio.file.Path;
import java.util.List;

/** Two agents in one conversation: the clerk hands over to the manager, who also answers when the clerk fails. */
public final class Handover {
    public static void main(String[] args) throws Exception {
        Model clerk = (prompt, cancel) -> Reply.says("This is the clerk.");
        Model manager = (prompt, cancel) -> Reply.says("This is the manager.");
        try (Parley parley = Parley.in(Path.of(args[0]))
                        .model(manager)
                        .model("clerk", clerk)
                        .roster(new Roster(List.of(new Member("clerk", 5), new Member("manager", 7))))
                        .open();
                Conversation talk = parley.converse(parley.next("desk"))) {
            System.out.println(talk.say("hello").join());
            talk.tell(new AgentActed("clerk", "transfer", "manager"));
            System.out.println(talk.say("who are you").join());
            talk.tell(new AgentActed("manager", "transfer", "clerk"));
            System.out.println(talk.say("and now").join());
            talk.record().stream()
                    .filter(rune -> rune.kind().equals("verdict.stream"))
                    .map(rune -> rune.payload().text("action"))
                    .filter("TRANSFER"::equals)
                    .forEach(System.out::println);
        }
    }
}
