package dev.parley.kernel.people.age;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.people.Parameters;
import org.jspecify.annotations.Nullable;

/** Reads requests as events of an age. */
public final class AgeReader {
    private AgeReader() {}

    public static Reading<AgeEvent> read(Request request) {
        Parameters parameters = new Parameters(request);
        return parameters.reading(event(request, parameters), "age");
    }

    private static @Nullable AgeEvent event(Request request, Parameters parameters) {
        return switch (request.action()) {
            case "birthdate_known" ->
                new AgeEvent.BirthdateKnown(
                        birth(parameters), parameters.today(), request.actorKind() == ActorKind.SYSTEM);
            case "date_tick" -> new AgeEvent.DateTicked(parameters.today(), parameters.flag("trusted", true));
            case "birthdate_updated" ->
                new AgeEvent.BirthdateUpdated(
                        birth(parameters), parameters.today(), parameters.flag("approved", false));
            case "confidence_drop" -> new AgeEvent.ConfidenceDropped();
            default -> null;
        };
    }

    private static Birth birth(Parameters parameters) {
        return new Birth(parameters.requiredPastDate("birthdate"), parameters.text("jurisdiction"));
    }
}
