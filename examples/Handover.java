import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Takeover;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.session.settings.Roster;
import dev.parley.session.settings.Roster.Member;
import java.nio.file.Path;
import java.util.List;

/** Two agents and a human in one conversation: the clerk hands over to the manager, and Joy takes over from both. */
public final class Handover {
    public static void main(String[] args) throws Exception {
        Model clerk = (prompt, cancel) -> Reply.says("This is the clerk.");
        Model manager = (prompt, cancel) -> Reply.says("This is the manager.");
        try (Parley parley = Parley.in(Path.of(args[0]))
                        .model(manager)
                        .model("clerk", clerk)
                        .roster(new Roster(List.of(new Member("clerk", 5), new Member("manager", 7))))
                        .human("joy")
                        .open();
                Conversation talk = parley.converse(parley.next("desk"))) {
            System.out.println(talk.say("hello").join());
            talk.speakers().handOver("clerk", "manager").join();
            System.out.println(talk.say("who are you").join());
            talk.speakers().handOver("manager", "clerk").join();
            System.out.println(talk.say("and now").join());
            try (Takeover joy = talk.speakers().takeOver("joy").join()) {
                joy.say("This is Joy, who is no machine.").join();
            }
            System.out.println(talk.say("thank you").join());
            talk.record().stream()
                    .filter(rune -> rune.kind().equals("verdict.stream"))
                    .map(rune ->
                            rune.payload().text("actor") + " " + rune.payload().text("action"))
                    .filter(act -> act.endsWith("TRANSFER") || act.equals("joy PLAY"))
                    .forEach(System.out::println);
        }
    }
}
