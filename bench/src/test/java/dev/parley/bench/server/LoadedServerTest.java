package dev.parley.bench.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.bench.server.LoadedServer.Seen;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The load of {@code bench server}, smaller: what counts here is that nothing goes wrong, not how fast it goes. */
@Timeout(240)
class LoadedServerTest {
    private static final int CONVERSATIONS = 100;
    private static final long MILLIS = 20_000;

    /** A machine that others use as well may have no room at once. */
    private static final int TRIES = 200;

    @TempDir
    Path folder;

    @Test
    void aHundredConversationsInSoundGoOnForTwentySecondsWithoutAnError() throws Exception {
        try (LoadedServer server = LoadedServer.parley(folder)) {
            assertTrue(server.grow(CONVERSATIONS, TRIES), "all are taken in");
            Seen seen = server.measure(MILLIS);
            assertEquals(Map.of(), seen.tally().errors, seen.text());
            assertEquals(CONVERSATIONS, seen.conversations(), seen.text());
            assertTrue(seen.tally().turns >= CONVERSATIONS, seen.text());
            assertTrue(seen.tally().cancels.getTotalCount() > 0, seen.text());
            assertTrue(seen.tally().framesHeard > seen.tally().turns, seen.text());
        }
    }

    @Test
    void anEchoOfTheSameFramesSendsEveryOneBack() throws Exception {
        try (LoadedServer server = LoadedServer.echo()) {
            assertTrue(server.grow(10, TRIES), "all are taken in");
            Seen seen = server.measure(2_000);
            assertEquals(Map.of(), seen.tally().errors, seen.text());
            assertTrue(seen.tally().echoes.getTotalCount() > 0, seen.text());
            assertTrue(seen.tally().framesHeard > 0, seen.text());
        }
    }
}
