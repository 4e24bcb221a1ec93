package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneEnvelope;
import dev.parley.session.time.Rank;
import dev.parley.sim.result.ScenarioResult;
import dev.parley.sim.script.EdgeOverride;
import dev.parley.sim.script.Scenario;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What holds in every conversation, whatever happens in it. Reads the log and nothing else. */
public final class ConversationProperties {
    private static final Set<String> LASTING = Set.of("block", "merge");
    private static final Set<String> CONTROL_FIRST = Set.of("cancel", "lease_revoked", "lease_rotated");
    private static final int ITEM_MS = 20;

    private final Scenario scenario;
    private final Map<Long, String> turns = new LinkedHashMap<>();
    private final Map<String, Integer> results = new LinkedHashMap<>();
    private long epoch;
    private boolean revoked;
    private @Nullable Rune pendingStop;

    private ConversationProperties(Scenario scenario) {
        this.scenario = scenario;
    }

    public static void hold(Scenario scenario, List<Rune> runes) {
        holdInSound(scenario, runes);
        HeardHistory.equalsHistory(runes);
    }

    /** The same without what was heard: in sound that follows from frames, not from the times of runes. */
    public static void holdInSound(Scenario scenario, List<Rune> runes) {
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
            case "watermark" -> filled(rune);
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
            case "verdict.tool" -> {
                if ("call".equals(rune.payload().text("action"))) {
                    results.put(String.valueOf(rune.payload().text("target")), 0);
                }
            }
            case "tool.result" -> results.merge(String.valueOf(rune.payload().text("call_id")), 1, Integer::sum);
            default -> {
                // Nothing is promised about the others.
            }
        }
    }

    private void ended(Rune rune) {
        long played = number(rune, "played_ms");
        long begunMs = rune.envelope().mediaMicros() == RuneEnvelope.NO_MEDIA_TIME ? 0 : ITEM_MS;
        assertTrue(
                played <= number(rune, "to_ms") - number(rune, "from_ms") + begunMs,
                () -> "played longer than it lasted: " + rune.payload());
        assertTrue(played <= number(rune, "audio_ms"), "played more than there was");
        EdgeOverride edge = scenario.edges().get("tts_out");
        if (begunMs == 0 && edge != null && !LASTING.contains(edge.strategy())) {
            assertTrue(played <= (long) edge.maxItems() * ITEM_MS, "the edge held more than it may");
        }
    }

    private void filled(Rune rune) {
        EdgeOverride edge = scenario.edges().get(String.valueOf(rune.payload().text("edge")));
        assertTrue(
                edge != null && number(rune, "items") <= edge.maxItems(),
                () -> "the edge held more than it may: " + rune);
    }

    private void atTheEnd(List<Rune> runes) {
        assertEquals("ended", runes.getLast().payload().text("signal"));
        turns.forEach((turn, state) -> assertEquals("closed", state, () -> "turn " + turn));
        results.forEach((call, many) -> assertEquals(1, many, () -> "results of call " + call));
        CausalChains.hold(scenario, runes);
        RecordProperties.hold(runes);
        nothingComesBeforeControl(runes);
        noQuestionOutlivesItsTurn(runes);
        AuthorityProperties.hold(scenario, runes);
    }

    /** Every question that was asked has an outcome, at the latest when the turn in which it was asked is closed. */
    private static void noQuestionOutlivesItsTurn(List<Rune> runes) {
        Json.Obj seen = ScenarioResult.of("", runes, null).json();
        for (Json.Obj asked : objects(seen.get("approvals"))) {
            assertTrue(asked.text("outcome") != null, () -> "a question without an end: " + asked);
            long requested = whole(asked, "requested_ms");
            long ended = whole(asked, "at_ms");
            assertTrue(
                    objects(seen.get("turns")).stream()
                            .anyMatch(
                                    turn -> whole(turn, "opened_ms") <= requested && ended <= whole(turn, "closed_ms")),
                    () -> "a question outlives its turn: " + asked);
        }
    }

    private static List<Json.Obj> objects(@Nullable Json list) {
        return list instanceof Json.Arr(List<Json> items)
                ? items.stream().map(Json.Obj.class::cast).toList()
                : List.of();
    }

    private static long whole(Json.Obj fields, String key) {
        BigDecimal found = fields.number(key);
        return found == null ? -1 : found.longValue();
    }

    /** Within the millisecond of a stop or of a change of the lease, nothing else is handled before it (ruling D2). */
    private void nothingComesBeforeControl(List<Rune> runes) {
        Set<Long> moments = scenario.steps().stream()
                .filter(step -> step.rank() == Rank.AUTHORITY || step.rank() == Rank.CANCEL)
                .map(Scenario.Step::atMs)
                .filter(atMs -> atMs > 0)
                .collect(Collectors.toSet());
        long previous = 0;
        for (Rune rune : runes) {
            long atMs = rune.envelope().monotonicNanos() / 1_000_000;
            if (atMs > previous && moments.remove(atMs)) {
                assertTrue(
                        CONTROL_FIRST.contains(String.valueOf(rune.payload().text("signal"))),
                        () -> "control waited behind " + rune);
            }
            previous = atMs;
        }
        assertEquals(Set.of(), moments, "a stop or a change of the lease left no trace in its millisecond");
    }

    private static long number(Rune rune, String key) {
        BigDecimal found = rune.payload().number(key);
        return found == null ? 0 : found.longValue();
    }
}
