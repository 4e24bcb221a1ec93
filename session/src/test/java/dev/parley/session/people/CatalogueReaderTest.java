package dev.parley.session.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.command.CommandGroup;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.pipeline.yaml.BadYaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogueReaderTest {
    private static final String ROLES =
            "roles: {OWNER: [media], ADMIN: [media], OPERATOR: [media], GUEST: []}\ncommands:\n";

    @Test
    void theFileSaysWhatTheKernelsOwnCatalogueSays() {
        Catalogue read = CatalogueReader.standard();
        Catalogue own = Catalogue.standard();
        assertEquals(own.commands(), read.commands());
        for (Role role : Role.values()) {
            for (CommandGroup group : CommandGroup.values()) {
                assertEquals(own.isOpenTo(role, group), read.isOpenTo(role, group), role + " " + group);
            }
        }
    }

    @Test
    void readsRiskConsentAndIntents() {
        Catalogue read = CatalogueReader.read(
                "c.yaml",
                ROLES + "  - {name: share, group: media, risk: high, consent_purpose: sharing, intents: [show it]}\n");
        assertTrue(read.commands().getFirst().confirmation());
        assertEquals("sharing", read.commands().getFirst().consentPurpose());
        assertEquals("show it", read.commands().getFirst().intents().getFirst());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "  - {name: a, group: kitchen} | 3 | commands[0].group",
                "  - {group: media} | 3 | commands[0]",
                "  - {name: a, group: media, colour: red} | 3 | commands[0].colour",
                "  - {name: a, group: media, risk: huge} | 3 | commands[0].risk",
                "  - {name: a, group: media, risk: high, confirmation: false} | 3 | commands[0].confirmation",
                "  - {name: a, group: media, confirmation: maybe} | 3 | commands[0].confirmation",
            })
    void namesLineAndFieldOfAMistake(String command, int line, String field) {
        BadYaml bad = assertThrows(BadYaml.class, () -> CatalogueReader.read("c.yaml", ROLES + "  " + command + "\n"));
        assertEquals(line, bad.line());
        assertEquals(field, bad.path());
    }

    @Test
    void refusesTwoCommandsWithOneName() {
        String twice = "  - {name: a, group: media}\n  - {name: b, group: media, intents: [a]}\n";
        BadYaml bad = assertThrows(BadYaml.class, () -> CatalogueReader.read("c.yaml", ROLES + twice));
        assertEquals(4, bad.line());
        assertEquals("commands[1].intents[0]", bad.path());
    }
}
