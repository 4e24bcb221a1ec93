package dev.parley.provider;

/**
 * The identity of one provider call, shown by every event it produces and written to the record.
 *
 * @param id unique in the conversation
 * @param idempotencyKey the same for every attempt at the same work, so that a provider that knows it does it once
 * @param attempt 1 for the first
 * @param generation of the cancel scope the call runs in; events of another generation are late
 */
public record ProviderInvocation(
        String id,
        String provider,
        Modality modality,
        String conversation,
        long turn,
        String idempotencyKey,
        int attempt,
        long generation) {

    public ProviderInvocation {
        if (id.isEmpty() || provider.isEmpty() || idempotencyKey.isEmpty()) {
            throw new IllegalArgumentException("a provider call has an id, a provider and an idempotency key");
        }
        if (attempt < 1) {
            throw new IllegalArgumentException("attempts are counted from 1");
        }
    }

    /** The next attempt at the same work, perhaps at another provider. */
    public ProviderInvocation again(String newId, String newProvider, long newGeneration) {
        return new ProviderInvocation(
                newId, newProvider, modality, conversation, turn, idempotencyKey, attempt + 1, newGeneration);
    }
}
