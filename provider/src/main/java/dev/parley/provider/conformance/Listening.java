package dev.parley.provider.conformance;

import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An ingress that remembers what it was offered; a real adapter offers from threads of its own. */
final class Listening implements ProviderIngress {
    private final List<ProviderEvent> events = new ArrayList<>();
    private int takenMax = Integer.MAX_VALUE;
    private int refused;

    /** Takes this many events and no more. */
    synchronized void refuseFrom(int taken) {
        takenMax = taken;
    }

    @Override
    public synchronized boolean offer(ProviderEvent event) {
        if (events.size() >= takenMax) {
            refused++;
            return false;
        }
        events.add(event);
        return true;
    }

    synchronized List<ProviderEvent> events() {
        return List.copyOf(events);
    }

    synchronized int refused() {
        return refused;
    }

    boolean hasEnded() {
        return ends() > 0 || refused() > 0;
    }

    int ends() {
        return (int)
                events().stream().filter(ProviderEvent.Ended.class::isInstance).count();
    }

    int contents() {
        return (int) events().stream().filter(Listening::isContent).count();
    }

    boolean isOnly(String invocation) {
        return events().stream().allMatch(event -> event.invocation().id().equals(invocation));
    }

    Optional<Outcome> outcome() {
        return events().stream()
                .filter(ProviderEvent.Ended.class::isInstance)
                .map(event -> ((ProviderEvent.Ended) event).outcome())
                .findFirst();
    }

    boolean wasCancelled() {
        return outcome()
                .filter(outcome -> outcome.kind() == Outcome.Kind.CANCELLED)
                .isPresent();
    }

    String seen() {
        return contents() + " pieces of content, " + ends() + " ends, the first: "
                + outcome().map(Outcome::toString).orElse("none");
    }

    /** How many events cost credit. */
    int pieces() {
        return (int) events().stream().filter(event -> event.cost() > 0).count();
    }

    private static boolean isContent(ProviderEvent event) {
        return switch (event) {
            case ProviderEvent.Started _,
                    ProviderEvent.Alive _,
                    ProviderEvent.Delivery _,
                    ProviderEvent.AudioLength _,
                    ProviderEvent.Used _,
                    ProviderEvent.Ended _ -> false;
            case ProviderEvent.PartialTranscript _,
                    ProviderEvent.FinalTranscript _,
                    ProviderEvent.NotUnderstood _,
                    ProviderEvent.TextDelta _,
                    ProviderEvent.ToolCallRequested _,
                    ProviderEvent.AudioChunk _,
                    ProviderEvent.VoiceStarted _,
                    ProviderEvent.VoiceStopped _,
                    ProviderEvent.EndScored _ -> true;
        };
    }
}
