package dev.parley.session.provider;

import dev.parley.pipeline.cancel.CancelScope;
import dev.parley.provider.Modality;
import dev.parley.session.time.BudgetWatch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * By what calls are made while a plan is in force.
 *
 * @param bindings whom to ask, by what they are asked for, whoever is preferred meanwhile
 * @param seed what chance starts from
 * @param scope what the calls of the turn lie in, so that they end with it
 */
public record CallTerms(Map<String, List<String>> bindings, long seed, CancelScope scope, Budgets budgets) {
    /** Nothing is said: everybody may be asked, and nothing is limited. */
    static CallTerms none(CancelScope scope) {
        return new CallTerms(Map.of(), 0, scope, (_, _) -> null);
    }

    public CallTerms {
        bindings = Map.copyOf(bindings);
    }

    /** The same without the first who is asked for this, where there is another one. */
    CallTerms without(Modality modality) {
        List<String> names = bindings.getOrDefault(modality.spelled(), List.of());
        if (names.size() < 2) {
            return this;
        }
        Map<String, List<String>> left = new LinkedHashMap<>(bindings);
        left.put(modality.spelled(), names.subList(1, names.size()));
        return new CallTerms(left, seed, scope, budgets);
    }

    /** What calls may use. */
    @FunctionalInterface
    public interface Budgets {
        /** Watches what one call may use; null where nothing limits it. */
        @Nullable
        BudgetWatch of(Modality modality, ProviderDesk.Ticket call);
    }
}
