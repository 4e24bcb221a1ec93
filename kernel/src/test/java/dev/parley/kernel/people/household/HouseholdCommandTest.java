package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Driven;
import dev.parley.kernel.people.age.AgeTable;
import dev.parley.kernel.people.command.CommandGroup;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command machine consults authorisation, age, mode, delegation and consent (cross-machine rules, B8 to B14). */
class HouseholdCommandTest {
    private static final String ADULT = "1980-05-01";
    private static final String TEEN = "2010-06-15";

    private final Driven<Place, HouseEvent> it = Driven.of(new Household());

    private Driven<Place, HouseEvent> asks(String person, String command) {
        return it.ask(
                "user_" + person + " " + person + " command.command_detected command=" + command + " by=" + person);
    }

    private Driven<Place, HouseEvent> says(String person, String command) {
        return it.ask("user_" + person + " " + person + " command.confirmation_received command=" + command + " by="
                + person);
    }

    /** Role by role, group by group: the default catalogue. */
    @ParameterizedTest
    @CsvSource({
        "OWNER,turn_on_light,EXECUTED",
        "OWNER,close_door,PENDING_CONFIRMATION",
        "OWNER,open_garage,PENDING_CONFIRMATION",
        "OWNER,set_volume,EXECUTED",
        "OWNER,disable_alarm,PENDING_CONFIRMATION",
        "OWNER,delete_all_data,PENDING_CONFIRMATION",
        "ADMIN,turn_off_light,EXECUTED",
        "ADMIN,disable_alarm,PENDING_CONFIRMATION",
        "ADMIN,delete_all_data,DENIED",
        "OPERATOR,turn_on_light,EXECUTED",
        "OPERATOR,open_garage,PENDING_CONFIRMATION",
        "OPERATOR,pause_music,EXECUTED",
        "OPERATOR,disable_alarm,DENIED",
        "OPERATOR,delete_all_data,DENIED",
        "GUEST,pause_music,EXECUTED",
        "GUEST,turn_on_light,DENIED",
        "GUEST,disable_alarm,DENIED",
    })
    void opensGroupsByRole(String role, String command, String state) {
        it.confirmed("ana", role, ADULT);
        asks("ana", command).allowed().house("command/ana", state);
        if (state.equals("DENIED")) {
            it.concluded("people.command.role");
        }
    }

    @Test
    void keepsTheStateTheFirstLineLedTo() {
        it.confirmed("ana", "OWNER", ADULT);
        asks("ana", "turn_on_light");
        String first = it.registrar().printed(it.last()).canonical();
        String last = it.registrar().printed(it.all().getLast()).canonical();
        assertTrue(first.contains("PENDING_AUTHORIZATION"), first);
        assertTrue(last.contains("EXECUTED"), last);
    }

    @Test
    void runsNothingThatIsNotListed() {
        it.confirmed("ana", "OWNER", ADULT);
        asks("ana", "open_the_sky").concluded("people.command.unlisted").house("command/ana", "DENIED");
    }

    /** B14: an unconfirmed person's command, low risk or not. */
    @ParameterizedTest
    @ValueSource(strings = {"set_volume", "disable_alarm"})
    void runsNothingForAnUnconfirmedPerson(String command) {
        it.ask("system ana person_added role=OWNER birthdate=" + ADULT);
        asks("ana", command).concluded("people.command.unconfirmed").house("command/ana", "DENIED");
        it.ask("system ana command.done", "system ana identity.voice_signal confidence=0.99");
        asks("ana", command).concluded("people.command.unconfirmed").house("command/ana", "DENIED");
    }

    @Test
    void runsNothingForAnAmbiguousPerson() {
        it.confirmed("ana", "OWNER", ADULT).ask("system ana identity.voice_signal person=ben confidence=0.7");
        it.house("identity/ana", "AMBIGUOUS");
        asks("ana", "set_volume").concluded("people.command.unconfirmed");
    }

    @Test
    void runsNothingInSomebodyElsesName() {
        it.confirmed("ana", "OWNER", ADULT).confirmed("ben", "GUEST", ADULT);
        it.ask("user_ben ana command.command_detected command=disable_alarm").concluded("people.command.unconfirmed");
    }

