package dev.parley.provider;

import dev.parley.kernel.port.CancelToken;

/** An adapter to something that listens, thinks or speaks. */
public interface Provider {
    ProviderProfile profile();

    /**
     * Whether it only computes, and that briefly: then it is called where the conversation runs, frame by frame and without
     * a thread in between. A provider that waits for anything, or that is not trusted, is not.
     */
    default boolean runsOnLoop() {
        return false;
    }

    /**
     * Begins a call. Every event goes to the ingress; a cancelled token has the effect of {@link ProviderCall#cancel()}. A
     * request that cannot be served ends as an event too: this never throws for it. It may take its time where the caller
     * gives it a thread, as a dispatch does.
     */
    ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token);
}
