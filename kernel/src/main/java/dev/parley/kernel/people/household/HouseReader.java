package dev.parley.kernel.people.household;

import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
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
import java.time.LocalDate;
import java.util.Set;
import java.util.function.Function;

/** Reads requests as events of a household. */
final class HouseReader {
    static final String ADDED = "person_added";
    static final String GREETING = "birthday_greeting";

    private static final Set<String> SIGNALS =
            Set.of("voice_signal", "face_signal", "satellite_identity", "explicit_identity_claim");

    private HouseReader() {}

    static Reading<HouseEvent> read(Request request) {
        String machine = request.machine();
        if (request.action().equals(ADDED)) {
            return added(request);
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
        LocalDate date = parameters.pastDate("birthdate");
        String jurisdiction = parameters.text("jurisdiction");
        String person = parameters.text("person");
        if (person != null && !person.equals(request.target())) {
            parameters.mistake("person and target must be the same");
        }
        HouseEvent event = new HouseEvent.PersonAdded(
                parameters.one(Role.class, "role", Role.GUEST),
                date == null ? null : new Birth(date, jurisdiction),
                parameters.today());
        return parameters.reading(event, "a household");
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