    /** B8: minors and people of unknown age run no high-risk command; they run the others. */
    @ParameterizedTest
    @ValueSource(strings = {TEEN, "2018-01-01", ""})
    void runsNoHighRiskCommandForAMinor(String birthdate) {
        it.confirmed("chris", "OWNER", birthdate);
        asks("chris", "open_garage").concluded("people.command.minor").house("command/chris", "DENIED");
        it.ask("system chris command.done");
        asks("chris", "turn_on_light").house("command/chris", "EXECUTED");
    }

    @Test
    void takesACommandThatSomebodyWantsConfirmedForHighRisk() {
        it.confirmed("chris", "OPERATOR", TEEN);
        it.ask("user_chris chris command.command_detected command=turn_on_light requires_confirmation=true")
                .concluded("people.command.minor");
    }

    @Test
    void cannotBeTalkedOutOfAConfirmation() {
        it.confirmed("ana", "OWNER", ADULT);
        it.ask("user_ana ana command.command_detected command=disable_alarm requires_confirmation=false")
                .house("command/ana", "PENDING_CONFIRMATION");
    }

    @Test
    void runsNoHighRiskCommandBeforeStrangers() {
        it.confirmed("ana", "OWNER", ADULT).ask("user_ana ana mode.explicit_statement statement=someone_arrived");
        asks("ana", "disable_alarm")
                .concluded("people.command.unverified_company")
                .house("command/ana", "DENIED");
        it.ask("system ana command.done");
        asks("ana", "turn_on_light").house("command/ana", "EXECUTED");
    }

    @Test
    void asksForConfirmationInVerifiedCompany() {
        it.confirmed("ana", "OWNER", ADULT).ask("system ana mode.participant_detected person=ben known=true");
        asks("ana", "disable_alarm").house("command/ana", "PENDING_CONFIRMATION");
        says("ana", "disable_alarm").allowed().house("command/ana", "EXECUTED");
    }

    /** B9, one clause after the other. */
    @Test
    void isConfirmedByTheSameIdentityOnly() {
        it.confirmed("ana", "OWNER", ADULT).confirmed("ben", "OWNER", ADULT);
        asks("ana", "disable_alarm");
        it.ask("user_ben ana command.confirmation_received command=disable_alarm by=ben")
                .denied("people.confirmation.identity");
        it.ask("user_ben ana command.confirmation_received command=disable_alarm by=ana")
                .denied("people.confirmation.identity");
        it.ask("system ana identity.strong_conflict");
        says("ana", "disable_alarm").denied("people.confirmation.identity");
        it.ask("system ana identity.clarification_success");
        says("ana", "disable_alarm").allowed().house("command/ana", "EXECUTED");
    }

    @Test
    void isConfirmedInTheSameAgeClassOnly() {
        it.confirmed("ana", "OWNER", ADULT);
        asks("ana", "disable_alarm");
        it.ask("system ana age.confidence_drop");
        says("ana", "disable_alarm").denied("people.confirmation.age").house("command/ana", "PENDING_CONFIRMATION");
    }

    @ParameterizedTest
    @CsvSource({"true,PENDING_CONFIRMATION", "false,CANCELLED"})
    void isConfirmedInTheSameModeOnly(String known, String state) {
        it.confirmed("ana", "OWNER", ADULT);
        asks("ana", "disable_alarm");
        it.ask("system ana mode.participant_detected person=x known=" + known);
        says("ana", "disable_alarm").denied("people.confirmation.context").house("command/ana", state);
    }

    @Test
    void isNotConfirmedInAnotherConversation() {
        it.confirmed("ana", "OWNER", ADULT);
        asks("ana", "disable_alarm");
        it.ask(
                "system ana identity.end_conversation",
                "system ana identity.explicit_identity_claim",
                "system ana identity.validation_success");
        says("ana", "disable_alarm").denied("people.confirmation.context");
    }

