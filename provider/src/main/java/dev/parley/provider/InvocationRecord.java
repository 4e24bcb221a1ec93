package dev.parley.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one call gave, in order: the unit that is recorded, and that a playback gives again without asking the provider.
 */
public final class InvocationRecord {
    private final ProviderInvocation invocation;
    private final List<Timed> events = new ArrayList<>();

    /** An event and how long after the start of the call it came. */
    public record Timed(long afterMs, ProviderEvent event) {}

    public InvocationRecord(ProviderInvocation invocation) {
        this.invocation = invocation;
    }

    public ProviderInvocation invocation() {
        return invocation;
    }

    /** Adds the next event. Nothing follows the end. */
    public void add(long afterMs, ProviderEvent event) {
        if (outcome().isPresent()) {
            throw new IllegalStateException("the call has ended");
        }
        events.add(new Timed(afterMs, event));
    }

    public List<Timed> events() {
        return List.copyOf(events);
    }

    /** How the call ended, once it has. */
    public Optional<Outcome> outcome() {
        return !events.isEmpty() && events.getLast().event() instanceof ProviderEvent.Ended ended
                ? Optional.of(ended.outcome())
                : Optional.empty();
    }
}
