package dev.parley.provider.guard;

import dev.parley.provider.Provider;

/** A provider with its limits and its circuit, shared by everyone who calls it. */
public record GuardedProvider(Provider provider, LimitGate gate, CircuitBreaker circuit) {
    public static GuardedProvider of(Provider provider, CircuitBreaker circuit) {
        return new GuardedProvider(provider, new LimitGate(provider.profile().limits()), circuit);
    }

    public String name() {
        return provider.profile().name();
    }
}
