package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.app.config.Configuration;
import dev.parley.app.config.ConfiguredTools;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A question of the house that was left open by one host is put again by the next, and answered there (rulings E7, E8). */
@Timeout(120)
class HouseAsksAgainTest {
    private static final String AGAIN = "We were interrupted. Shall I let Ben use the alarm until we part?";

    @TempDir
    Path data;

    private Parley open(ConfiguredTools shelf) throws IOException {
        return new ConfiguredAgents(Configuration.DEFAULT, shelf)
                .into(Parley.in(data))
                .open();
    }

    private static long heard(List<Rune> runes) {
        long reply = runes.stream()
                .filter(rune -> rune.kind().equals("agent.reply")
                        && String.valueOf(rune.payload().text("pii_text")).startsWith(AGAIN))
                .map(rune -> String.valueOf(rune.payload().number("reply")))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElse(-1);
        return runes.stream()
                .filter(rune -> rune.kind().equals("playback.ended")
                        && String.valueOf(rune.payload().number("reply")).equals(String.valueOf(reply)))
                .count();
    }

    @Test
    void afterARestart() throws IOException {
        try (ConfiguredTools shelf = ConfiguredTools.open(Configuration.DEFAULT.shelf(), Path.of("target"))) {
            try (Parley parley = open(shelf)) {
                Conversation talk = parley.converse("t", Visit.of("ana"));
                talk.say("let ben use the alarm").join();
                parley.drain();
            }
            try (Parley parley = open(shelf);
                    Conversation talk = parley.resume("t", Visit.of("ana"))) {
                while (heard(talk.record()) == 0) {
                    Thread.onSpinWait();
                }
                assertEquals(
                        "Ben may use the alarm until we part, or you take it back.",
                        talk.say("yes").join());
                Replay replay = new Replay(new Rooms());
                talk.record().forEach(replay::accept);
                assertNull(replay.divergence());
            }
        }
    }
}
