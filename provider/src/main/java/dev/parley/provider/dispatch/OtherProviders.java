package dev.parley.provider.dispatch;

import dev.parley.kernel.port.RandomSource;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.provider.guard.RetryPolicy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * The usual providers of a conversation with others in the place of some.
 *
 * @param threads where the foreign code of all of them runs
 */
public record OtherProviders(Providers usual, Map<Modality, List<GuardedProvider>> others, Executor threads)
        implements Providers {
    public OtherProviders {
        others = Map.copyOf(others);
    }

    @Override
    public List<GuardedProvider> of(Modality modality) {
        List<GuardedProvider> other = others.get(modality);
        return other == null ? usual.of(modality) : other;
    }

    @Override
    public RetryPolicy retry(Modality modality) {
        return usual.retry(modality);
    }

    @Override
    public ProviderIngress door() {
        return usual.door();
    }

    @Override
    public RandomSource random() {
        return usual.random();
    }
}
