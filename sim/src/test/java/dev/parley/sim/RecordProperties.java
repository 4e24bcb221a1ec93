package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How every record reads, whoever held the conversation: times, epochs, turns, denials and ends of speech. */
final class RecordProperties {
    private static final Set<String> COMMAND_ACTIONS =
            Set.of("command_detected", "authorization_granted", "authorization_denied", "confirmation_received");

    private RecordProperties() {}

    static void hold(List<Rune> runes) {
        long newest = 0;
        Rune denied = null;
        for (Rune rune : runes) {
            assertTrue(rune.envelope().monotonicNanos() >= newest, () -> "time goes back: " + rune);
            newest = rune.envelope().monotonicNanos();
            assertTrue(rune.envelope().leaseEpoch() > 0, () -> "no epoch: " + rune);
            if (denied != null) {
                assertEquals("system.invariant_violation", rune.kind(), "what follows the denial " + denied);
                assertEquals(denied.eventId(), rune.envelope().causalParent());
            }
            denied = rune.kind().startsWith("verdict.")
                            && "denied".equals(rune.payload().text("decision"))
                    ? rune
                    : null;
            if (rune.kind().equals("verdict.household")
                    && denied == null
                    && COMMAND_ACTIONS.contains(String.valueOf(rune.payload().text("action")))) {
                assertTrue(rune.turn() > 0, () -> "a command without its turn: " + rune);
            }
            if (rune.kind().equals("playback.ended")) {
                boolean whole = number(rune, "played_ms") >= number(rune, "audio_ms");
                assertEquals(!whole, Boolean.TRUE.equals(rune.payload().flag("interrupted")), rune::toString);
            }
        }
        assertEquals(null, denied, "a denial without its violation");
        everyCallHasItsOutcome(runes);
        everyCommandIsOfTheTurnOfItsCall(runes);
    }

    /** What the house decides about a command belongs to the turn in which its call was made, whoever decides it and when. */
    private static void everyCommandIsOfTheTurnOfItsCall(List<Rune> runes) {
        Map<String, Long> turns = new HashMap<>();
        for (Rune rune : runes) {
            String call = rune.payload().get("parameters") instanceof Json.Obj all ? all.text("call") : null;
            if (rune.kind().equals("verdict.tool")
                    && "call".equals(rune.payload().text("action"))) {
                turns.put(rune.payload().text("target"), rune.turn());
            } else if (call != null && "command".equals(rune.payload().text("machine"))) {
                assertEquals(turns.get(call), rune.turn(), () -> "a command of another turn: " + rune);
            }
        }
    }

    /**
     * Every call of a provider has one outcome with its latency; only an attempt that was not made has no call. Of the calls of
     * a runtime that lost the conversation nobody may record an outcome.
     */
    private static void everyCallHasItsOutcome(List<Rune> runes) {
        Set<String> open = new HashSet<>();
        for (Rune rune : runes) {
            String call = rune.envelope().providerCall();
            if (rune.kind().equals("provider.call")) {
                assertTrue(open.add(call), () -> "a call twice: " + rune);
            } else if (rune.kind().equals("provider.outcome")) {
                boolean made = open.remove(call);
                assertTrue(made || "overload".equals(rune.payload().text("outcome")), () -> "never called: " + rune);
                assertTrue(rune.payload().number("took_ms") != null, rune::toString);
            }
        }
        open.removeIf(
                call -> !call.startsWith("call:" + runes.getLast().envelope().leaseEpoch() + "."));
        assertEquals(Set.of(), open, "calls without an outcome");
    }

    private static long number(Rune rune, String key) {
        BigDecimal found = rune.payload().number(key);
        return found == null ? 0 : found.longValue();
    }
}
