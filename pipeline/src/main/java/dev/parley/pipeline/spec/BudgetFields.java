package dev.parley.pipeline.spec;

import dev.parley.pipeline.budget.BudgetOutcome;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.pipeline.yaml.YamlMap;
import dev.parley.pipeline.yaml.YamlValue;
import java.util.Arrays;
import java.util.List;

/** A budget as far as a document sets it; the rest comes from a default. */
final class BudgetFields {
    private static final List<String> NAMES =
            List.of("time_ms", "tokens", "tool_calls", "warn_percent", "on_exhausted");
    private static final long MS_MAX = 86_400_000;
    private static final long COUNT_MAX = 1_000_000_000;

    private BudgetFields() {}

    static BudgetSpec complete(YamlValue place, BudgetSpec base) {
        YamlMap map = place.map().only(NAMES);
        return new BudgetSpec(
                map.optional("time_ms", base.timeMs(), value -> limit(value, 1, MS_MAX)),
                map.optional("tokens", base.tokens(), value -> limit(value, 0, COUNT_MAX)),
                map.optional("tool_calls", base.toolCalls(), value -> limit(value, 0, COUNT_MAX)),
                map.optional("warn_percent", base.warnPercent(), value -> (int) value.whole(1, 100)),
                map.optional("on_exhausted", base.onExhausted(), BudgetFields::outcome));
    }

    private static long limit(YamlValue value, long min, long max) {
        return value.isText("unlimited") ? BudgetSpec.UNLIMITED : value.whole(min, max);
    }

    private static BudgetOutcome outcome(YamlValue value) {
        List<String> words = Arrays.stream(BudgetOutcome.values())
                .map(BudgetOutcome::spelled)
                .toList();
        return BudgetOutcome.of(value.oneOf(words)).orElseThrow();
    }
}
