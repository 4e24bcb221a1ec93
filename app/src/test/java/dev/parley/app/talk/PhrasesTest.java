package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The vectors beside the phrases are those of the phrases. {@code -Dparley.write=true} writes them anew. */
@Timeout(120)
class PhrasesTest {
    private static final Path FILE = Path.of(
            System.getProperty("parley.root", ".."), "app/src/main/resources/dev/parley/app/talk", Phrases.VECTORS);

    @Test
    void everyPhraseHasItsVector() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String phrase : Phrases.texts().keySet()) {
            lines.add(phrase + " " + Phrases.printed(Meaning.of(phrase)));
        }
        if (Boolean.getBoolean("parley.write")) {
            Files.write(FILE, lines);
        }
        assertEquals(lines, Files.readAllLines(FILE), "run this test once with -Dparley.write=true");
    }
}
