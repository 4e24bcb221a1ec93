package dev.parley.provider.dispatch;

import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderRequest;
import java.util.List;

/**
 * A piece of work for providers.
 *
 * @param idempotencyKey the same through all attempts
 * @param remaining what is still to be done after these events have been delivered; a second attempt asks for that
 */
public record Work(
        String conversation,
        long turn,
        String idempotencyKey,
        ProviderRequest request,
        int payloadBytes,
        long timeoutMs,
        Remaining remaining) {
    /** Says what is left of a request. */
    @FunctionalInterface
    public interface Remaining {
        ProviderRequest after(ProviderRequest request, List<ProviderEvent> delivered);

        /** Starts again from the beginning, whatever was delivered. */
        Remaining ALL = (request, delivered) -> request;
    }
}
