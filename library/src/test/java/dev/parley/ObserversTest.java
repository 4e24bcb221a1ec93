package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever looks on cannot disturb what they look at, whatever they throw. */
@Timeout(60)
class ObserversTest {
    @TempDir
    Path data;

    @Test
    void anErrorOfAnObserverEndsNoConversation() throws Exception {
        try (Parley parley =
                Parley.in(data).model((_, _) -> Reply.says("Fine.")).open()) {
            parley.watch(new Observer() {
                @Override
                public void recorded(Rune rune) {
                    throw new NoClassDefFoundError("a meter that is not there");
                }
            });
            Conversation talk = parley.converse("watched");
            assertEquals("Fine.", talk.say("Hello").join());
            assertFalse(talk.isOver());
        }
    }
}
