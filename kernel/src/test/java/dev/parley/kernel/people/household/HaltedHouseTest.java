package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Driven;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In a halted conversation nobody gains anything: what waits may lapse, be declined, be taken back or report. */
class HaltedHouseTest {
    private static final OffsetDateTime AT = OffsetDateTime.parse("2026-03-10T10:00:00Z");

    private final Household household = new Household();

    private boolean ends(String line) {
        Request request = Driven.request(AT, "system ana " + line);
        Reading.Understood<?> read = assertInstanceOf(Reading.Understood.class, household.read(request), line);
        return household.endsOnly(assertInstanceOf(HouseEvent.class, read.event()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "identity.timeout",
                "identity.silence_timeout",
                "identity.end_conversation",
                "command.authorization_denied",
                "command.confirmation_timeout",
                "command.execution_success",
                "command.execution_failure",
                "command.context_changed",
                "command.done",
                "profile.authority_denied",
                "profile.owner_confirmation_denied",
                "profile.timeout",
                "profile.context_changed",
                "profile.done",
                "delegation.owner_denial",
                "delegation.revoke_command",
                "delegation.timeout",
                "delegation.conversation_end",
                "delegation.done",
                "consent.explicit_denial",
                "consent.timeout",
                "consent.conversation_end",
                "consent.revoke",
                "consent.done",
            })
    void whatEndsSomethingPasses(String line) {
        assertTrue(ends(line));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "person_added role=OWNER",
                "identity.voice_signal person=ana confidence=0.9",
                "identity.explicit_identity_claim person=ana",
                "identity.validation_success",
                "identity.validation_failure",
                "identity.strong_conflict",
                "identity.speaking_turn",
                "identity.clarification_success",
                "command.command_detected command=unlock",
                "command.authorization_granted",
                "command.confirmation_required",
                "command.confirmation_received command=unlock",
                "command.execution_started command=unlock call=c1",
                "profile.profile_update_requested field=nickname value=Annie",
                "profile.authority_verified",
                "profile.owner_confirmation_received",
                "profile.applied",
                "delegation.delegation_intent_detected group=security",
                "delegation.owner_confirmation",
                "consent.consent_request purpose=sharing",
                "consent.explicit_grant purpose=sharing",
                "addressing.ask",
                "age.confidence_drop",
                "mode.participant_left person=ben",
            })
    void whatBeginsOrGrantsSomethingDoesNot(String line) {
        assertFalse(ends(line));
    }

    @Test
    void aHouseIsOpenedAgainWithTheCatalogueThatWasRecorded() {
        assertEquals("household", household.name());
        assertEquals(Json.Obj.EMPTY, household.settings(), "the one that every house has is not written");
        Json.Obj own = Json.Obj.EMPTY.with(
                "catalogue", Json.Obj.EMPTY.with("roles", Json.Obj.EMPTY).with("commands", Json.of(List.of())));
        Household bare = household.reopened(own);
        assertEquals(List.of(), bare.commands().commands());
        assertEquals(bare.settings(), household.reopened(bare.settings()).settings());
        assertEquals(
                household.commands().commands(),
                bare.reopened(Json.Obj.EMPTY).commands().commands());
    }
}
