package dev.parley.provider.dispatch;

import dev.parley.kernel.port.RandomSource;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.provider.guard.RetryPolicy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/** The providers of one conversation, and how they are called. */
public interface Providers {
    /** Whom to ask, in order of preference; never empty. The preference may change between two turns. */
    List<GuardedProvider> of(Modality modality);

    RetryPolicy retry(Modality modality);

    /** Where calls leave their events. It brings them to the conversation's loop, in order. */
    ProviderIngress door();

    /** Where foreign code runs, off the loop; in a simulation on the loop itself. */
    Executor threads();

    /** Spreads the pauses between attempts. */
    RandomSource random();

    /** The same with others in the place of some. */
    default Providers with(Map<Modality, List<GuardedProvider>> others) {
        return new OtherProviders(this, others, threads());
    }
}
