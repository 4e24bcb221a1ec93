package dev.parley.kernel.people.consent;

import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.people.Parameters;
import dev.parley.kernel.people.Speaker;
import org.jspecify.annotations.Nullable;

/** Reads requests as events of a consent. */
public final class ConsentReader {
    private ConsentReader() {}

    public static Reading<ConsentEvent> read(Request request) {
        Parameters parameters = new Parameters(request);
        return parameters.reading(event(request, parameters), "consent");
    }

    private static @Nullable ConsentEvent event(Request request, Parameters parameters) {
        parameters.text("by");
        return switch (request.action()) {
            case "consent_request" -> new ConsentEvent.Requested(parameters.requiredText("purpose"));
            case "explicit_grant" -> new ConsentEvent.Granted(parameters.text("purpose"), Speaker.of(request));
            case "explicit_denial" -> new ConsentEvent.Denied(parameters.text("purpose"));
            case "timeout" -> new ConsentEvent.TimedOut();
            case "conversation_end" -> new ConsentEvent.ConversationEnded();
            case "revoke" -> new ConsentEvent.Revoked(parameters.text("purpose"));
            case "done" -> new ConsentEvent.Done();
            default -> null;
        };
    }
}
