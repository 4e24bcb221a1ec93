package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.app.config.Configuration;
import dev.parley.app.config.ConfiguredTools;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.people.Memories;
import dev.parley.session.people.Understanding;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What takes long about words is done before they enter, with everything that may be remembered of them. */
@Timeout(120)
class PreparedWordsTest {
    private static final int MORE = 4;

    private final FreeWords words = new FreeWords(List.of("ana", "ben"));

    @TempDir
    private Path data = Path.of("");

    private static String likes(String of, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "I like " + of + " " + i + ".")
                .collect(Collectors.joining(" "));
    }

    @Test
    void preparesWhatMayBeRememberedOfALongMessage() {
        String message = likes("boats and cats in the sun", 60);
        assertTrue(words.takesLong(message));
        words.prepare(message);
        assertFalse(words.takesLong(message));
        assertEquals(
                List.of(),
                SentenceExtractor.contents(message, Memories.ITEMS_MAX).stream()
                        .filter(words::takesLong)
                        .toList());
    }

    @Test
    void keepsWhatIsPreparedOfAsManySentencesAsMayWait() {
        List<String> waiting = IntStream.range(0, Understanding.AHEAD_MAX)
                .mapToObj(i -> likes("c" + i, Memories.ITEMS_MAX))
                .toList();
        waiting.forEach(words::prepare);
        assertEquals(List.of(), waiting.stream().filter(words::takesLong).toList());
    }

    private static int sources(Json.Obj found) {
        return found.get("sources") instanceof Json.Arr(List<Json> items) ? items.size() : 0;
    }

    @Test
    void remembersTheFirstThingsOfAMessageAndRecordsHowManyItLeftOut() throws Exception {
        try (ConfiguredTools shelf = ConfiguredTools.open(Configuration.DEFAULT.shelf(), data);
                Parley parley = new ConfiguredAgents(Configuration.DEFAULT, shelf)
                        .into(Parley.in(data))
                        .open();
                Conversation talk = parley.converse("likes", Visit.of("ana"))) {
            talk.say(likes("boats", Memories.ITEMS_MAX)).join();
            talk.say(likes("cats", Memories.ITEMS_MAX + MORE)).join();
            List<Json.Obj> found = talk.record().stream()
                    .filter(rune -> rune.kind().equals("memory.extracted"))
                    .map(Rune::payload)
                    .toList();
            assertEquals(
                    List.of(Memories.ITEMS_MAX, Memories.ITEMS_MAX),
                    found.stream().map(PreparedWordsTest::sources).toList());
            assertFalse(found.getFirst().has("left_out"));
            assertEquals(BigDecimal.valueOf(MORE), found.getLast().number("left_out"));
        }
    }
}
