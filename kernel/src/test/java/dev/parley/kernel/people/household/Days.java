package dev.parley.kernel.people.household;

import dev.parley.kernel.Request;
import dev.parley.kernel.people.Driven;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Random days of a house: what three people, the runtime and an agent may ask, sensible or not. */
final class Days {
    private static final OffsetDateTime START = OffsetDateTime.parse("2026-04-30T22:00:00Z");
    private static final List<String> ACTORS =
            List.of("system", "system", "system", "user_ana", "user_ana", "user_ben", "user_cem", "agent_a", "user");
    private static final List<String> PEOPLE = List.of("ana", "ben", "cem");
    private static final List<String> EVENTS = List.of(
            "person_added role=OWNER birthdate=1980-05-01",
            "person_added role=GUEST birthdate=2012-05-01",
            "person_added role=OPERATOR",
            "identity.voice_signal confidence=0.7",
            "identity.face_signal person=ben confidence=0.9",
            "identity.explicit_identity_claim person=ana",
            "identity.validation_success",
            "identity.clarification_success",
            "identity.strong_conflict",
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
            "mode.participant_left person=ben",
            "mode.explicit_statement statement=we_are_alone",
            "command.command_detected command=disable_alarm",
            "command.command_detected command=set_volume",
            "command.command_detected command=open_garage call=c1 arguments=a question=q",
            "command.command_detected command=delete_all_data",
            "command.command_detected command=fly",
            "command.command_detected command=share_photos",
            "command.confirmation_received command=disable_alarm",
            "command.confirmation_received command=set_volume",
            "command.confirmation_timeout",
            "command.confirmation_received command=open_garage call=c1 arguments=a question=q",
            "command.confirmation_received command=open_garage call=c1 arguments=b question=q",
            "command.execution_started command=open_garage call=c1 arguments=a question=q",
            "command.execution_success",
            "command.authorization_granted",
            "command.done",
            "profile.profile_update_requested field=birthdate value=1990-05-01",
            "profile.profile_update_requested field=birthdate value=2015-05-01",
            "profile.profile_update_requested field=name value=N",
            "profile.owner_confirmation_received",
            "profile.applied",
            "profile.done",
            "delegation.delegation_intent_detected group=security by=ana",
            "delegation.owner_confirmation by=ana",
            "delegation.revoke_command",
            "consent.consent_request purpose=recording",
            "consent.explicit_grant",
            "consent.revoke",
            "birthday_greeting",
            "nonsense",
            "identity.voice_signal confidence=7");

    private static final List<String> HOME = List.of(
            "system ana person_added role=OWNER birthdate=1980-05-01",
            "system ben person_added role=OPERATOR birthdate=1990-02-01",
            "system ana identity.explicit_identity_claim person=ana",
            "system ana identity.validation_success",
            "system ben identity.explicit_identity_claim person=ben",
            "system ben identity.validation_success");

    private Days() {}

    /** A day that begins with the owner and a helper confirmed, the owner alone at midnight before her birthday. */
    static List<Request> atHome(RandomGenerator random, int most) {
        List<Request> requests = new ArrayList<>();
        for (String line : HOME) {
            requests.add(Driven.request(START, line));
        }
        requests.addAll(random(random, most / 2, most));
        return requests;
    }

    static List<Request> random(RandomGenerator random, int least, int most) {
        List<Request> requests = new ArrayList<>();
        int count = random.nextInt(least, most + 1);
        for (int i = 0; i < count; i++) {
            String line = one(random, ACTORS) + " " + one(random, PEOPLE) + " " + one(random, EVENTS);
            requests.add(Driven.request(START.plusHours(random.nextInt(6)), line));
        }
        return requests;
    }

    private static String one(RandomGenerator random, List<String> of) {
        return of.get(random.nextInt(of.size()));
    }
}
