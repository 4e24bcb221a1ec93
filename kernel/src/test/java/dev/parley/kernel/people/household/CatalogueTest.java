package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.age.AgeTable;
import dev.parley.kernel.people.command.CommandGroup;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The house knows its commands by whatever name a tool carries (ruling B18). */
class CatalogueTest {
    private final Catalogue catalogue = Catalogue.standard();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "open_garage",
                "Open_Garage",
                "OPEN-GARAGE",
                "openGarage",
                "open garage",
                "open.garage",
                "home__open_garage",
                "home__Open_Garage",
                "mcp__home__open_garage",
                "home.open_garage",
                "home/open_garage",
                "home:openGarage",
                "home-open-garage",
                "__open_garage",
                "ｏｐｅｎ_garage",
                "open\u200b_garage"
            })
    void aToolIsTheCommandWhoseNameItCarriesInAnySpelling(String tool) {
        CommandSpec command = catalogue.commandOf(tool);
        assertNotNull(command, tool);
        assertEquals("open_garage", command.name());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "is_open_garage_safe",
                "do_open_garage",
                "do_xopen_garage",
                "open_garage_door",
                "garage",
                "open",
                "",
                "__",
                "home__"
            })
    void aToolWithAnotherNameIsNoCommand(String tool) {
        assertNull(catalogue.commandOf(tool));
    }

    @Test
    void twoCommandsNeverShareANameThatIsOnlySpelledDifferently() {
        List<CommandSpec> twice = List.of(named("open_garage"), named("Open-Garage"));
        assertThrows(IllegalArgumentException.class, () -> new Catalogue(twice, Map.of()));
        List<CommandSpec> nameless = List.of(named("__"));
        assertThrows(IllegalArgumentException.class, () -> new Catalogue(nameless, Map.of()));
    }

    private static CommandSpec named(String name) {
        return new CommandSpec(name, CommandGroup.MEDIA, false, null, List.of());
    }

    /** What a conversation recorded of its catalogue judges as the catalogue did: every role, every group, every command. */
    @Test
    void aRecordedCatalogueOpensTheSameGroupsToTheSameRoles() {
        Map<Role, Set<CommandGroup>> roles = Map.of(
                Role.OWNER, EnumSet.of(CommandGroup.SYSTEM),
                Role.ADMIN, EnumSet.of(CommandGroup.SECURITY, CommandGroup.MEDIA),
                Role.GUEST, EnumSet.of(CommandGroup.ROBOT_CONTROL));
        CommandSpec share = new CommandSpec("share", CommandGroup.MEDIA, true, "sharing", List.of("show it"));
        Catalogue own = new Catalogue(List.of(share), roles);

        Catalogue read = Household.opened(new Household(own, AgeTable.DEFAULT).settings())
                .commands();

        assertEquals(List.of(share), read.commands());
        for (Role role : Role.values()) {
            for (CommandGroup group : CommandGroup.values()) {
                assertEquals(roles.getOrDefault(role, Set.of()).contains(group), read.isOpenTo(role, group));
            }
        }
    }
}
