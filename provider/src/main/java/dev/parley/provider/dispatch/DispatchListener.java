package dev.parley.provider.dispatch;

import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;

/** What the owner of a piece of work hears about it, on its loop. */
public interface DispatchListener {
    /** An attempt is about to begin. Returns false when no call may be made now; the work is over then. */
    boolean onAttempt(ProviderInvocation invocation);

    /** An attempt produced something that counts. */
    void onEvent(ProviderEvent event);

    /** An attempt ended, well or not. */
    void onOutcome(CallReport report);

    /** A provider has failed so often that it is left alone for a while. */
    void onCircuitOpen(String provider);

    /** The work goes to another provider. */
    void onSwitch(String from, String to);

    /** Another attempt follows a failed one: what was given and is not used up comes again. */
    void onStartOver();

    /** The work is over. Said exactly once. */
    void onDone(Outcome outcome);
}
