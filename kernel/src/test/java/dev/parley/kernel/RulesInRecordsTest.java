package dev.parley.kernel;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.turn.TurnRoom;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** For every invariant of a room there is a record on which it fails when the record is folded. */
class RulesInRecordsTest {
    private static final OffsetDateTime AT = OffsetDateTime.parse("2026-03-01T10:00:00Z");
    private static final List<String> ACTORS =
            List.of("agent_a", "agent_a", "agent_b", "user", "plugin_x", "system", "operator");
    private static final List<String> ACTIONS = List.of(
            "CREATE",
            "START",
            "COMPILE",
            "PLAY",
            "SYNTHESIZE",
            "STOP",
            "INTERRUPT",
            "FAIL",
            "RESTART",
            "CLAIM",
            "RELEASE",
            "COMMIT",
            "MUTATE_GRAPH",
            "ROLLBACK",
            "ENABLE_OVERRIDE",
            "UPDATE_OVERRIDE",
            "DISABLE_OVERRIDE",
            "TAMPER",
            "RESUME");

    @Test
    void ofTheTurnRoom() {
        FlippedRecord<?, ?> records = new FlippedRecord<>(new TurnRoom());
        records.in(
                List.of(turn("turn_open_proposed", 3), turn("turn_open", 2), turn("commit", 3), turn("turn_open", 3)));
        records.foundAllBut(Set.of());
    }

    private static Request turn(String signal, long epoch) {
        return new Request(AT, "system", "1", signal, Json.Obj.EMPTY.with("epoch", epoch));
    }

    @Test
    void ofTheStreamRoom() {
        long seed = 20261116;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        FlippedRecord<?, ?> records = new FlippedRecord<>(new StreamRoom(InterruptReading.MATRIX));
        for (int run = 0; run < 200; run++) {
            List<Request> requests = new ArrayList<>();
            requests.add(stream("agent_a", "CREATE", Json.Obj.EMPTY));
            for (int i = 0; i < 60; i++) {
                String action = ACTIONS.get(random.nextInt(ACTIONS.size()));
                String actor = ACTORS.get(random.nextInt(ACTORS.size()));
                requests.add(stream(actor, action, parameters(action)));
            }
            records.in(requests);
        }
        records.foundAllBut(Set.of());
    }

    private static Json.Obj parameters(String action) {
        return switch (action) {
            case "MUTATE_GRAPH" -> Json.Obj.EMPTY.with("change", "gain");
            case "UPDATE_OVERRIDE" -> Json.Obj.EMPTY.with("speech_rate", new Json.Num(new BigDecimal("0.5")));
            case "TAMPER" -> Json.Obj.EMPTY.with("field", "forced_captions").with("value", true);
            default -> Json.Obj.EMPTY;
        };
    }

    private static Request stream(String actor, String action, Json.Obj parameters) {
        String target = action.equals("RESUME") ? "session:s1" : "s1";
        return new Request(AT, actor, target, action, parameters);
    }
}
