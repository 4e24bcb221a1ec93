package dev.parley.kernel.people.addressing;

import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.people.Parameters;
import org.jspecify.annotations.Nullable;

/** Reads requests as events of an address. */
public final class AddressingReader {
    private AddressingReader() {}

    public static Reading<AddressingEvent> read(Request request) {
        Parameters parameters = new Parameters(request);
        return parameters.reading(event(request, parameters), "addressing");
    }

    private static @Nullable AddressingEvent event(Request request, Parameters parameters) {
        return switch (request.action()) {
            case "explicit_preference" -> new AddressingEvent.PreferenceStated(wish(parameters));
            case "inferred_signal" -> new AddressingEvent.PreferenceInferred(parameters.confidence(), form(parameters));
            case "conflicting_signal" -> new AddressingEvent.SignalsConflicted();
            case "ask" -> new AddressingEvent.QuestionAsked();
            default -> null;
        };
    }

    private static Form wish(Parameters parameters) {
        Form form = form(parameters);
        if (form.equals(Form.NEUTRAL)) {
            parameters.mistake("a preference gives a name or a gender");
        }
        return form;
    }

    private static Form form(Parameters parameters) {
        return new Form(parameters.text("name"), parameters.text("gender"));
    }
}
