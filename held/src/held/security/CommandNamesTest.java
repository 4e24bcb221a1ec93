package held.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import held.Commands;
import held.Played;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a child may not have done, it may not have done under another spelling either. */
class CommandNamesTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"home__open_garage", "Open_Garage"})
    void aCommandIsACommandHoweverItsNameIsWritten(String tool) {
        assertEquals(0, opened(tool).runs("c1"), "an unconfirmed child before a stranger runs " + tool);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u043epen_gar\u0430ge",
                "op\u00e9n_garage",
                "open_\u200bgarage",
                "0pen_garage",
                "home.open_garage2"
            })
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

    /** The house lists one command, and a voice that nobody knows asks for another. */
    @Test
    void whatChangesTheWorldAndIsNotListedDoesNotRun() throws IOException {
        Path catalogue = Files.writeString(folder.resolve("catalogue.yaml"), """
                roles: {OWNER: [home_automation], ADMIN: [], OPERATOR: [], GUEST: []}
                commands:
                  - {name: turn_on_light, group: home_automation}
                """);
        Commands.Ran ran = Commands.run(
                "open the garage\n",
                "talk",
                "--catalogue",
                catalogue.toString(),
                "--data",
                folder.resolve("data").toString());
        assertFalse(
                ran.out().contains("the garage is open"),
                "a stranger asks for what is not listed: " + ran.out().strip());
    }
}
