package dev.parley.kernel.people.mode;

import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.people.Parameters;
import dev.parley.kernel.people.age.AgeClass;
import org.jspecify.annotations.Nullable;

/** Reads requests as events of a mode. */
public final class ModeReader {
    private ModeReader() {}

    public static Reading<ModeEvent> read(Request request) {
        Parameters parameters = new Parameters(request);
        return parameters.reading(event(request, parameters), "mode");
    }

    private static @Nullable ModeEvent event(Request request, Parameters parameters) {
        return switch (request.action()) {
            case "participant_detected" -> detected(parameters);
            case "participant_left" -> new ModeEvent.ParticipantLeft(parameters.text("person"));
            case "explicit_statement" -> statement(parameters);
            case "identity_confirmed" -> new ModeEvent.IdentityConfirmed(parameters.text("person"));
            case "identity_unknown" -> new ModeEvent.IdentityUnknown(parameters.text("person"));
            default -> null;
        };
    }

    /** Whoever is not said to be known is unknown; someone known has a name. */
    private static ModeEvent detected(Parameters parameters) {
        String person = parameters.text("person");
        boolean known = parameters.flag("known", false);
        if (known && person == null) {
            parameters.mistake("a known participant has a person");
        }
        return new ModeEvent.ParticipantDetected(person == null ? Company.STRANGER : person, known);
    }

    private static ModeEvent statement(Parameters parameters) {
        String statement = parameters.requiredText("statement");
        ModeEvent alone = new ModeEvent.AloneStated(
                parameters.flag("confirmed", false), parameters.one(AgeClass.class, "age", AgeClass.UNKNOWN));
        return switch (statement) {
            case "we are alone" -> alone;
            case "someone arrived" -> new ModeEvent.ArrivalStated();
            default -> {
                parameters.mistake("statement must be 'someone arrived' or 'we are alone'");
                yield alone;
            }
        };
    }
}
