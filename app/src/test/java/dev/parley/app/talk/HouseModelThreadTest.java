package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Screen;
import dev.parley.Visit;
import dev.parley.app.config.Configuration;
import dev.parley.app.config.ConfiguredTools;
import dev.parley.kernel.rune.Rune;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The built-in agent asks the house while it answers, and that is decided and recorded where everything else is. */
@Timeout(60)
class HouseModelThreadTest {
    @TempDir
    private Path data = Path.of("");

    private static final class Watching implements Screen {
        private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
        private final List<Rune> runes = new CopyOnWriteArrayList<>();

        @Override
        public void show(String piece) {}

        @Override
        public void end(boolean whole) {}

        @Override
        public void recorded(Rune rune) {
            threads.add(Thread.currentThread());
            runes.add(rune);
        }
    }

    @Test
    void askingHowSomebodyWantsToBeCalledIsRecordedOnTheThreadOfTheConversation() throws Exception {
        Watching screen = new Watching();
        try (ConfiguredTools shelf = ConfiguredTools.open(Configuration.DEFAULT.shelf(), data);
                Parley parley = new ConfiguredAgents(Configuration.DEFAULT, shelf)
                        .into(Parley.in(data))
                        .open();
                Conversation talk = parley.converse("t", Visit.of("ana"), screen)) {
            assertTrue(talk.say("hello").join().contains("How shall I call you?"));
            assertTrue(
                    screen.runes.stream()
                            .anyMatch(rune -> "addressing".equals(rune.payload().text("machine"))),
                    "the question was decided");
            assertEquals(1, screen.threads.size(), screen.threads.toString());
        }
    }
}
