package dev.parley.provider;

import dev.parley.kernel.port.CancelToken;

/** An adapter to something that listens, thinks or speaks. */
public interface Provider {
    ProviderProfile profile();

    /**
     * Begins a call. Every event goes to the ingress; a cancelled token has the effect of {@link ProviderCall#cancel()}. A
     * request that cannot be served ends as an event too: this never throws for it. It may take its time where the caller
     * gives it a thread, as a dispatch does.
     */
    ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token);
}
