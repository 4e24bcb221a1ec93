package dev.parley.bench.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A hostile client beside honest conversations: these are stopped about as fast as without it, and lose nothing. Short stretches
 * with and without it alternate on the same server for a minute, so that whatever else the machine does falls on both.
 */
@Timeout(300)
class HostileLoadTest {
    private static final int CONVERSATIONS = 50;
    private static final int STRETCHES = 12;
    private static final long MILLIS = 2_250;
    /** What was asked for in a stretch is settled by then; it still counts for the stretch. */
    private static final long SETTLE_MILLIS = 250;

    private static final long WARM_MILLIS = 5_000;
    private static final int TRIES = 200;
    private static final int SLOWER_MAX = 3;
    /** A figure that differs so much from itself is one of a machine that did something else, and is taken once more. */
    private static final int DISTURBED_MIN = 2;
    /** So many stops leave more than a few beyond the 99th percentile. */
    private static final int STOPS_MIN = 500;

    private static final String HOSTILE = "sk-hostile";
    private static final String BOOKS = "sk-hostile-books";

    @TempDir
    Path folder;

    /**
     * What the honest clients saw.
     *
     * @param even what they saw without the hostile client in every second stretch, from the first on
     * @param odd the same in the stretches between these
     * @param attacked what they saw beside the hostile client
     */
    private record Figures(Tally even, Tally odd, Tally attacked) {
        Figures() {
            this(new Tally(), new Tally(), new Tally());
        }

        Tally quiet() {
            Tally all = new Tally();
            all.add(even);
            all.add(odd);
            return all;
        }

        static long p99(Tally tally) {
            return tally.cancels.getValueAtPercentile(99);
        }

        boolean holds() {
            return p99(attacked) <= SLOWER_MAX * p99(quiet());
        }

        /** Whether the stretches without the hostile client disagree among themselves. */
        boolean areDisturbed() {
            return Math.max(p99(even), p99(odd)) > DISTURBED_MIN * Math.min(p99(even), p99(odd));
        }

        String text() {
            return "without it %s, in even stretches %s, in odd ones %s; beside it %s: %.2f times as long"
                    .formatted(
                            text(quiet()),
                            text(even),
                            text(odd),
                            text(attacked),
                            (double) p99(attacked) / p99(quiet()));
        }

        private static String text(Tally tally) {
            return "%d stops p50 %.1f p99 %.1f ms of %d turns"
                    .formatted(
                            tally.cancels.getTotalCount(),
                            tally.cancels.getValueAtPercentile(50) / 1e3,
                            Tally.p99Ms(tally.cancels),
                            tally.turns);
        }
    }

    private String others(SignedTokens tokens) throws IOException {
        Files.writeString(folder.resolve("keys.json"), tokens.keySet());
        return """
                  - {key: %s, role: client, people: [ben]}
                  - {key: %s, role: auditor}
                jwt: {issuer: %s, audience: %s, jwks_file: keys.json}
                """.formatted(HOSTILE, BOOKS, SignedTokens.ISSUER, SignedTokens.AUDIENCE);
    }

    private static Figures measured(LoadedServer server, HostileProcess client) throws Exception {
        Figures figures = new Figures();
        for (int stretch = 0; stretch < STRETCHES; stretch++) {
            (stretch % 2 == 0 ? figures.even : figures.odd)
                    .add(server.measure(MILLIS).tally());
            figures.attacked.add(server.measure(() -> {
                        client.resume();
                        LoadedServer.rest(MILLIS);
                        client.rest();
                        LoadedServer.rest(SETTLE_MILLIS);
                    })
                    .tally());
        }
        return figures;
    }

    @Test
    void fiftyHonestConversationsAreStoppedInTimeAndLoseNothingBesideAHostileClient() throws Exception {
        SignedTokens tokens = new SignedTokens();
        HostileClient.Keys keys = new HostileClient.Keys(HOSTILE, BOOKS, tokens.with(HostileTexts.CLAIMS));
        Map<String, Long> told;
        List<String> lost;
        Figures figures;
        String seen;
        String report;
        try (LoadedServer server = LoadedServer.household(folder, others(tokens))) {
            assertTrue(server.grow(CONVERSATIONS, TRIES), "all are taken in");
            try (HostileProcess client = new HostileProcess(server.process().at("/"), keys)) {
                LoadedServer.rest(WARM_MILLIS);
                client.rest();
                figures = measured(server, client);
                seen = figures.text();
                if (!figures.holds() && figures.areDisturbed()) {
                    figures = measured(server, client);
                    seen += "\nonce more " + figures.text();
                }
                report = client.report();
                seen += "\nit was answered " + report;
            }
            lost = server.lost();
            told = server.told();
        }
        System.err.println(seen);
        assertEquals(Map.of(), figures.attacked.errors, seen);
        assertEquals(Map.of(), figures.quiet().errors, seen);
        assertEquals(List.of(), lost, seen);
        assertTrue(report.startsWith("[] "), seen);
        assertTrue(figures.attacked.cancels.getTotalCount() >= STOPS_MIN, seen);
        assertTrue(figures.quiet().cancels.getTotalCount() >= STOPS_MIN, seen);
        assertTrue(figures.holds(), seen);
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
