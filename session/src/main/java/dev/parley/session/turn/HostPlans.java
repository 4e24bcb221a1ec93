package dev.parley.session.turn;

import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.pipeline.plan.PlanTemplate;
import dev.parley.provider.Modality;
import dev.parley.provider.dispatch.Providers;
import dev.parley.provider.guard.GuardedProvider;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * What the plans of a host's conversations share: those that are held in the same way by the same providers run the same graph,
 * which is made and written out once. Any thread may ask.
 */
public final class HostPlans {
    /** So many are kept; the one that was asked for longest ago goes first, and is made again where it is wanted. */
    private static final int KEPT = 64;

    private final BooleanSupplier burdened;
    private final Map<Key, Shared> shared = new LinkedHashMap<>(KEPT, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Shared> eldest) {
            return size() > KEPT;
        }
    };

    /** @param burdened whether the host has more to do than it can do well */
    public HostPlans(BooleanSupplier burdened) {
        this.burdened = burdened;
    }

    private record Key(
            ConversationPipeline pipeline, Held held, Map<Modality, List<String>> providers, BudgetSpec turn) {}

    /** The pipeline that runs, and what all its plans have in common. */
    record Shared(ConversationPipeline pipeline, PlanTemplate template) {}

    boolean isBurdened() {
        return burdened.getAsBoolean();
    }

    /**
     * @param held what of the pipeline runs
     * @param turn what one turn may use
     */
    synchronized Shared of(ConversationPipeline pipeline, Held held, Providers providers, BudgetSpec turn) {
        return shared.computeIfAbsent(new Key(pipeline, held, names(providers), turn), HostPlans::fitted);
    }

    /** The names of those who are there, by what they do. */
    static Map<Modality, List<String>> names(Providers providers) {
        Map<Modality, List<String>> names = new EnumMap<>(Modality.class);
        for (Modality modality : Modality.values()) {
            List<GuardedProvider> among = providers.of(modality);
            if (!among.isEmpty()) {
                names.put(modality, among.stream().map(GuardedProvider::name).toList());
            }
        }
        return names;
    }

    private static Shared fitted(Key key) {
        ConversationPipeline fitted = Fitting.of(
                key.pipeline,
                key.held,
                kind -> Modality.of(kind).map(key.providers::containsKey).orElse(false));
        ConversationPipeline whole = fitted.with(
                fitted.graph().tuned(Map.of(), unnamed(fitted, key.providers)).withTurn(key.turn));
        return new Shared(whole, new PlanTemplate(whole.graph()));
    }

    /** A node that names no provider takes those that there are. */
    private static Map<String, List<String>> unnamed(ConversationPipeline given, Map<Modality, List<String>> names) {
        Map<String, List<String>> unnamed = new TreeMap<>();
        byNode(given, names).forEach((node, here) -> {
            if (given.graph().node(node).spec().providers().isEmpty()) {
                unnamed.put(node, here);
            }
        });
        return unnamed;
    }

    /** The same names by the node that needs them. */
    static Map<String, List<String>> byNode(ConversationPipeline of, Map<Modality, List<String>> names) {
        Map<String, List<String>> byNode = new TreeMap<>();
        names.forEach((modality, here) -> {
            String node = of.node(modality.spelled());
            if (of.graph().nodes().containsKey(node)) {
                byNode.put(node, here);
            }
        });
        return byNode;
    }
}
