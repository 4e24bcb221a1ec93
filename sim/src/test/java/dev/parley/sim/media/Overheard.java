package dev.parley.sim.media;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The same provider, and somebody who learns of every frame after it has heard it, or stands between it and whom it tells. */
record Overheard(Provider provider, UnaryOperator<ProviderIngress> between, Consumer<AudioFrame> learns)
        implements Provider {
    Overheard(Provider provider, Consumer<AudioFrame> learns) {
        this(provider, UnaryOperator.identity(), learns);
    }

    @Override
    public ProviderProfile profile() {
        return provider.profile();
    }

    @Override
    public boolean runsOnLoop() {
        return true;
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        ProviderCall call = provider.start(invocation, request, between.apply(ingress), token);
        return new ProviderCall() {
            @Override
            public ProviderInvocation invocation() {
                return call.invocation();
            }

            @Override
            public boolean feed(AudioFrame frame) {
                boolean taken = call.feed(frame);
                learns.accept(frame);
                return taken;
            }

            @Override
            public void finishInput() {
                call.finishInput();
            }

            @Override
            public void grant(long credit) {
                call.grant(credit);
            }

            @Override
            public void cancel() {
                call.cancel();
            }
        };
    }
}
