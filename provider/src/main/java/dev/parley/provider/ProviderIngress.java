package dev.parley.provider;

/** Where a provider's callbacks leave their events. From any thread, without waiting. */
@FunctionalInterface
public interface ProviderIngress {
    /** Returns false when the event was not taken; the call then stops producing and ends. */
    boolean offer(ProviderEvent event);
}
