package dev.parley.bench.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.bench.server.LoadedServer.Seen;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A hostile client beside honest conversations: these are stopped about as fast as without it, and lose nothing. Stretches with
 * and without it alternate on the same server. {@code -Dparley.long=true} makes them a minute instead of some seconds.
 */
@Timeout(300)
class HostileLoadTest {
    private static final int CONVERSATIONS = 50;
    private static final boolean IS_LONG = Boolean.getBoolean("parley.long");
    private static final int STRETCHES = 3;
    private static final long MILLIS = (IS_LONG ? 60_000 : 18_000) / STRETCHES / 2;
    private static final long WARM_MILLIS = 5_000;
    private static final int TRIES = 200;
    /** In some seconds there are too few stops for a percentile to mean much; then only a real hold-up counts. */
    private static final int SLOWER_MAX = 3;

    private static final String HOSTILE = "sk-hostile";

    @TempDir
    Path folder;

    /** The middle one of the stretches, so that one moment of a busy machine decides nothing. */
    private static long p99Micros(List<Seen> all) {
        return all.stream()
                .mapToLong(seen -> seen.tally().cancels.getValueAtPercentile(99))
                .sorted()
                .skip(all.size() / 2)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void fiftyHonestConversationsAreStoppedInTimeAndLoseNothingBesideAHostileClient() throws Exception {
        List<Seen> calm = new ArrayList<>();
        List<Seen> hostile = new ArrayList<>();
        Map<String, Integer> answers = Map.of();
        Map<String, Long> told;
        try (LoadedServer server = LoadedServer.household(folder, HOSTILE)) {
            assertTrue(server.grow(CONVERSATIONS, TRIES), "all are taken in");
            try (HostileClient _ = new HostileClient(server.process().at("/"), HOSTILE).start()) {
                server.measure(WARM_MILLIS);
            }
            for (int stretch = 0; stretch < STRETCHES; stretch++) {
                calm.add(server.measure(MILLIS));
                try (HostileClient client = new HostileClient(server.process().at("/"), HOSTILE).start()) {
                    hostile.add(server.measure(MILLIS));
                    answers = client.answers();
                }
            }
            told = server.told();
        }
        String seen = "calm: " + calm.stream().map(Seen::text).toList() + "\nhostile: "
                + hostile.stream().map(Seen::text).toList() + "\nit was answered " + answers;
        System.err.println(seen);
        for (Seen each : hostile) {
            assertEquals(Map.of(), each.tally().errors, seen);
            assertEquals(CONVERSATIONS, each.conversations(), seen);
        }
        assertTrue(answers.getOrDefault("413", 0) > 0 && answers.getOrDefault("flooded", 0) > 0, seen);
        // A handful of stops beside other tests says nothing of a 99th percentile: only the long run compares them.
        assertTrue(!IS_LONG || p99Micros(hostile) <= SLOWER_MAX * p99Micros(calm), seen);
        assertAllIsRecorded(told);
    }

    /** Whoever was told of an event finds it on disk, although the server was ended as it was. */
    private void assertAllIsRecorded(Map<String, Long> told) throws Exception {
        TimeSource clock = new SystemTime();
        try (Runelog log = Runelog.open(
                new RealDisk(folder.resolve("data")), RunelogSettings.standard(clock, RandomSource.seeded(1)))) {
            assertEquals(CONVERSATIONS, told.size());
            told.forEach((conversation, event) -> {
                assertTrue(event > 0, conversation);
                assertTrue(log.head(conversation).durable() >= event, conversation + " lost event " + event);
            });
        }
    }
}
