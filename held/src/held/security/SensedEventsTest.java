package held.security;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.people.Driven;
import dev.parley.kernel.people.household.HouseEvent;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Place;
import held.Commands;
import held.Given;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the house senses comes from the house, and from nobody who only says so. */
class SensedEventsTest {
    private final Driven<Place, HouseEvent> house = Driven.of(new Household());

    @BeforeEach
    void anaAndAChildAreAtHome() {
        given("system ana person_added role=OWNER birthdate=1980-05-01");
        given("system dora person_added role=GUEST birthdate=2018-06-21");
    }

    private void given(String line) {
        Given.that(house.ask(line).last().isAllowed(), line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"user_dora", "plugin_weather", "agent_a"})
    void nobodyButTheRuntimeConfirmsWhoSomebodyIs(String actor) {
        given("system ana identity.explicit_identity_claim person=ana");
        house.ask(actor + " ana identity.validation_success person=ana");
        assertEquals(false, house.last().isAllowed(), actor + " confirms that it is ana");
    }

    @ParameterizedTest
    @ValueSource(strings = {"user_dora", "plugin_weather"})
    void nobodyButTheRuntimeSeesAStrangerLeave(String actor) {
        given("system ana mode.participant_detected person=x1 known=false");
        house.ask(actor + " ana mode.participant_left person=x1");
        assertEquals(false, house.last().isAllowed(), actor + " sends the stranger away");
    }

    /** The same as it is typed. */
    @Test
    void aPluginConfirmsNobodyInADrivenHouse() {
        List<String> asked = List.of(
                ask("system", "ana", "household", "person_added", "\"role\":\"OWNER\",\"birthdate\":\"1980-05-01\""),
                ask("system", "ana", "identity", "explicit_identity_claim", "\"person\":\"ana\""),
                ask("plugin_weather", "ana", "identity", "validation_success", "\"person\":\"ana\""));
        Commands.Ran ran = Commands.run(String.join("", asked), "drive", "household");
        String third = ran.lines().stream()
                .filter(line -> line.startsWith("{\"n\":3,"))
                .findFirst()
                .orElseThrow();
        assertEquals("denied", third.split("\"")[5], "a plugin confirmed ana: " + third);
    }

    private static String ask(String actor, String target, String machine, String action, String parameters) {
        String named = machine.equals("household") ? "" : "\"machine\":\"" + machine + "\",";
        return "{\"at\":\"2026-03-01T10:00:00Z\",\"actor\":\"" + actor + "\",\"target\":\"" + target + "\"," + named
                + "\"action\":\"" + action + "\",\"parameters\":{" + parameters + "}}\n";
    }
}
