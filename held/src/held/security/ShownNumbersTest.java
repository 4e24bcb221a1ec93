package held.security;

import static org.junit.jupiter.api.Assertions.assertEquals;

import held.Played;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is shown to a person is what runs. */
class ShownNumbersTest {
    @Test
    void aNumberThatCannotBeShownDoesNotRun() {
        assertEquals(0, paid("{amount: 1e400}").runs("c1"), "1e400 is paid");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{amount: 123456789012345678901}",
                "{to: {accounts: [{limit: 9007199254740993}]}}",
                "{amount: 1e-400}"
            })
    void nobodyIsAskedAboutANumberThatIsShownOtherwise(String arguments) {
        assertEquals(
                "never asked", paid(arguments).approval("c1"), "ana is asked about another number than " + arguments);
    }

    private static Played paid(String arguments) {
        return Played.of("""
                name: a number that is shown otherwise
                seed: 1815
                people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
                user:
                  - {at_ms: 500, types: "pay", by: ana}
                  - {at_ms: 1500, approves: c1, by: ana}
                agent:
                  - {when: "pay", calls: [{id: c1, tool: pay, args: %s}]}
                tools:
                  pay: {takes_ms: 400, safety: WRITE, approval: required}
                """.formatted(arguments));
    }
}
