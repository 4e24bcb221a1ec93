package dev.parley.session.turn;

import dev.parley.kernel.rune.RuneChain;
import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.pipeline.graph.GraphDefinition;
import dev.parley.pipeline.graph.NodeCatalogue;
import dev.parley.pipeline.plan.PlanResolution;
import dev.parley.pipeline.plan.PlanTemplate;
import dev.parley.pipeline.plan.ResolvedTurnPlan;
import dev.parley.pipeline.plan.TurnInputs;
import dev.parley.pipeline.spec.PipelineSpec;
import dev.parley.provider.Modality;
import dev.parley.provider.dispatch.Providers;
import dev.parley.provider.guard.GuardedProvider;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The plans of one conversation. A turn's plan is frozen when it opens: which providers it may call and in which order, how
 * its edges behave, its epoch and its seed (stream pipeline items 4 and 21). What changes later counts for the next turn.
 */
public final class TurnPlans {
    private static final GraphDefinition STANDARD =
            GraphDefinition.of(PipelineSpec.standard(), NodeCatalogue.standard());
    private static final int SEED_DIGITS = 16;
    private static final int HEXADECIMAL = 16;

    private final String conversation;
    private final Providers providers;
    private final Map<String, BufferSpec> tuned;
    private final PlanTemplate template;
    private Consumer<ResolvedTurnPlan> inForce = plan -> {};

    /** @param tuned the edges of the standard pipeline that behave otherwise here */
    public TurnPlans(String conversation, Providers providers, Map<String, BufferSpec> tuned) {
        this.conversation = conversation;
        this.providers = providers;
        this.tuned = Map.copyOf(tuned);
        this.template = new PlanTemplate(STANDARD.tuned(tuned, named()));
    }

    /** How an edge behaves. */
    public BufferSpec buffer(String edge) {
        return template.graph().edge(edge).buffer();
    }

    /** Whether this edge behaves otherwise than in the standard pipeline. */
    public boolean isTuned(String edge) {
        return tuned.containsKey(edge);
    }

    /** Tells from now on which plan is in force. */
    public void watch(Consumer<ResolvedTurnPlan> watcher) {
        inForce = watcher;
    }

    /** A turn opens under this plan. */
    void use(ResolvedTurnPlan plan) {
        inForce.accept(plan);
    }

    /**
     * The plan by which a conversation listens before its first turn.
     *
     * @throws IllegalStateException where there is none, so that the conversation cannot begin
     */
    public ResolvedTurnPlan opening(long epoch) {
        return switch (freeze(0, epoch)) {
            case PlanResolution.Resolved(ResolvedTurnPlan plan) -> plan;
            case PlanResolution.Refused(String rule, String reason) ->
                throw new IllegalStateException(rule + ": " + reason);
        };
    }

    /** Freezes the plan of a turn that is about to open. */
    PlanResolution freeze(long turn, long epoch) {
        return template.resolve(new TurnInputs(
                conversation,
                turn,
                epoch,
                TurnInputs.Admission.ADMIT,
                named(),
                Map.of(),
                TurnInputs.Posture.FULL,
                seed(turn)));
    }

    private Map<String, List<String>> named() {
        Map<String, List<String>> named = new TreeMap<>();
        for (Modality modality : Modality.values()) {
            List<GuardedProvider> among = providers.of(modality);
            if (!among.isEmpty() && STANDARD.nodes().containsKey(modality.spelled())) {
                named.put(
                        modality.spelled(),
                        among.stream().map(GuardedProvider::name).toList());
            }
        }
        return named;
    }

    /** The same for the same turn of the same conversation, wherever it runs. */
    private long seed(long turn) {
        byte[] name = (conversation + "\u0000" + turn).getBytes(StandardCharsets.UTF_8);
        String digest = new RuneChain().content(name, 0, name.length).hex();
        return Long.parseUnsignedLong(digest.substring(0, SEED_DIGITS), HEXADECIMAL);
    }
}
