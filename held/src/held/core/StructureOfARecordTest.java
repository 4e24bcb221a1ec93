package held.core;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.replay.effect.Divergence;
import held.Given;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule about order and lineage fails on some record, and is named where it does. */
class StructureOfARecordTest {
    private static final int START = 4;

    /** Created, delegated, refused to a stranger, started and compiled. */
    private static List<RuneDraft> honest() {
        return Records.decided(
                new StreamRoom(InterruptReading.MATRIX),
                Json.Obj.EMPTY.with("reading", "matrix"),
                List.of(
                        Records.ask("agent_a", "s1", "CREATE"),
                        Records.ask("agent_a", "s1", "DELEGATE", Json.Obj.EMPTY.with("to", "agent_b")),
                        Records.ask("agent_c", "s1", "CLAIM"),
                        Records.ask("agent_a", "s1", "START"),
                        Records.ask("agent_a", "s1", "COMPILE")));
    }

    private static List<RuneDraft> edited(UnaryOperator<Json.Obj> edit) {
        List<RuneDraft> record = new ArrayList<>(honest());
        RuneDraft start = record.get(START);
        record.set(START, start.withPayload(edit.apply(start.payload())));
        return record;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "state.lineage.explicit",
                "state.lineage.single_parent",
                "state.lineage.continuous",
                "ordering.total",
                "ordering.monotonic",
                "ordering.gap_free",
                "ordering.deterministic"
            })
    void aRecordThatBreaksARuleIsFoundByThatRule(String rule) {
        List<RuneDraft> record = switch (rule) {
            case "state.lineage.explicit" -> edited(payload -> Records.without(payload, "parent"));
            case "state.lineage.single_parent" ->
                edited(payload -> payload.with("parent", Json.of(List.of(Json.of(2), Json.of(1)))));
            case "state.lineage.continuous" -> edited(payload -> payload.with("parent", 1));
            case "ordering.total" -> edited(payload -> payload.with("order", 0));
            case "ordering.monotonic" -> edited(payload -> payload.with("order", 2));
            default -> {
                List<RuneDraft> shorter = new ArrayList<>(honest());
                shorter.remove(START - 1);
                if (rule.equals("ordering.deterministic")) {
                    RuneDraft start = shorter.get(START - 1);
                    shorter.set(START - 1, start.withPayload(start.payload().with("order", START - 1)));
                }
                yield shorter;
            }
        };
        Given.that(Records.replayed(honest()) == null, "the honest record is proven");
        Divergence found = Records.replayed(record);
        assertTrue(String.valueOf(found).contains(rule), "what is found: " + found);
    }
}
