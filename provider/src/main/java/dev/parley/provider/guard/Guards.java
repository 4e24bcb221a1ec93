package dev.parley.provider.guard;

import dev.parley.provider.Provider;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The limits and circuits of all providers of a host: whoever is asked under one name, for whichever conversation, is asked
 * through the same gate. Any thread may call this.
 */
public final class Guards {
    /** So many providers are known by name; one more than that has a gate of its own for every conversation. */
    static final int KNOWN_MAX = 1_024;

    private final Map<String, Guard> known = new ConcurrentHashMap<>();

    private record Guard(LimitGate gate, CircuitBreaker circuit) {}

    /** The provider with the gate and the circuit that everyone who calls it shares. */
    public GuardedProvider guarded(Provider provider) {
        String name = provider.profile().modality().spelled() + ":"
                + provider.profile().name();
        Guard shared = known.size() < KNOWN_MAX
                ? known.computeIfAbsent(name, _ -> guard(provider))
                : known.getOrDefault(name, guard(provider));
        return new GuardedProvider(provider, shared.gate, shared.circuit);
    }

    private static Guard guard(Provider provider) {
        return new Guard(new LimitGate(provider.profile().limits()), CircuitBreaker.live());
    }
}
