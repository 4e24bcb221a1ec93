package dev.parley.agent.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ToolPolicyTest {
    record Order(String item, long count, Optional<String> note) {}

    private final ToolSpec order = TypedTool.writes("order", "Orders.", Order.class, (_, _) -> Map.of())
            .spec();
    private final ToolSpec look =
            TypedTool.reads("look", "Looks.", Order.class, (_, _) -> Map.of()).spec();

    @Test
    void theModeDecidesUnlessARuleDoes() {
        assertEquals(Ruling.ASK, ToolPolicy.of(ToolMode.AUTO).judge(order).ruling());
        assertEquals(Ruling.ALLOW, ToolPolicy.of(ToolMode.AUTO).judge(look).ruling());
        ToolPolicy full = ToolPolicy.of(ToolMode.FULL_ACCESS).with("look", Ruling.DENY);
        assertEquals(Ruling.ALLOW, full.judge(order).ruling());
        assertEquals(Ruling.DENY, full.judge(look).ruling());
    }

    @Test
    void nothingThatWritesRunsInReadOnlyWhateverItsRuleSays() {
        ToolPolicy readOnly = ToolPolicy.of(ToolMode.READ_ONLY).with("order", Ruling.ALLOW);
        assertEquals(Ruling.DENY, readOnly.judge(order).ruling());
        assertEquals(Ruling.ALLOW, readOnly.judge(look).ruling());
    }

    @Test
    void theSchemaOfARecordSaysWhatIsRequired() {
        assertEquals(
                "{\"additionalProperties\":false,\"properties\":{\"count\":{\"type\":\"integer\"},"
                        + "\"item\":{\"type\":\"string\"},\"note\":{\"type\":\"string\"}},"
                        + "\"required\":[\"item\",\"count\"],\"type\":\"object\"}",
                order.inputSchema().canonical());
    }
}
