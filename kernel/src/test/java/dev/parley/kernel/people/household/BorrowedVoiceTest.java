package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.parley.kernel.Violation;
import dev.parley.kernel.people.Driven;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nobody says yes in the name of another, to whatever is asked: the rule about whose yes counts says so itself. */
class BorrowedVoiceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "user_ana ana command.command_detected command=disable_alarm|user_ben ana"
                        + " command.confirmation_received command=disable_alarm by=ana|somebody else asked for it",
                "user_ana ana profile.profile_update_requested field=nickname value=x"
                        + " confirmation_required=true|user_ben ana profile.owner_confirmation_received by=ana|it is not"
                        + " clear who said yes",
                "user_ana ben delegation.delegation_intent_detected group=security|user_ben ben"
                        + " delegation.owner_confirmation by=ana|somebody else would lend the group",
                "system ana consent.consent_request purpose=sharing|user_ben ana consent.explicit_grant by=ana|it is"
                        + " not clear who said yes",
            })
    void countsForNothing(String asked, String yes, String reason) {
        Driven<Place, HouseEvent> house = Driven.of(new Household())
                .confirmed("ana", "OWNER", "1980-05-01")
                .confirmed("ben", "OPERATOR", "1985-01-01");
        house.ask(asked).allowed();
        house.ask(yes);
        assertFalse(house.last().isAllowed());
        List<String> reasons = house.last().violations().stream()
                .filter(violation -> violation.id().equals("people.confirmation.identity"))
                .map(Violation::reason)
                .toList();
        assertEquals(List.of(reason), reasons);
    }
}
