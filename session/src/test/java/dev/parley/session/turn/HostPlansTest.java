package dev.parley.session.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.parley.kernel.port.RandomSource;
import dev.parley.pipeline.budget.BudgetOutcome;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.dispatch.Providers;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.provider.guard.RetryPolicy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class HostPlansTest {
    private static final Providers NOBODY = new Providers() {
        @Override
        public List<GuardedProvider> of(Modality modality) {
            return List.of();
        }

        @Override
        public RetryPolicy retry(Modality modality) {
            return RetryPolicy.NONE;
        }

        @Override
        public ProviderIngress door() {
            return event -> true;
        }

        @Override
        public Executor threads() {
            return Runnable::run;
        }

        @Override
        public RandomSource random() {
            return RandomSource.seeded(1);
        }
    };

    private final HostPlans plans = new HostPlans(() -> false);

    private HostPlans.Shared of(Held held, BudgetSpec turn) {
        return plans.of(ConversationPipeline.standard(Map.of()), held, NOBODY, turn);
    }

    @Test
    void conversationsThatAreHeldAlikeShareTheirGraph() {
        HostPlans.Shared one = of(Held.WRITTEN, BudgetSpec.unlimited());
        assertSame(one, of(Held.WRITTEN, BudgetSpec.unlimited()));
        assertNotSame(one, of(Held.TOLD, BudgetSpec.unlimited()));
        assertNotSame(one, of(Held.WRITTEN, BudgetSpec.time(5_000, BudgetOutcome.TERMINATE)));
    }

    @Test
    void whatWasForgottenIsMadeAgainAndIsTheSame() {
        HostPlans.Shared one = of(Held.WRITTEN, BudgetSpec.unlimited());
        for (long ms = 1; ms <= 64; ms++) {
            of(Held.WRITTEN, BudgetSpec.time(ms, BudgetOutcome.TERMINATE));
        }
        HostPlans.Shared again = of(Held.WRITTEN, BudgetSpec.unlimited());
        assertNotSame(one, again);
        assertEquals(one.template().shared(), again.template().shared());
    }
}
