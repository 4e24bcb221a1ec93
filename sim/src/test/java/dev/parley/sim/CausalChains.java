package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Rune;
import dev.parley.sim.script.Scenario;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every rune names its cause. A cause is an earlier rune of the conversation, and a rune without one is the first that
 * something from outside left: at its moment somebody spoke, typed, stopped, connected, or the script struck.
 */
final class CausalChains {
    private static final long NANOS_PER_MILLI = 1_000_000;
    /** What is always caused by something that is recorded; none of these ever comes from outside. */
    private static final Set<String> NEVER_ROOTS = Set.of(
            "agent.reply",
            "agent.sentence",
            "agent.state",
            "tool.result",
            "tool.dispatched",
            "turn.started",
            "turn.completed",
            "turn.interrupted",
            "turn.error",
            "turn.closed",
            "playback.started",
            "playback.resumed",
            "playback.paused",
            "playback.ended",
            "playback.progress",
            "speech.cut",
            "agent.writing",
            "agent.wish",
            "provider.call",
            "provider.failed",
            "system.invariant_violation",
            "stt.final");

    private CausalChains() {}

    /** The moments at which something from outside reaches the conversation of this scenario. */
    static Set<Long> outside(Scenario scenario) {
        Set<Long> moments = new HashSet<>(Set.of(0L));
        scenario.voices().forEach(voice -> {
            moments.add(voice.fromMs());
            moments.add(voice.toMs());
        });
        scenario.steps().forEach(step -> moments.add(step.atMs()));
        return moments;
    }

    static void hold(Scenario scenario, List<Rune> runes) {
        Set<Long> outside = outside(scenario);
        long endMs = atMs(runes.getLast());
        Map<Long, Rune> seen = new HashMap<>();
        for (Rune rune : runes) {
            long cause = rune.envelope().causalParent();
            if (cause == 0) {
                assertTrue(!NEVER_ROOTS.contains(rune.kind()) || isOfFrames(rune), () -> "without a cause: " + rune);
                assertTrue(
                        outside.contains(atMs(rune)) || atMs(rune) == endMs || isOfFrames(rune),
                        () -> "nothing from outside happened at " + atMs(rune) + ": " + rune);
            } else {
                assertTrue(cause < rune.eventId() && seen.containsKey(cause), () -> "its cause is not there: " + rune);
            }
            seen.put(rune.eventId(), rune);
        }
        answersGoBackToWhatWasAsked(runes, seen);
    }

    /** In sound a frame comes from outside every 20 ms; a voice begins and ends in them, and whoever listens is asked. */
    private static boolean isOfFrames(Rune rune) {
        return rune.kind().startsWith("media.")
                || rune.kind().startsWith("voice.")
                || "vad".equals(rune.payload().text("provider"));
    }

    private static void answersGoBackToWhatWasAsked(List<Rune> runes, Map<Long, Rune> seen) {
        for (Rune rune : runes) {
            switch (rune.kind()) {
                case "provider.failed" ->
                    assertTrue(leadsFrom(rune, "provider.call", "voice.began", seen), rune::toString);
                case "provider.call" -> asksForAudioOfAStream(rune, seen);
                case "playback.started" ->
                    assertTrue("verdict.stream".equals(kindOf(rune.envelope().causalParent(), seen)), rune::toString);
                default -> {
                    // The others have no one kind that leads to them.
                }
            }
        }
    }

    /** A voice is asked for a reply when its stream was compiled; only who thinks ahead has no stream yet. */
    private static void asksForAudioOfAStream(Rune call, Map<Long, Rune> seen) {
        boolean first = call.envelope()
                .providerCall()
                .replace("call:", "work:")
                .equals(call.envelope().idempotencyKey());
        if (first && call.turn() > 0 && "tts".equals(call.payload().text("provider"))) {
            Rune cause = seen.get(call.envelope().causalParent());
            assertTrue(
                    cause != null
                            && "COMPILE".equals(cause.payload().text("action"))
                            && "allowed".equals(cause.payload().text("decision")),
                    () -> "a voice is asked before its stream may begin: " + call);
        }
    }

    private static String kindOf(long eventId, Map<Long, Rune> seen) {
        Rune rune = seen.get(eventId);
        return rune == null ? "" : rune.kind();
    }

    private static boolean leadsFrom(Rune rune, String kind, String orKind, Map<Long, Rune> seen) {
        for (Rune at = seen.get(rune.envelope().causalParent());
                at != null;
                at = seen.get(at.envelope().causalParent())) {
            if (at.kind().equals(kind) || at.kind().equals(orKind)) {
                return true;
            }
        }
        return false;
    }

    private static long atMs(Rune rune) {
        return rune.envelope().monotonicNanos() / NANOS_PER_MILLI;
    }
}
