package dev.parley.pipeline.spec;

import dev.parley.pipeline.budget.BudgetOutcome;
import dev.parley.pipeline.budget.BudgetScope;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.pipeline.edge.Bounds;
import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.pipeline.edge.FairnessKey;
import dev.parley.pipeline.edge.LaneRules;
import dev.parley.pipeline.edge.Strategy;
import dev.parley.pipeline.edge.Watermarks;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The defaults that a specification is completed with. Under {@link #SIMPLE} nothing else can be set for an edge or a
 * node; under {@link #ADVANCED} the same defaults hold and every one of them can be set.
 */
public enum ExecutionProfile {
    SIMPLE(false),
    ADVANCED(true);

    private static final Bounds BOUNDS = new Bounds(64, 256 * 1024, 300, 120);

    private final boolean tunable;

    ExecutionProfile(boolean tunable) {
        this.tunable = tunable;
    }

    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(ExecutionProfile::spelled).toList();
    }

    public static ExecutionProfile of(String spelled) {
        return valueOf(spelled.toUpperCase(Locale.ROOT));
    }

    /** Whether buffers and budgets of single edges and nodes, and nodes in other processes, may be set. */
    public boolean isTunable() {
        return tunable;
    }

    /** The buffer of an edge that sets nothing: data may be dropped, control never waits, telemetry is sampled. */
    public BufferSpec buffer() {
        return new BufferSpec(
                BOUNDS,
                Strategy.DROP,
                0,
                1,
                BufferSpec.DropEnd.NEWEST,
                Watermarks.items(48, 24),
                new LaneRules(64, 16, 4),
                FairnessKey.NONE,
                BufferSpec.Source.PROFILE);
    }

    public BudgetSpec budget(BudgetScope scope) {
        return switch (scope) {
            case AGENT -> BudgetSpec.unlimited();
            case TURN -> BudgetSpec.time(5_000, BudgetOutcome.TERMINATE);
            case PATH -> BudgetSpec.time(3_000, BudgetOutcome.DEGRADE);
            case NODE -> BudgetSpec.time(1_500, BudgetOutcome.DEGRADE);
            case EDGE -> BudgetSpec.time(500, BudgetOutcome.DEGRADE);
        };
    }
}
