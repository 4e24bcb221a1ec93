package held.security;

import static org.junit.jupiter.api.Assertions.assertEquals;

import held.Played;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a child may not have done, it may not have done under another spelling either. */
class CommandNamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"home__open_garage", "Open_Garage"})
    void aCommandIsACommandHoweverItsNameIsWritten(String tool) {
        assertEquals(0, opened(tool).runs("c1"), "an unconfirmed child before a stranger runs " + tool);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u043epen_gar\u0430ge", "op\u00e9n_garage", "open_\u200bgarage", "0pen_garage", "home.open_garage2"})
    void aNameThatLooksLikeACommandIsThatCommand(String tool) {
        assertEquals(0, opened(tool).runs("c1"), "an unconfirmed child before a stranger runs " + tool);
    }

    private static Played opened(String tool) {
        return Played.of("""
                name: a child asks for the garage
                seed: 1801
                people:
                  - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
                  - {id: dora, role: GUEST, birthdate: 2018-06-21, confirmed: false}
                user:
                  - {at_ms: 100, arrives: unknown}
                  - {at_ms: 500, types: "open the garage", by: dora}
                agent:
                  - {when: "garage", calls: [{id: c1, tool: "%s"}]}
                tools:
                  "%s": {takes_ms: 400, returns: {open: true}, safety: WRITE}
                """.formatted(tool, tool));
    }

    @Test
    void aCommandNeedsAPersonInAConversationWithoutPeopleToo() {
        Played played = Played.of("""
                name: nobody deletes everything
                seed: 1802
                user:
                  - {at_ms: 500, types: "delete everything"}
                agent:
                  - {when: "delete", calls: [{id: c1, tool: delete_all_data}]}
                tools:
                  delete_all_data: {takes_ms: 400, returns: {gone: true}, safety: WRITE}
                """);
        assertEquals(0, played.runs("c1"), "everything is deleted for nobody");
    }

    @Test
    void whatChangesTheWorldAndHasNoTermsIsNotRunForAChild() {
        Played played = Played.of("""
                name: a child opens the safe
                seed: 1803
                people:
                  - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
                  - {id: dora, role: GUEST, birthdate: 2018-06-21, confirmed: false}
                user:
                  - {at_ms: 500, types: "open the safe", by: dora}
                agent:
                  - {when: "safe", calls: [{id: c1, tool: open_safe}]}
                tools:
                  open_safe: {takes_ms: 400, safety: WRITE}
                """);
        assertEquals(0, played.runs("c1"), "a tool that changes the world and that nobody listed runs for a child");
    }
}
