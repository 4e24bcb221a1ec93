package held.security;

import static org.junit.jupiter.api.Assertions.assertEquals;

import held.Played;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Words without a name are nobody's, whoever was named first in the house. */
class NamelessVoiceTest {
    private static final String HOUSE = """
            name: a voice without a name
            seed: 1601
            people:
              - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true, facts: {pin: "4711"}}
              - {id: dora, role: GUEST, birthdate: 2018-06-21, confirmed: true}
            agent:
              - {when: "pin", says: "Your pin is 4711.", audio_ms: 1000}
            """;

    @Test
    void aNamelessVoiceDoesNotSendTheCompanyAway() {
        Played played = Played.of(HOUSE + """
                user:
                  - {at_ms: 100, states: "someone arrived"}
                  - {at_ms: 300, states: "we are alone"}
                  - {at_ms: 500, types: "what is my pin", by: ana}
                """);
        assertEquals(
                List.of(), played.heard(), "the pin is spoken because nobody in particular said that ana is alone");
    }

    @Test
    void aNamelessVoiceGivesNobodysConsent() {
        Played played = Played.of(HOUSE + """
                user:
                  - {at_ms: 400, consent: consent_request, purpose: recording, by: ana}
                  - {at_ms: 450, consent: explicit_grant, purpose: recording}
                """);
        assertEquals(
                List.of("state.identity.explicit"),
                played.violations().stream().distinct().toList(),
                "a consent without a name is taken as ana's");
    }
}