    @Test
    void isConfirmedByItsNameAndInTime() {
        it.confirmed("ana", "OWNER", ADULT);
        asks("ana", "disable_alarm");
        says("ana", "open_garage").denied("people.confirmation.other_command");
        it.ask("system ana command.confirmation_timeout");
        says("ana", "disable_alarm").denied("people.confirmation.expired").house("command/ana", "CANCELLED");
    }

    /** What the house concludes is not brought in from outside. */
    @ParameterizedTest
    @CsvSource({
        "user_ana,command.authorization_granted",
        "agent_a,command.authorization_denied",
        "operator,command.authorization_granted",
        "system,command.authorization_granted",
        "user_ana,profile.authority_verified",
        "user_ana,profile.authority_denied",
        "user_ana,birthday_greeting",
    })
    void concludesByItself(String actor, String action) {
        it.confirmed("ana", "OWNER", ADULT);
        asks("ana", "disable_alarm");
        it.ask(actor + " ana " + action).denied("people.household.derived");
    }

    /** B15: who may approve a call that is a command. */
    @Test
    void isOpenToWhomItsGroupWasLentForAsLongAsItIs() {
        it.confirmed("ana", "OWNER", ADULT).confirmed("eve", "GUEST", ADULT);
        assertEquals(List.of(false, true, true), openToEve());
        it.ask("user_ana eve delegation.delegation_intent_detected group=home_automation by=ana to=eve");
        assertEquals(List.of(false, true, true), openToEve());
        it.ask("user_ana eve delegation.owner_confirmation by=ana").allowed();
        assertEquals(List.of(true, true, true), openToEve());
        it.ask("user_ana eve delegation.revoke_command by=ana").allowed();
        assertEquals(List.of(false, true, true), openToEve());
    }

    /** A light is in a group of its own, the volume in one that every role opens, and an order in none. */
    private List<Boolean> openToEve() {
        Person eve =
                Objects.requireNonNull(Household.house(it.registrar().view()).person("eve"));
        return Stream.of("turn_on_light", "set_volume", "order")
                .map(tool -> Catalogue.standard().isOpenTo(eve, tool))
                .toList();
    }

    /** A model may call a command by any of its intents; it is the same command, with the same rules. */
    @Test
    void knowsACommandByItsIntents() {
        CommandSpec spec =
                new CommandSpec("open_garage", CommandGroup.HOME_AUTOMATION, true, null, List.of("garage_up"));
        Catalogue catalogue = new Catalogue(List.of(spec), Catalogue.standardRoles());
        Driven<Place, HouseEvent> house = Driven.of(new Household(catalogue, AgeTable.DEFAULT));
        house.confirmed("ana", "OWNER", ADULT).confirmed("eve", "GUEST", ADULT);
        house.ask("user_ana ana command.command_detected command=garage_up")
                .house("command/ana", "PENDING_CONFIRMATION");
        house.ask("user_eve eve command.command_detected command=garage_up").concluded("people.command.role");
        assertEquals(spec, Household.opened(house(catalogue)).commands().command("garage_up"));
    }

    private static Json.Obj house(Catalogue catalogue) {
        return new Household(catalogue, AgeTable.DEFAULT).settings();
    }

    /** B13: a purpose that the catalogue names must be consented to. */
    @Test
    void needsConsentWhereTheCatalogueNamesAPurpose() {
        Catalogue catalogue = new Catalogue(
                List.of(new CommandSpec("share_photos", CommandGroup.MEDIA, false, "sharing", List.of())),
                Catalogue.standardRoles());
        Driven<Place, HouseEvent> house = Driven.of(new Household(catalogue, AgeTable.DEFAULT));
        house.confirmed("ana", "GUEST", ADULT);
        String ask = "user_ana ana command.command_detected command=share_photos";
        house.ask(ask).concluded("people.command.consent").house("command/ana", "DENIED");
        house.ask("system ana command.done", "system ana consent.consent_request purpose=recording");
        house.ask("user_ana ana consent.explicit_grant", ask).concluded("people.command.consent");
        house.ask("system ana command.done", "user_ana ana consent.revoke", "system ana consent.done");
        house.ask("system ana consent.consent_request purpose=sharing", "user_ana ana consent.explicit_grant", ask)
                .house("command/ana", "EXECUTED");
    }
}
