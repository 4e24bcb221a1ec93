package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Rune;
import dev.parley.sim.script.EdgeOverride;
import dev.parley.sim.script.Scenario;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What holds in every conversation, whatever happens in it. Reads the log and nothing else. */
final class ConversationProperties {
    private static final Set<String> LASTING = Set.of("block", "merge");
    private static final int ITEM_MS = 20;

    private final Scenario scenario;
    private final Map<Long, String> turns = new LinkedHashMap<>();
    private final Map<String, Integer> results = new LinkedHashMap<>();
    private final Map<Long, Long> heard = new LinkedHashMap<>();
    private long epoch;
    private boolean revoked;
    private @Nullable Rune pendingStop;

    private ConversationProperties(Scenario scenario) {
        this.scenario = scenario;
    }

    static void hold(Scenario scenario, List<Rune> runes) {
        ConversationProperties properties = new ConversationProperties(scenario);
        for (Rune rune : runes) {
            properties.check(rune);
        }
        properties.atTheEnd(runes);
    }

    private void check(Rune rune) {
        String signal = String.valueOf(rune.payload().text("signal"));
        assertTrue(rune.envelope().leaseEpoch() >= epoch, () -> "stale epoch: " + rune);
        epoch = rune.envelope().leaseEpoch();
        if (pendingStop != null
                && rune.envelope().monotonicNanos() > pendingStop.envelope().monotonicNanos()) {
            assertTrue(isOver(pendingStop.turn()), () -> "stop had to wait: " + rune);
            pendingStop = null;
        }
        switch (signal) {
            case "lease_revoked" -> revoked = true;
            case "lease_rotated" -> revoked = false;
            case "cancel" -> pendingStop = rune.turn() == 0 ? null : rune;
            case "turn_open", "commit", "abort", "close" -> turn(rune, signal);
            default -> output(rune);
        }
    }

    private void turn(Rune rune, String signal) {
        String before = turns.getOrDefault(rune.turn(), "none");
        String expected = switch (signal) {
            case "turn_open" -> "none";
            case "commit", "abort" -> "turn_open";
            default -> "terminal";
        };
        assertEquals(expected, before, () -> signal + " of turn " + rune.turn());
        if (signal.equals("turn_open")) {
            assertFalse(revoked, "a turn opened without authority");
            assertTrue(turns.values().stream().allMatch("closed"::equals), "two turns are open");
            assertEquals(turns.size() + 1, rune.turn());
        }
        turns.put(
                rune.turn(),
                switch (signal) {
                    case "turn_open" -> "turn_open";
                    case "commit", "abort" -> "terminal";
                    default -> "closed";
                });
    }

    private boolean isOver(long turn) {
        return turns.getOrDefault(turn, "none").equals("closed");
    }

    private void output(Rune rune) {
        switch (rune.kind()) {
            case "playback.started", "playback.resumed", "playback.progress" -> {
                assertEquals("turn_open", turns.get(rune.turn()), () -> "output after the end: " + rune);
                assertFalse(revoked, "output without authority");
            }
            case "playback.ended" -> ended(rune);
            case "tool.call" -> results.put(String.valueOf(rune.payload().text("call_id")), 0);
            case "tool.result" -> results.merge(String.valueOf(rune.payload().text("call_id")), 1, Integer::sum);
            default -> {
                // Nothing is promised about the others.
            }
        }
    }

    private void ended(Rune rune) {
        long played = number(rune, "played_ms");
        assertTrue(played <= number(rune, "to_ms") - number(rune, "from_ms"), "played longer than it lasted");
        assertTrue(played <= number(rune, "audio_ms"), "played more than there was");
        heard.put(number(rune, "reply"), played);
        EdgeOverride edge = scenario.edges().get("tts_out");
        if (edge != null && !LASTING.contains(edge.strategy())) {
            assertTrue(played <= (long) edge.maxItems() * ITEM_MS, "the edge held more than it may");
        }
    }

    private void atTheEnd(List<Rune> runes) {
        assertEquals("ended", runes.getLast().payload().text("signal"));
        turns.forEach((turn, state) -> assertEquals("closed", state, () -> "turn " + turn));
        results.forEach((call, many) -> assertEquals(1, many, () -> "results of call " + call));
        dev.parley.session.record.History history = new dev.parley.session.record.History();
        runes.forEach(history::add);
        long remembered = history.entries().stream()
                .mapToLong(dev.parley.session.record.History.Entry::heardMs)
                .sum();
        long played = heard.values().stream().mapToLong(Long::longValue).sum();
        assertTrue(remembered <= played, "the history holds more than was heard");
    }

    private static long number(Rune rune, String key) {
        BigDecimal found = rune.payload().number(key);
        return found == null ? 0 : found.longValue();
    }
}
