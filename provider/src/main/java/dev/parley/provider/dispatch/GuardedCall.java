package dev.parley.provider.dispatch;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderRequest;

/** A call as a dispatch holds it: whatever the provider does, nothing is thrown here. */
interface GuardedCall extends ProviderCall {
    void start(Provider provider, ProviderRequest request, CancelToken token);

    /** Offers again what the provider has not taken yet. */
    void pump();

    /** Whether audio, or the end of it, has not reached the provider yet. */
    boolean isBehind();
}
