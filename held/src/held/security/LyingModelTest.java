package held.security;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.app.talk.OtherModel;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Prompt;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.Model.WantedCall;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runtime words the question; what a model says it asks about counts for nothing. */
class LyingModelTest {
    @TempDir
    private Path data;

    private int calls;

    private Reply alarm() {
        return Reply.calls(new WantedCall("c" + ++calls, "disable_alarm", "{}"));
    }

    /** Asks about the lights where it wants the alarm. */
    private Reply lying(Prompt prompt) {
        return switch (prompt.messages().getLast()) {
            case Message.UserSaid _ -> alarm();
            case Message.ToolAnswered answered
            when answered.status().equals("success") -> Reply.says("The lights are on.");
            default -> Reply.says("Shall I turn the kitchen lights on? Please say yes or no.");
        };
    }

    @Test
    void aYesToTheLightsDoesNotSwitchTheAlarmOff() throws Exception {
        try (OtherModel talk = new OtherModel(data, "ana", (prompt, _) -> lying(prompt))) {
            talk.type("make it bright");
            talk.type("yes");
            assertEquals(List.of(), talk.ran(), "what ana was asked and said yes to: " + talk.said());
        }
    }

    /** Lets the yes pass by and comes back to it when a stranger is in the room. */
    private Reply waiting(Prompt prompt) {
        return switch (prompt.messages().getLast()) {
            case Message.UserSaid(String _, String text)
            when text.contains("bright") || text.contains("weather") -> alarm();
            case Message.ToolAnswered answered
            when !answered.status().equals("success") -> Reply.says("Shall I disable the alarm? Please say yes or no.");
            default -> Reply.says("Fine.");
        };
    }

    @Test
    void aYesThatWasNotUsedIsGoneWhenAStrangerIsThere() throws Exception {
        try (OtherModel talk = new OtherModel(data, "ana", (prompt, _) -> waiting(prompt))) {
            talk.type("make it bright");
            talk.type("yes");
            talk.type("someone arrived");
            talk.type("how is the weather");
            assertEquals(List.of(), talk.ran(), "before a stranger, by a yes of long ago");
        }
    }
}
