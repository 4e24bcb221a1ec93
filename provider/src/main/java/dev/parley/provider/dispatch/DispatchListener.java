package dev.parley.provider.dispatch;

import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;

/** What the owner of a piece of work hears about it, on its loop. */
public interface DispatchListener {
    /** An attempt began. */
    void onAttempt(ProviderInvocation invocation);

    /** An attempt produced something that counts. */
    void onEvent(ProviderEvent event);

    /** An attempt ended without success; the next thing follows. */
    void onProviderError(ProviderInvocation invocation, Outcome outcome);

    /** A provider has failed so often that it is left alone for a while. */
    void onCircuitOpen(String provider);

    /** The work goes to another provider. */
    void onSwitch(String from, String to);

    /** Something came from an attempt that no longer counts (ruling D2). */
    void onLate(ProviderEvent event);

    /** The work is over. Said exactly once. */
    void onDone(Outcome outcome);
}
