package dev.parley.session.turn;

import dev.parley.kernel.event.ConversationEvents.SessionPlanFrozen;
import dev.parley.kernel.event.TurnEvents.FrozenPlan;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.pipeline.budget.BudgetScope;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.pipeline.cancel.CancelScope;
import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.pipeline.graph.GraphDefinition;
import dev.parley.pipeline.plan.PlanResolution;
import dev.parley.pipeline.plan.PlanTemplate;
import dev.parley.pipeline.plan.ResolvedTurnPlan;
import dev.parley.pipeline.plan.TurnInputs;
import dev.parley.pipeline.spec.DegradeRule;
import dev.parley.pipeline.spec.PipelineSpec;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.dispatch.Providers;
import dev.parley.provider.guard.CircuitBreaker;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.session.provider.CallTerms;
import dev.parley.session.record.Places;
import dev.parley.session.record.Recorder;
import dev.parley.session.think.TextFilter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
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
    private final Here here;
    private final PlanTemplate template;
    private Consumer<ResolvedTurnPlan> inForce = plan -> {};

    /**
     * How a conversation is held here.
     *
     * @param admission whether its host may hold a turn of it now
     */
    public record Here(HostPlans host, Held held, Supplier<TurnInputs.Admission> admission) {}

    /** @param turn what one turn may use */
    public TurnPlans(
            String conversation, Providers providers, ConversationPipeline pipeline, BudgetSpec turn, Here here) {
        this.conversation = conversation;
        this.providers = providers;
        this.here = here;
        HostPlans.Shared shared = here.host.of(pipeline, here.held, providers, turn);
        this.pipeline = shared.pipeline();
        this.template = shared.template();
    }

    /** Where things happen in the pipeline by which all turns run. */
    public Places places() {
        PipelineSpec spec = pipeline.graph().spec();
        Function<Modality, String> nodes =
                modality -> pipeline.graph().nodes().containsKey(node(modality)) ? node(modality) : "";
        return new Places(spec.version(), nodes);
    }

    /** Records what all plans that follow have in common, and the part of listening; every turn records its own. */
    public void tell(Recorder recorder) {
        recorder.write(template.shared(), 0);
        if (freeze(0, recorder.epoch()) instanceof PlanResolution.Resolved(ResolvedTurnPlan plan)) {
            recorder.write(frozen(plan.own()), 0);
        }
    }

    private static SessionPlanFrozen frozen(FrozenPlan plan) {
        return new SessionPlanFrozen(
                plan.conversation(),
                plan.turn(),
                plan.epoch(),
                plan.admission(),
                plan.bindings(),
                plan.capabilities(),
                plan.posture(),
                plan.seed(),
                plan.hash());
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
        TextFilter.Node between = modality == Modality.FILTER ? filter() : null;
        return between == null ? pipeline.node(modality.spelled()) : between.id();
    }

    /** What one call of this kind may use. */
    BudgetSpec budget(Modality modality) {
        return pipeline.budgetOf(node(modality));
    }

    /** What each of these may use. */
    BudgetSpec budget(BudgetScope scope) {
        return Objects.requireNonNull(pipeline.graph().spec().budgets().get(scope));
    }

    /** The name in this pipeline of an edge that is told of by its own name or by its part. */
    String edge(String told) {
        return arc(told).id();
    }

    private GraphDefinition.Arc arc(String told) {
        GraphDefinition.Arc own = pipeline.graph().edges().get(told);
        return own == null ? pipeline.arc(told) : own;
    }

    /** Whether this edge leads to this node or from it. */
    boolean joins(String edge, String node) {
        GraphDefinition.Arc arc = arc(edge);
        return arc.from().equals(node) || arc.to().equals(node);
    }

    /** The node that this edge leads to, or where nobody is asked there the one that it comes from. */
    String worker(String edge) {
        GraphDefinition.Arc arc = arc(edge);
        boolean asks = pipeline.graph().node(arc.to()).declaration().provider().isPresent();
        return asks ? arc.to() : arc.from();
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
        Map<String, List<String>> chosen = chosen();
        PlanResolution resolved = template.resolve(new TurnInputs(
                conversation, turn, epoch, here.admission.get(), chosen, capabilities(), posture(chosen), seed(turn)));
        boolean unfiltered =
                pipeline.filter().isPresent() && providers.of(Modality.FILTER).isEmpty();
        return unfiltered && resolved instanceof PlanResolution.Resolved
                ? new PlanResolution.Refused("plan.unbound", "nobody runs the node between model and voice")
                : resolved;
    }

    /** Those that the pipeline names and that are here, in the pipeline's order. */
    Map<String, List<String>> chosen() {
        Map<String, List<String>> chosen = new TreeMap<>();
        HostPlans.byNode(pipeline, HostPlans.names(providers)).forEach((node, present) -> {
            List<String> wanted =
                    new ArrayList<>(pipeline.graph().node(node).spec().providers());
            wanted.retainAll(present);
            chosen.put(node, wanted);
        });
        return chosen;
    }

    /** The turn runs degraded from the start if its host is overloaded, or if the circuit of whom it asks first is open. */
    private TurnInputs.Posture posture(Map<String, List<String>> chosen) {
        boolean open = working().anyMatch(modality -> {
            List<String> wanted = chosen.getOrDefault(node(modality), List.of());
            return providers.of(modality).stream()
                    .filter(each -> wanted.isEmpty() || each.name().equals(wanted.getFirst()))
                    .limit(1)
                    .anyMatch(first -> first.circuit().state() instanceof CircuitBreaker.Open);
        });
        return open || here.host.isBurdened() ? TurnInputs.Posture.DEGRADED : TurnInputs.Posture.FULL;
    }

    /** What the nodes of this conversation need somebody for. */
    private Stream<Modality> working() {
        return Arrays.stream(Modality.values())
                .filter(modality -> modality == Modality.FILTER
                        ? pipeline.filter().isPresent()
                        : pipeline.graph().nodes().containsKey(node(modality)));
    }

    /** What each provider that may be asked says of itself. */
    private Map<String, List<String>> capabilities() {
        Map<String, List<String>> all = new TreeMap<>();
        for (Modality modality : working().toList()) {
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

    /** By what the calls of this turn, or of listening while there is none, are made under these bindings. */
    CallTerms terms(Map<String, List<String>> bindings, long turn, CancelScope scope, CallTerms.Budgets budgets) {
        return new CallTerms(byKind(bindings), seed(turn), scope, budgets);
    }

    /** The bindings of a plan by what they are asked for. */
    private Map<String, List<String>> byKind(Map<String, List<String>> bindings) {
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
