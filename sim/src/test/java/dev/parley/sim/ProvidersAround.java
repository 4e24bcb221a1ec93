package dev.parley.sim;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.RandomSource;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.dispatch.Providers;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.provider.guard.RetryPolicy;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** The providers of a conversation, each with something of a test's around it. */
public final class ProvidersAround implements Providers {
    private final Providers inner;
    private final RetryPolicy retry;
    private final Map<Modality, List<GuardedProvider>> around = new EnumMap<>(Modality.class);

    public ProvidersAround(Providers inner, RetryPolicy retry, UnaryOperator<Provider> change) {
        this.inner = inner;
        this.retry = retry;
        for (Modality modality : Modality.values()) {
            around.put(
                    modality,
                    inner.of(modality).stream()
                            .map(each ->
                                    new GuardedProvider(change.apply(each.provider()), each.gate(), each.circuit()))
                            .toList());
        }
    }

    /** The same providers, which tell what they are asked. */
    public static Providers noting(Providers inner, BiConsumer<ProviderInvocation, ProviderRequest> note) {
        return new ProvidersAround(inner, RetryPolicy.NONE, provider -> new Provider() {
            @Override
            public ProviderProfile profile() {
                return provider.profile();
            }

            @Override
            public ProviderCall start(
                    ProviderInvocation invocation,
                    ProviderRequest request,
                    ProviderIngress ingress,
                    CancelToken token) {
                note.accept(invocation, request);
                return provider.start(invocation, request, ingress, token);
            }
        });
    }

    @Override
    public List<GuardedProvider> of(Modality modality) {
        return around.getOrDefault(modality, List.of());
    }

    @Override
    public RetryPolicy retry(Modality modality) {
        return retry;
    }

    @Override
    public ProviderIngress door() {
        return inner.door();
    }

    @Override
    public Executor threads() {
        return inner.threads();
    }

    @Override
    public RandomSource random() {
        return inner.random();
    }
}
