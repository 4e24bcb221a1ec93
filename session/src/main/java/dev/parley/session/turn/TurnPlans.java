package dev.parley.session.turn;

import dev.parley.kernel.rune.RuneChain;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.pipeline.plan.PlanResolution;
import dev.parley.pipeline.plan.PlanTemplate;
import dev.parley.pipeline.plan.ResolvedTurnPlan;
import dev.parley.pipeline.plan.TurnInputs;
import dev.parley.pipeline.spec.DegradeRule;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.dispatch.Providers;
import dev.parley.provider.guard.CircuitBreaker;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.session.record.Recorder;
import dev.parley.session.think.TextFilter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The plans of one conversation. A turn's plan is frozen when it opens: which providers it may call and in which order, how
 * its edges behave, its epoch and its seed (stream pipeline items 4 and 21). What changes later counts for the next turn.
 */
public final class TurnPlans {
    private static final int SEED_DIGITS = 16;
    private static final int HEXADECIMAL = 16;

    private final String conversation;
    private final Providers providers;
    private final ConversationPipeline pipeline;
    private final BooleanSupplier burdened;
    private final PlanTemplate template;
    private Consumer<ResolvedTurnPlan> inForce = plan -> {};

    /**
     * @param turn what one turn may use
     * @param burdened whether the host has more to do than it can do well
     */
    public TurnPlans(
            String conversation,
            Providers providers,
            ConversationPipeline pipeline,
            BudgetSpec turn,
            BooleanSupplier burdened) {
        this.conversation = conversation;
        this.providers = providers;
        this.burdened = burdened;
        this.pipeline = pipeline.with(
                pipeline.graph().tuned(Map.of(), unnamed(pipeline)).withTurn(turn));
        this.template = new PlanTemplate(this.pipeline.graph());
    }

    /** A node that names no provider, or the standard pipeline's, takes those that there are. */
    private Map<String, List<String>> unnamed(ConversationPipeline given) {
        boolean standard = given.graph().spec().place().file().equals("voice.yaml");
        Map<String, List<String>> unnamed = new TreeMap<>();
        named(given).forEach((node, names) -> {
            boolean open = Objects.requireNonNull(given.graph().nodes().get(node))
                    .spec()
                    .providers()
                    .isEmpty();
            if (standard || open) {
                unnamed.put(node, names);
            }
        });
        return unnamed;
    }

    /** Records what the plans of all turns that follow have in common; every turn records its own part. */
    public void tell(Recorder recorder) {
        recorder.evidence("session.pipeline", 0, template.shared());
    }

    /** How an edge behaves, by its name in the standard pipeline. */
    public BufferSpec buffer(String edge) {
        return pipeline.arc(edge).buffer();
    }

    /** Whether this edge behaves otherwise than in the standard pipeline. */
    public boolean isTuned(String edge) {
        return pipeline.tuned().containsKey(edge);
    }

    /** What to do with less, as the pipeline says it. */
    List<DegradeRule> degrade() {
        return pipeline.graph().spec().degrade();
    }

    /** The node between model and voice, or null. */
    TextFilter.@Nullable Node filter() {
        return pipeline.filter()
                .map(node -> new TextFilter.Node(
                        node.spec().id(),
                        degrade().stream()
                                .anyMatch(rule -> rule.action().equals("skip")
                                        && rule.node().equals(node.spec().id()))))
                .orElse(null);
    }

    /** The node that does this. */
    String node(Modality modality) {
        return pipeline.node(modality.spelled());
    }

    /** What one call of this kind may use. */
    BudgetSpec budget(Modality modality) {
        return pipeline.budget(modality.spelled());
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
        if (pipeline.filter().isPresent() && providers.of(Modality.FILTER).isEmpty()) {
            return new PlanResolution.Refused("plan.unbound", "nobody runs the node between model and voice");
        }
        return template.resolve(new TurnInputs(
                conversation,
                turn,
                epoch,
                TurnInputs.Admission.ADMIT,
                chosen(),
                capabilities(),
                posture(),
                seed(turn)));
    }

    /** Those that the pipeline names and that are here, in the pipeline's order. */
    private Map<String, List<String>> chosen() {
        Map<String, List<String>> chosen = new TreeMap<>();
        named(pipeline).forEach((node, here) -> {
            List<String> wanted = new ArrayList<>(
                    Objects.requireNonNull(pipeline.graph().nodes().get(node))
                            .spec()
                            .providers());
            wanted.retainAll(here);
            chosen.put(node, wanted);
        });
        return chosen;
    }

    /** The turn runs degraded from the start if its host is overloaded, or if the circuit of a first provider is open. */
    private TurnInputs.Posture posture() {
        boolean open = Arrays.stream(Modality.values())
                .map(providers::of)
                .anyMatch(
                        among -> !among.isEmpty() && among.getFirst().circuit().state() instanceof CircuitBreaker.Open);
        return open || burdened.getAsBoolean() ? TurnInputs.Posture.DEGRADED : TurnInputs.Posture.FULL;
    }

    /** What each provider says of itself. */
    private Map<String, List<String>> capabilities() {
        Map<String, List<String>> all = new TreeMap<>();
        for (Modality modality : Modality.values()) {
            for (GuardedProvider each : providers.of(modality)) {
                ProviderProfile profile = each.provider().profile();
                List<String> can = new ArrayList<>();
                can.add("cancels within " + profile.cancelWithinMs() + " ms");
                if (profile.streams()) {
                    can.add("streams");
                }
                if (profile.idempotent()) {
                    can.add("idempotent");
                }
                if (!profile.limits().equals(ProviderProfile.Limits.NONE)) {
                    can.add("at most " + profile.limits().concurrentCalls() + " at once, "
                            + profile.limits().callsPerSecond() + " a second");
                }
                all.put(modality.spelled() + ":" + each.name(), List.copyOf(can));
            }
        }
        return all;
    }

    /** The providers that there are, by the node that needs them. */
    private Map<String, List<String>> named(ConversationPipeline of) {
        Map<String, List<String>> named = new TreeMap<>();
        for (Modality modality : Modality.values()) {
            List<GuardedProvider> among = providers.of(modality);
            String node = of.node(modality.spelled());
            if (!among.isEmpty() && of.graph().nodes().containsKey(node)) {
                named.put(node, among.stream().map(GuardedProvider::name).toList());
            }
        }
        return named;
    }

    /** The bindings of a plan by what they are asked for. */
    Map<String, List<String>> byKind(Map<String, List<String>> bindings) {
        Map<String, List<String>> byKind = new TreeMap<>();
        for (Modality modality : Modality.values()) {
            List<String> bound = bindings.get(node(modality));
            if (bound != null) {
                byKind.put(modality.spelled(), bound);
            }
        }
        return byKind;
    }

    /** The same for the same turn of the same conversation, wherever it runs. */
    private long seed(long turn) {
        byte[] name = (conversation + "\u0000" + turn).getBytes(StandardCharsets.UTF_8);
        String digest = new RuneChain().content(name, 0, name.length).hex();
        return Long.parseUnsignedLong(digest.substring(0, SEED_DIGITS), HEXADECIMAL);
    }
}
