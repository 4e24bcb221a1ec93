package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ruling B15: a program's approver approves calls as what it is, and never speaks for a person. */
class ApproverTest {
    @TempDir
    Path data;

    record Nothing() {}

    private final List<String> ran = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    private Tool tool(String name) {
        return TypedTool.writes(name, "Does it.", Nothing.class, (_, _) -> {
            ran.add(name);
            return Map.of("done", true);
        });
    }

    private Parley opened(String tool, boolean yes) throws Exception {
        return Parley.in(data)
                .model((prompt, _) -> prompt.messages().getLast() instanceof Message.ToolAnswered done
                        ? Reply.says("It was a " + done.status() + ".")
                        : Reply.call(tool, "{}"))
                .tools(tool(tool))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .approval(question -> {
                    asked.add(question.tool());
                    return CompletableFuture.completedFuture(yes);
                })
                .open();
    }

    private static List<Rune> answers(Conversation talk) {
        return talk.record().stream()
                .filter(rune -> rune.kind().endsWith(".answered"))
                .toList();
    }

    @Test
    void itsYesIsRecordedAsItsOwn() throws Exception {
        try (Parley parley = opened("order", true);
                Conversation talk = parley.converse("one", "ana")) {
            assertEquals("It was a success.", talk.say("hello").join());
            assertEquals(List.of("order"), ran);
            Rune answer = answers(talk).getFirst();
            assertEquals("approver.answered", answer.kind());
            assertEquals("approver", answer.payload().text("by"));
            Rune approved = talk.record().stream()
                    .filter(rune -> "approve".equals(rune.payload().text("action")))
                    .findFirst()
                    .orElseThrow();
            assertEquals("approver", approved.payload().text("actor"));
            assertTrue(approved.payload().canonical().contains("\"standing\":\"approver\""));
        }
    }

    @Test
    void itsNoEndsTheCall() throws Exception {
        try (Parley parley = opened("order", false);
                Conversation talk = parley.converse("one", "ana")) {
            assertEquals("It was a denied.", talk.say("hello").join());
            assertTrue(ran.isEmpty());
        }
    }

    /** Ruling B9: the yes to a command of the house is of who gave it. */
    @Test
    void aCommandOfTheHouseIsAskedOfThePersonAllTheSame() throws Exception {
        try (Parley parley = opened("open_garage", true);
                Conversation talk = parley.converse("one", "ana")) {
            String question = talk.say("hello there").join();
            assertEquals("Shall I open garage? Please say yes or no.", question);
            assertTrue(ran.isEmpty() && asked.isEmpty(), "the program is not asked");
            assertEquals("It was a success.", talk.say("yes").join());
            assertEquals(List.of("open_garage"), ran);
        }
    }

    @Test
    void itCannotGiveTheYesOfAPerson() throws Exception {
        try (Parley parley = opened("open_garage", true);
                Conversation talk = parley.converse("one", "ana")) {
            talk.say("hello there").join();
            String call = talk.record().stream()
                    .filter(rune -> "ask".equals(rune.payload().text("action")))
                    .map(rune -> String.valueOf(rune.payload().text("target")))
                    .findFirst()
                    .orElseThrow();
            talk.approved(call, true);
            assertEquals("It was a denied.", talk.say("no").join());
            assertFalse(ran.contains("open_garage"));
        }
    }
}
