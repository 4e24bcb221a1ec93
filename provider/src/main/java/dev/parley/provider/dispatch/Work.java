package dev.parley.provider.dispatch;

import dev.parley.provider.ProviderRequest;
import java.util.function.UnaryOperator;

/**
 * A piece of work for providers.
 *
 * @param idempotencyKey the same through all attempts
 * @param credit what every attempt may give before its owner grants more
 * @param keptInputMs how much of the audio that was fed is kept, so that another attempt can hear it too
 * @param remaining what is left of the request when an attempt begins, as its owner knows it
 */
public record Work(
        String conversation,
        String idempotencyKey,
        ProviderRequest request,
        long credit,
        long keptInputMs,
        UnaryOperator<ProviderRequest> remaining) {
    /** As much speech of one utterance as a provider may miss and still hear. */
    public static final long KEPT_INPUT_MS = 60_000;

    /** Work that every attempt starts from the beginning. */
    public static Work of(String conversation, String idempotencyKey, ProviderRequest request, long credit) {
        return new Work(conversation, idempotencyKey, request, credit, KEPT_INPUT_MS, UnaryOperator.identity());
    }
}
