package dev.parley.kernel.people.identity;

import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.people.Parameters;
import org.jspecify.annotations.Nullable;

/** Reads requests as events of an identity. */
public final class IdentityReader {
    private IdentityReader() {}

    public static Reading<IdentityEvent> read(Request request) {
        Parameters parameters = new Parameters(request);
        return parameters.reading(event(request, parameters), "identity");
    }

    private static @Nullable IdentityEvent event(Request request, Parameters parameters) {
        return switch (request.action()) {
            case "voice_signal" -> signal(Source.VOICE, parameters);
            case "face_signal" -> signal(Source.FACE, parameters);
            case "satellite_identity" -> signal(Source.SATELLITE, parameters);
            case "explicit_identity_claim" -> new IdentityEvent.IdentityClaimed(parameters.requiredText("person"));
            case "validation_success" -> new IdentityEvent.ValidationSucceeded(parameters.text("person"));
            case "validation_failure" -> new IdentityEvent.ValidationFailed();
            case "timeout" -> new IdentityEvent.TimedOut();
            case "strong_conflict" -> new IdentityEvent.StrongConflictFound();
            case "speaking_turn" -> new IdentityEvent.SpeakingTurnBegan();
            case "silence_timeout" -> new IdentityEvent.SilenceTimedOut();
            case "end_conversation" -> new IdentityEvent.ConversationEnded();
            case "clarification_success" -> new IdentityEvent.ClarificationSucceeded(parameters.text("person"));
            default -> null;
        };
    }

    private static IdentityEvent signal(Source source, Parameters parameters) {
        return new IdentityEvent.SignalReceived(source, parameters.requiredText("person"), parameters.confidence());
    }
}
