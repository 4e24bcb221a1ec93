package dev.parley.kernel.stream;

/** The frozen ids of the eight domain rules (stream model 3.3, ruling A3), and what is said when one is broken. */
public final class StreamRules {
    public static final String SINGLE_OWNER = "audio.ownership.single_owner";
    public static final String REQUIRED_FOR_INTERRUPT = "audio.ownership.required_for_interrupt";
    public static final String SUPREMACY = "audio.accessibility.supremacy";
    public static final String AUDITABLE = "audio.accessibility.auditable";
    public static final String NO_DEAD_INTERRUPT = "audio.lifecycle.no_dead_interrupt";
    public static final String COMMIT_BOUNDARY = "audio.lifecycle.commit_boundary";
    public static final String VALID_TRANSITION = "audio.lifecycle.valid_transition";
    public static final String IMMUTABILITY = "audio.plugin.immutability";

    private StreamRules() {}

    static boolean isFrozen(StreamState state) {
        Graph graph = state.graph();
        return graph != null && graph.committed();
    }

    /** Which rule keeps a committed graph from this action (ruling A7). */
    static String ofFrozen(StreamEvent.OfGraph action) {
        return switch (action) {
            case StreamEvent.MutateGraph _, StreamEvent.Commit _ -> IMMUTABILITY;
            case StreamEvent.Rollback _ -> COMMIT_BOUNDARY;
        };
    }

    static String tooLate(StreamEvent.OfGraph action) {
        return "the graph is committed, so " + name(action) + " comes too late";
    }

    /** The action as requests name it. */
    static String name(StreamEvent event) {
        return switch (event) {
            case StreamEvent.Lifecycle lifecycle -> lifecycle.name();
            case StreamEvent.OfSession.OVERRIDE_END -> "DISABLE_OVERRIDE";
            case StreamEvent.OfSession ofSession -> ofSession.name();
            case StreamEvent.EnableOverride _ -> "ENABLE_OVERRIDE";
            case StreamEvent.UpdateOverride _ -> "UPDATE_OVERRIDE";
            case StreamEvent.DisableOverride _ -> "DISABLE_OVERRIDE";
            case StreamEvent.MutateGraph _ -> "MUTATE_GRAPH";
            case StreamEvent.Stop _ -> "STOP";
            case StreamEvent.Interrupt _ -> "INTERRUPT";
            case StreamEvent.Create _ -> "CREATE";
            case StreamEvent.Claim _ -> "CLAIM";
            case StreamEvent.Release _ -> "RELEASE";
            case StreamEvent.Transfer _ -> "TRANSFER";
            case StreamEvent.Delegate _ -> "DELEGATE";
            case StreamEvent.Commit _ -> "COMMIT";
            case StreamEvent.Rollback _ -> "ROLLBACK";
            case StreamEvent.Tamper _ -> "TAMPER";
        };
    }
}
