package dev.parley.sim.script;

import dev.parley.pipeline.budget.BudgetOutcome;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.pipeline.yaml.BadYaml;
import dev.parley.session.turn.ConversationPipeline;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what the turns of a scenario run by: its pipeline and its budget. */
final class PlanReader {
    static final Set<String> BUDGET = Set.of("turn_ms", "tool_calls", "tokens", "warn_percent", "on_exhausted");

    private static final String PIPELINE = "pipeline";
    private static final long WARN_PERCENT = 80;
    private static final long PERCENT = 100;

    private PlanReader() {}

    /** The text of a pipeline: what is written in the scenario itself, or in a file that it names; empty for none. */
    static String text(Fields top, ScenarioReader.Files files) throws BadScenario {
        String given = top.text(PIPELINE, "");
        if (given.isEmpty() || isText(given)) {
            return given;
        }
        if (top.has("edges")) {
            throw top.wrong("edges", "belongs to the standard pipeline; set the buffers in " + given);
        }
        try {
            return files.read(given);
        } catch (IOException e) {
            throw top.wrong(PIPELINE, "cannot be read: " + given + ": " + e.getMessage());
        }
    }

    private static boolean isText(String given) {
        return given.contains("\n");
    }

    static @Nullable ConversationPipeline pipeline(Fields top, String text) throws BadScenario {
        String given = top.text(PIPELINE, "");
        try {
            return text.isEmpty() ? null : ConversationPipeline.read(isText(given) ? PIPELINE : given, text);
        } catch (BadYaml e) {
            throw top.wrong(PIPELINE, "is wrong at " + e.getMessage());
        }
    }

    /** Where a turn or an agent goes beyond it, that ends, unless the scenario says otherwise. */
    static BudgetSpec budget(Fields fields, String time) throws BadScenario {
        String word = fields.text("on_exhausted", BudgetOutcome.TERMINATE.spelled());
        BudgetOutcome outcome = BudgetOutcome.of(word)
                .orElseThrow(() -> fields.wrong("on_exhausted", "must be continue, degrade, fallback or terminate"));
        long warn = fields.whole("warn_percent", WARN_PERCENT);
        if (warn < 1 || warn > PERCENT) {
            throw fields.wrong("warn_percent", "must be 1 to 100");
        }
        return new BudgetSpec(
                fields.whole(time, BudgetSpec.UNLIMITED),
                fields.whole("tokens", BudgetSpec.UNLIMITED),
                fields.whole("tool_calls", BudgetSpec.UNLIMITED),
                (int) warn,
                outcome);
    }
}
