package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Invariant;
import dev.parley.kernel.people.Driven;
import dev.parley.kernel.people.age.AgeTable;
import dev.parley.kernel.people.command.CommandGroup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule of the house is missed when it is left out: the request that it refused is no longer refused by it. */
class RuleSwitchedOffTest {
    private static final String ALARM = "user_ana ana command.command_detected command=disable_alarm";
    private static final String YES = "user_ana ana command.confirmation_received command=disable_alarm";
    private static final String TICK = "system ana age.date_tick";

    private static Map<String, List<String>> witnesses() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        all.put("people.household.derived", List.of("user_ana ana command.authorization_granted"));
        all.put("people.identity.provenance", List.of("user_chris eve identity.validation_success"));
        all.put("people.addressing.provenance", List.of("plugin_x ana addressing.inferred_signal confidence=0.9"));
        all.put("people.age.provenance", List.of("user_ana ana age.date_tick"));
        all.put("people.mode.provenance", List.of("plugin_x ana mode.participant_left"));
        all.put("people.command.provenance", List.of("user ana command.command_detected command=share by=ana"));
        all.put("people.profile.provenance", List.of("user_ana ana profile.timeout"));
        all.put("people.delegation.provenance", List.of("user_ana ana delegation.timeout"));
        all.put("people.consent.provenance", List.of("system ana consent.explicit_grant by=ana"));
        all.put("people.household.provisioned", List.of("agent_a cem person_added role=OWNER"));
        all.put("people.addressing.own", List.of("user_eve ana addressing.explicit_preference name=X"));
        all.put("people.addressing.asked", List.of("system ana addressing.ask", "system ana addressing.ask"));
        all.put("people.identity.no_silent_downgrade", List.of("system ana identity.timeout"));
        all.put(
                "people.mode.alone_by_confirmed_adult",
                List.of("user_chris chris mode.explicit_statement statement=we_are_alone"));
        all.put(
                "people.mode.alone_with_company",
                List.of(
                        "system ana mode.participant_detected person=x known=false",
                        "user_ana ana mode.explicit_statement statement=we_are_alone"));
        all.put("people.profile.authority", List.of("user_eve ana profile.profile_update_requested field=a value=b"));
        all.put(
                "people.profile.self_age",
                List.of("user_chris chris profile.profile_update_requested field=birthdate value=1990-01-01"));
        all.put(
                "people.profile.one_pending",
                List.of(
                        "user_ana ana profile.profile_update_requested field=a value=b",
                        "user_ana ana profile.profile_update_requested field=a value=c"));
        all.put("people.profile.outside_approved", List.of("system ana profile.applied"));
        all.put("people.command.unlisted", List.of("user_ana ana command.command_detected command=fly"));
        all.put("people.command.unconfirmed", List.of("user_eve eve command.command_detected command=share"));
        all.put(
                "people.command.minor",
                List.of("user_chris chris command.command_detected command=share requires_confirmation=true"));
        all.put(
                "people.command.unverified_company",
                List.of("system ana mode.participant_detected person=x known=false", ALARM));
        all.put("people.command.role", List.of("user_chris chris command.command_detected command=disable_alarm"));
        all.put(
                "people.command.delegation",
                List.of(
                        "user_ana chris delegation.delegation_intent_detected group=security",
                        "user_chris chris command.command_detected command=disable_alarm"));
        all.put("people.command.consent", List.of("user_ana ana command.command_detected command=share"));
        all.put(
                "people.confirmation.identity",
                List.of(ALARM, "user_eve ana command.confirmation_received command=disable_alarm"));
        all.put("people.confirmation.age", List.of(ALARM, "system ana age.confidence_drop", YES));
        all.put(
                "people.confirmation.context",
                List.of(ALARM, "system ana mode.participant_detected person=ben known=true", YES));
        all.put("people.confirmation.expired", List.of(ALARM, "system ana command.confirmation_timeout", YES));
        all.put(
                "people.confirmation.other_command",
                List.of(ALARM, "user_ana ana command.confirmation_received command=share"));
        all.put(
                "people.confirmation.other_call",
                List.of(ALARM + " call=c1 arguments=a", YES + " call=c1 arguments=b"));
        all.put("people.birthday.ambiguous", List.of("system ana identity.strong_conflict", TICK));
        all.put(
                "people.birthday.minor_in_company",
                List.of("system chris mode.participant_detected person=ben known=true", "system chris age.date_tick"));
        all.put("people.birthday.repeated", List.of(TICK, TICK));
        all.put("people.birthday.due", List.of("system eve birthday_greeting"));
        return all;
    }

    private static Household household() {
        Catalogue catalogue = new Catalogue(
                List.of(
                        new CommandSpec("disable_alarm", CommandGroup.SECURITY, true, null, List.of()),
                        new CommandSpec("share", CommandGroup.MEDIA, false, "sharing", List.of())),
                Catalogue.standardRoles());
        return new Household(catalogue, AgeTable.DEFAULT);
    }

    private static Driven<Place, HouseEvent> settled(Driven<Place, HouseEvent> house) {
        return house.at("2026-05-01T10:00:00Z")
                .confirmed("ana", "OWNER", "1980-05-01")
                .confirmed("chris", "GUEST", "2012-05-01")
                .ask("system eve person_added role=GUEST birthdate=1990-01-01");
    }

    private static boolean isRefusedBy(String id, Driven<Place, HouseEvent> house, List<String> witness) {
        witness.forEach(house::ask);
        return house.all().stream().anyMatch(verdict -> verdict.violates(id));
    }

    static Stream<String> ids() {
        return witnesses().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("ids")
    void isMissedWhenItIsLeftOut(String id) {
        List<String> witness = witnesses().getOrDefault(id, List.of());
        assertTrue(isRefusedBy(id, settled(Driven.of(household())), witness), id + " refuses its witness");
        assertFalse(isRefusedBy(id, settled(Driven.without(id, household())), witness), id + " is out of force");
    }

    @Test
    void knowsAWitnessForEveryRule() {
        List<String> rules = new ArrayList<>();
        household().catalogue().stream().map(Invariant::id).forEach(rules::add);
        assertEquals(new TreeSet<>(rules), new TreeSet<>(witnesses().keySet()));
        assertEquals(rules.size(), new TreeSet<>(rules).size(), "every id stands once");
    }
}
