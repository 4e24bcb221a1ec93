package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.AttestationStore;
import dev.parley.kernel.Rebuild;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.people.Driven;
import dev.parley.kernel.people.check.Properties;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever is asked in whatever order, the registrar, the plain fold and the record agree. */
class HouseholdPropertiesTest {
    private static final OffsetDateTime START = OffsetDateTime.parse("2026-04-30T22:00:00Z");
    private static final List<String> EVENTS = List.of(
            "person_added role=OWNER birthdate=1980-05-01",
            "person_added role=GUEST birthdate=2012-05-01",
            "person_added role=OPERATOR",
            "identity.voice_signal confidence=0.7",
            "identity.face_signal person=ben confidence=0.9",
            "identity.validation_success",
            "identity.clarification_success",
            "identity.speaking_turn",
            "identity.timeout",
            "identity.end_conversation",
            "addressing.ask",
            "addressing.explicit_preference name=N",
            "age.date_tick",
            "age.confidence_drop",
            "age.birthdate_known birthdate=1980-05-01",
            "mode.participant_detected person=ben known=true",
            "mode.participant_detected person=x known=false",
            "mode.participant_left person=x",
            "mode.explicit_statement statement=we_are_alone",
            "command.command_detected command=disable_alarm",
            "command.command_detected command=set_volume",
            "command.confirmation_received command=disable_alarm",
            "command.execution_success",
            "command.done",
            "profile.profile_update_requested field=birthdate value=1990-05-01",
            "profile.owner_confirmation_received",
            "profile.applied",
            "profile.done",
            "delegation.delegation_intent_detected group=security by=ana",
            "delegation.owner_confirmation by=ana",
            "delegation.revoke_command",
            "consent.consent_request purpose=recording",
            "consent.explicit_grant",
            "nonsense",
            "identity.voice_signal confidence=7");

    @Provide
    Arbitrary<List<Request>> requests() {
        Arbitrary<String> actors = Arbitraries.of("system", "system", "user_ana", "user_ben", "agent_a");
        Arbitrary<String> targets = Arbitraries.of("ana", "ben", "cem");
        Arbitrary<Integer> hours = Arbitraries.integers().between(0, 5);
        return Combinators.combine(actors, targets, Arbitraries.of(EVENTS), hours)
                .as((actor, target, event, hour) ->
                        Driven.request(START.plusHours(hour), actor + " " + target + " " + event))
                .list()
                .ofMinSize(20)
                .ofMaxSize(120);
    }

    @Property(tries = 150)
    void theRecordLeadsToTheSameHouseAgain(@ForAll("requests") List<Request> requests) {
        AttestationStore store = new AttestationStore();
        Registrar<Place, HouseEvent> registrar = new Registrar<>(new Household(), store);
        requests.forEach(registrar::request);
        Registrar<Place, HouseEvent> again = new Registrar<>(new Household(), attestation -> {});
        assertEquals(
                new Rebuild.Result.Verified(),
                Rebuild.into(
                        again, store.all().stream().map(Attestation::toJson).toList()));
        assertEquals(Household.house(registrar.view()), Household.house(again.view()));
        assertEquals(registrar.head(), again.head());
    }

    @Property(tries = 150)
    void theFoldAndTheRegistrarAgree(@ForAll("requests") List<Request> requests) {
        Registrar<Place, HouseEvent> registrar = new Registrar<>(new Household(), attestation -> {});
        HouseFold fold = new HouseFold(new Household());
        House house = House.EMPTY;
        List<House> folded = new ArrayList<>();
        List<House> registered = new ArrayList<>();
        for (Request request : requests) {
            house = fold.after(house, List.of(request));
            folded.add(house);
            registrar.request(request);
            registered.add(Household.house(registrar.view()));
        }
        assertEquals(registered, folded);
    }

    @Property(tries = 150)
    void noMoveBreaksWhatIsProvedOfEveryMove(@ForAll("requests") List<Request> requests) {
        Household household = new Household();
        HouseFold fold = new HouseFold(household);
        House house = House.EMPTY;
        for (Request request : requests) {
            for (HouseFold.Move move : fold.moves(house, request)) {
                Properties.all(household.commands())
                        .forEach(property -> assertEquals(null, property.check().failure(move), property.name()));
                house = move.after();
            }
        }
    }
}
