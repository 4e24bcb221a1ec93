package dev.parley.kernel.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** All states × actions × actors × overrides × ownership × readings against the naive table. */
class StreamEnumerationTest {
    private static final List<String> STATES = List.of(
            "idle",
            "compiling",
            "compiling committed",
            "synthesizing",
            "playing",
            "interrupting",
            "stopped",
            "failed",
            "failed compiling",
            "failed playing");

    private static final List<String> ACTIONS = List.of(
            "START",
            "COMPILE",
            "SYNTHESIZE",
            "PLAY",
            "INTERRUPT",
            "STOP",
            "FAIL",
            "RESTART",
            "CLAIM",
            "RELEASE",
            "TRANSFER",
            "DELEGATE",
            "ENABLE_OVERRIDE",
            "UPDATE_OVERRIDE",
            "DISABLE_OVERRIDE",
            "MUTATE_GRAPH",
            "COMMIT",
            "ROLLBACK",
            "TAMPER off",
            "TAMPER rate");

    private static final Map<String, String> ACTORS = Map.of(
            "owner", "agent_a",
            "agent", "agent_x",
            "delegate", "agent_d",
            "plugin", "plugin_eq",
            "user", "user_ann",
            "other user", "user_bob",
            "system", "system",
            "operator", "operator");

    private static final List<Boolean> BOTH = List.of(false, true);

    private final Map<String, Integer> sums = new TreeMap<>();
    private int combinations;

    @Test
    void everyCombinationIsDecidedAsTheNaiveTableSays() {
        for (InterruptReading reading : InterruptReading.values()) {
            for (String scope : List.of("none", "session", "user")) {
                for (String state : STATES) {
                    everyActorAndAction(reading, scope, state);
                }
            }
        }
        System.out.println("streams: " + combinations + " combinations, " + sums);
        assertEquals(2 * 3 * 10 * 2 * 2 * 2 * ACTIONS.size() * (7 + 8) / 2, combinations);
    }

    private void everyActorAndAction(InterruptReading reading, String scope, String state) {
        for (boolean owned : BOTH) {
            for (boolean interruptible : BOTH) {
                for (boolean ended : BOTH) {
                    StreamFixture prepared = prepared(reading, scope, state, owned, interruptible, ended);
                    for (String actor : ACTORS.keySet()) {
                        if (actor.equals("owner") && !owned) {
                            continue;
                        }
                        for (String action : ACTIONS) {
                            NaiveTable.Row row = new NaiveTable.Row(
                                    reading, state, action, actor, owned, !scope.equals("none"), interruptible, ended);
                            compare(prepared, row);
                        }
                    }
                }
            }
        }
    }

    private static StreamFixture prepared(
            InterruptReading reading, String scope, String state, boolean owned, boolean interruptible, boolean ended) {
        StreamFixture streams = new StreamFixture(reading);
        streams.allowed(
                "agent_a",
                "s1",
                "CREATE",
                "user",
                "user_ann",
                "session",
                "v1",
                "priority",
                4,
                "interruptible",
                interruptible);
        streams.lead("s1", "agent_a", state);
        if (owned) {
            streams.allowed("agent_a", "s1", "DELEGATE", "to", "agent_d");
        } else {
            streams.allowed("agent_a", "s1", "RELEASE");
        }
        if (!scope.equals("none")) {
            streams.allowed("user_ann", "s1", "ENABLE_OVERRIDE", "scope", scope);
        }
        if (ended) {
            streams.allowed("system", "v1", "SESSION_END");
        }
        return streams;
    }

    private void compare(StreamFixture prepared, NaiveTable.Row row) {
        StreamFixture streams = prepared.fork();
        Stream before = streams.stream("s1");
        Verdict<Subject> verdict = streams.registrar.request(request(row));
        List<String> expected = NaiveTable.broken(row);
        assertEquals(expected, StreamFixture.ids(verdict), row::toString);
        String decision =
                expected.isEmpty() ? "allowed" : expected.contains(StreamRules.SUPREMACY) ? "halted" : "denied";
        assertEquals(decision, verdict.decision().printed(), row::toString);
        if (!expected.isEmpty()) {
            assertEquals(before, streams.stream("s1"), row::toString);
        }
        combinations++;
        sums.merge(decision, 1, Integer::sum);
        expected.forEach(rule -> sums.merge(rule, 1, Integer::sum));
    }

    private static Request request(NaiveTable.Row row) {
        String actor = ACTORS.getOrDefault(row.actor(), "");
        return switch (row.action()) {
            case "INTERRUPT" -> StreamFixture.request(actor, "s1", "INTERRUPT", "priority", 5);
            case "TRANSFER", "DELEGATE" -> StreamFixture.request(actor, "s1", row.action(), "to", "agent_x");
            case "MUTATE_GRAPH" -> StreamFixture.request(actor, "s1", row.action(), "change", "gain");
            case "TAMPER off" ->
                StreamFixture.request(actor, "s1", "TAMPER", "field", "override_active", "value", false);
            case "TAMPER rate" ->
                StreamFixture.request(actor, "s1", "TAMPER", "field", "speech_rate_override", "value", 2);
            default -> StreamFixture.request(actor, "s1", row.action());
        };
    }
}
