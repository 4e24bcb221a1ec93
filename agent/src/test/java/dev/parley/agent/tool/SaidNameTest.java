package dev.parley.agent.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two tools of one agent are never asked about in the same words. */
class SaidNameTest {
    record Path(String path) {}

    private static Tool tool(String name) {
        return TypedTool.writes(name, "Does it.", Path.class, (_, _) -> Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        "delete_file, deleteFile",
        "delete_file, delete-file",
        "deleteFile, delete_File",
        "home__open_door, home__openDoor"
    })
    void refusesASecondToolThatIsSaidLikeAnEarlierOne(String first, String second) {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> ToolCatalogue.of(tool(first), tool(second)));
        assertEquals(
                "the tools " + first + " and " + second + " are both asked about as \"" + SaidName.of(first)
                        + "\"; please rename one",
                refused.getMessage());
    }

    @Test
    void takesToolsWhoseNamesAreSaidDifferently() {
        assertEquals(
                3,
                ToolCatalogue.of(tool("delete_file"), tool("delete_files"), tool("home__delete_file"))
                        .specs()
                        .size());
    }
}
