package dev.parley.kernel.people.household;

import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Parameters;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.addressing.AddressingReader;
import dev.parley.kernel.people.age.AgeReader;
import dev.parley.kernel.people.age.Birth;
import dev.parley.kernel.people.command.CommandReader;
import dev.parley.kernel.people.consent.ConsentReader;
import dev.parley.kernel.people.delegation.DelegationReader;
import dev.parley.kernel.people.greeting.GreetingDue;
import dev.parley.kernel.people.identity.IdentityReader;
import dev.parley.kernel.people.mode.ModeReader;
import dev.parley.kernel.people.profile.ProfileReader;
import dev.parley.kernel.people.profile.Update;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads requests as events of a household. */
final class HouseReader {
    static final String ADDED = "person_added";
    static final String FORGOTTEN = "profile_forgotten";
    static final String GREETING = "birthday_greeting";

    private static final Set<String> SIGNALS =
            Set.of("voice_signal", "face_signal", "satellite_identity", "explicit_identity_claim");

    private HouseReader() {}

    static Reading<HouseEvent> read(Request request) {
        String machine = request.machine();
        if (request.action().equals(ADDED)) {
            return added(request);
        }
        if (request.action().equals(FORGOTTEN)) {
            return forgotten(request);
        }
        if (request.action().equals(GREETING)) {
            return Reading.understood(
                    new HouseEvent.OfGreeting(new GreetingDue(request.at().toLocalDate())));
        }
        if (machine == null) {
            return Reading.malformed("machine is missing");
        }
        return switch (machine) {
            case "identity" -> of(IdentityReader.read(aboutTarget(request)), HouseEvent.OfIdentity::new);
            case "addressing" -> of(AddressingReader.read(request), HouseEvent.OfAddressing::new);
            case "age" -> of(AgeReader.read(request), HouseEvent.OfAge::new);
            case "mode" -> of(ModeReader.read(request), HouseEvent.OfMode::new);
            case "command" -> of(CommandReader.read(request), HouseEvent.OfCommand::new);
            case "profile" -> of(ProfileReader.read(request), HouseEvent.OfProfile::new);
            case "delegation" -> toTarget(request);
            case "consent" -> of(ConsentReader.read(request), HouseEvent.OfConsent::new);
            default -> Reading.malformed("'" + machine + "' is no machine of a household");
        };
    }

    private static <E> Reading<HouseEvent> of(Reading<E> reading, Function<E, HouseEvent> inHouse) {
        return switch (reading) {
            case Reading.Understood<E>(E event) -> Reading.understood(inHouse.apply(event));
            case Reading.Malformed<E>(String reason) -> Reading.malformed(reason);
        };
    }

    private static Reading<HouseEvent> added(Request request) {
        Parameters parameters = new Parameters(request);
        String jurisdiction = parameters.text("jurisdiction");
        String person = parameters.text("person");
        if (person != null && !person.equals(request.target())) {
            parameters.mistake("person and target must be the same");
        }
        Profile kept = kept(request, parameters);
        LocalDate date = kept == null ? parameters.pastDate("birthdate") : birthdate(kept);
        Role role = parameters.one(Role.class, "role", Role.GUEST);
        HouseEvent event = new HouseEvent.PersonAdded(
                kept == null ? role : kept.role(),
                date == null ? null : new Birth(date, jurisdiction),
                parameters.today(),
                kept);
        return parameters.reading(event, "a household");
    }

    /** Ages rest on the birthdate, which nobody deletes. */
    private static Reading<HouseEvent> forgotten(Request request) {
        Set<String> fields = new TreeSet<>();
        if (request.parameters().get("fields") instanceof Json.Arr(List<Json> named)) {
            for (Json each : named) {
                if (!(each instanceof Json.Str(String field)) || field.equals(Update.BIRTHDATE) || !fields.add(field)) {
                    return Reading.malformed("fields must name fields of a profile, each once and never the birthdate");
                }
            }
        }
        return fields.isEmpty()
                ? Reading.malformed("fields is missing")
                : Reading.understood(new HouseEvent.ProfileForgotten(fields));
    }

    /** The profile that the house kept of the person, where the request brings it along. */
    private static @Nullable Profile kept(Request request, Parameters parameters) {
        if (!request.parameters().has("profile")) {
            return null;
        }
        Profile kept = request.parameters().get("profile") instanceof Json.Obj json ? Profile.read(json) : null;
        if (kept == null) {
            parameters.mistake("profile must be one that the house kept");
        }
        return kept;
    }

    private static @Nullable LocalDate birthdate(Profile kept) {
        return kept.facts().get(Update.BIRTHDATE) instanceof Json.Str text ? Parameters.date(text.value()) : null;
    }

    /** A signal or claim that names nobody is about the target: in a household the target is a person. */
    private static Request aboutTarget(Request request) {
        return SIGNALS.contains(request.action()) && !request.parameters().has("person")
                ? request.instead(
                        request.actor(),
                        request.target(),
                        request.action(),
                        request.parameters().with("person", request.target()))
                : request;
    }

    /** The target of a delegation is the delegate (ruling B14). */
    private static Reading<HouseEvent> toTarget(Request request) {
        String to = request.parameters().text("to");
        return to == null || to.equals(request.target())
                ? of(DelegationReader.read(request), HouseEvent.OfDelegation::new)
                : Reading.malformed("to and target must be the same");
    }
}
