package dev.parley.transport.telemetry;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.ToolEvents.ToolDispatched;
import dev.parley.kernel.event.TurnEvents.TurnClosed;
import dev.parley.kernel.rune.Visibility;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whom a server tells about what happens.
 *
 * @param traces where spans go, as OTLP over HTTP; null for nowhere
 * @param model what spans call the model that answers; empty for one without a name, which is called as its provider is
 */
public record TelemetrySpec(List<Hook> webhooks, @Nullable URI traces, String model) {
    public static final TelemetrySpec NONE = new TelemetrySpec(List.of(), null);

    public TelemetrySpec(List<Hook> webhooks, @Nullable URI traces) {
        this(webhooks, traces, "");
    }

    public TelemetrySpec {
        webhooks = List.copyOf(webhooks);
    }

    /**
     * An address that is told of the audit stream.
     *
     * @param secretEnv the environment variable with the secret that signs
     * @param kinds with what the kinds of events begin of which it is told
     * @param sees up to where it sees into the record
     */
    public record Hook(URI url, String secretEnv, List<String> kinds, Visibility sees, Post.Spec post) {
        /** Decisions, and what the house and its conversations went through. */
        public static final List<String> AUDIT = List.of(
                "verdict.",
                "system.",
                "server.",
                "session.",
                "control.",
                EventCatalogue.kindOf(TurnClosed.class),
                EventCatalogue.kindOf(ToolDispatched.class));

        public Hook {
            kinds = List.copyOf(kinds);
        }
    }
}
