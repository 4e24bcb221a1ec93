package dev.parley.kernel.people.profile;

import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Parameters;
import dev.parley.kernel.people.Speaker;
import dev.parley.kernel.people.age.AgeClass;
import org.jspecify.annotations.Nullable;

/** Reads requests as events of a profile update. */
public final class ProfileReader {
    private ProfileReader() {}

    public static Reading<ProfileEvent> read(Request request) {
        Parameters parameters = new Parameters(request);
        return parameters.reading(event(request, parameters), "profile");
    }

    private static @Nullable ProfileEvent event(Request request, Parameters parameters) {
        boolean confirm = parameters.flag("confirmation_required", false);
        AgeClass age = parameters.one(AgeClass.class, "age", AgeClass.UNKNOWN);
        return switch (request.action()) {
            case "profile_update_requested" ->
                new ProfileEvent.UpdateRequested(update(request, parameters, confirm, age));
            case "authority_verified" -> new ProfileEvent.AuthorityVerified(confirm, age);
            case "authority_denied" -> new ProfileEvent.AuthorityDenied();
            case "owner_confirmation_received" -> new ProfileEvent.OwnerConfirmed(Speaker.of(request), isOwn(request));
            case "owner_confirmation_denied" -> new ProfileEvent.OwnerDeclined();
            case "timeout" -> new ProfileEvent.TimedOut();
            case "context_changed" -> new ProfileEvent.ContextChanged();
            case "applied" -> new ProfileEvent.Applied();
            case "done" -> new ProfileEvent.Done();
            default -> null;
        };
    }

    private static Update update(Request request, Parameters parameters, boolean confirm, AgeClass age) {
        String field = parameters.requiredText("field");
        if (field.equals(Update.BIRTHDATE)) {
            parameters.requiredPastDate("value");
        }
        Json value = request.parameters().get("value");
        String person = Speaker.person(request.actor());
        boolean own = person == null || Speaker.isSame(person, request.target());
        return new Update(field, value == null ? Json.Null.NULL : value, Speaker.of(request), own, confirm, age);
    }

    private static boolean isOwn(Request request) {
        return Speaker.isSame(Speaker.of(request), request.target());
    }
}
