package dev.parley.session.provider;

import dev.parley.kernel.port.BudgetHandle.Resource;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderEvent;
import dev.parley.session.time.BudgetWatch;
import org.jspecify.annotations.Nullable;

/**
 * Counts what one call uses, all its attempts together, where a budget limits it. The time of one that listens begins when it
 * has heard everything, because how long somebody speaks is theirs; that of a voice ends with its first sound.
 */
final class CallMeter {
    private final @Nullable BudgetWatch budget;
    private final boolean listens;
    private long tokens;

    CallMeter(@Nullable BudgetWatch budget, Modality modality) {
        this.budget = budget;
        this.listens = modality.listens();
    }

    void started() {
        if (budget != null && !listens) {
            budget.run();
        }
    }

    void heardAll() {
        if (budget != null) {
            budget.run();
        }
    }

    void saw(ProviderEvent event) {
        switch (event) {
            case ProviderEvent.AudioChunk _ -> stop();
            case ProviderEvent.Used used -> {
                long soFar = used.tokens();
                spend(Resource.TOKENS, soFar < tokens ? soFar : soFar - tokens);
                tokens = soFar;
            }
            case ProviderEvent.ToolCallRequested _ -> spend(Resource.TOOL_CALLS, 1);
            default -> {}
        }
    }

    private void spend(Resource resource, long amount) {
        if (budget != null) {
            budget.spend(resource, amount);
        }
    }

    /** Another attempt is paid for, too. */
    void startedOver() {
        tokens = 0;
    }

    void stop() {
        if (budget != null) {
            budget.stop();
        }
    }
}
