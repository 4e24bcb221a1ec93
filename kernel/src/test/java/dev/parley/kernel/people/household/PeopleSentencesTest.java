package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Machine;
import dev.parley.kernel.MachineWalk;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.people.Driven;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.addressing.AddressingMachine;
import dev.parley.kernel.people.addressing.Form;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.identity.IdentityMachine;
import dev.parley.kernel.people.privacy.TonePolicy;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Notes and guards of the assistant's machines that are no row of a table, each with its section. */
class PeopleSentencesTest {
    private static final String ADULT = "1980-05-01";
    private static final String TEEN = "2010-06-15";
    private static final String BIRTHDAY = "2026-05-01T09:00:00Z";

    private final Driven<Place, HouseEvent> it = Driven.of(new Household());

    private Person person(String id) {
        Person found = Household.house(it.registrar().view()).person(id);
        assertNotNull(found);
        return found;
    }

    private static Set<String> waysOut(Machine<?, ?> machine, String state, Predicate<String> elsewhere) {
        Set<String> events = new TreeSet<>();
        MachineWalk.of(machine).edges().stream()
                .filter(edge -> edge.from().equals(state) && elsewhere.test(edge.to()))
                .forEach(edge -> events.add(edge.event()));
        return events;
    }

    /** Section 1, guards: of all events only a strong conflict, and the end of the conversation (B1), take it away. */
    @ParameterizedTest
    @ValueSource(strings = {"CONFIRMED", "CONFIRMED_ACTIVE"})
    void aConfirmedIdentityIsLostToAStrongConflictOnly(String state) {
        assertEquals(
                Set.of("end_conversation", "signal of another person, medium", "strong_conflict"),
                waysOut(new IdentityMachine(), state, to -> !to.startsWith("CONFIRMED")));
    }

    /** Section 1.1: what a person stated stays stated, whatever comes. */
    @Test
    void aStatedAddressIsLeftByNothing() {
        assertEquals(Set.of(), waysOut(new AddressingMachine(), "CONFIRMED", to -> !to.equals("CONFIRMED")));
    }

    /** Section 1.1: the answer to the one question is kept, beyond the conversation. */
    @Test
    void theAnswerToTheQuestionIsKept() {
        it.confirmed("ana", "OWNER", ADULT);
        it.ask("system ana addressing.ask", "user_ana ana addressing.explicit_preference name=Annie")
                .allowed();
        Profile kept = Profile.read(Profile.of(person("ana")).toJson());
        assertNotNull(kept);
        assertEquals(new Form("Annie", null), kept.addressing().form());
        assertTrue(kept.addressing().asked());
    }

    /** Section 1.1: an address that nobody knows stands in the way of nothing, and is neutral. */
    @Test
    void anUnresolvedAddressBlocksNothing() {
        it.confirmed("ana", "OWNER", ADULT).ask("system ana addressing.ask");
        it.ask("user_ana ana command.command_detected command=open_garage").house("addressing/ana", "UNKNOWN");
        it.ask("user_ana ana command.confirmation_received command=open_garage")
                .allowed()
                .house("command/ana", "EXECUTED");
        assertEquals(Form.NEUTRAL, person("ana").addressing().form());
    }

    /** Section 1.2: no attempt to edit moves the class, at no step before the update is applied. */
    @Test
    void noStepOfAnEditMovesTheAgeBeforeItIsApplied() {
        it.confirmed("ana", "OWNER", ADULT).confirmed("chris", "GUEST", TEEN);
        for (String line : List.of(
                "user_ana chris profile.profile_update_requested field=birthdate value=2000-01-01 confirmation_required=true",
                "user_ana chris profile.owner_confirmation_received")) {
            it.ask(line).allowed().house("age/chris", "TEEN");
        }
        it.house("profile/chris", "APPROVED");
        it.ask("system chris profile.applied").allowed().house("age/chris", "ADULT");
    }

    /** Section 1.2: who is of unknown age is spoken to, and restricted, as a child is. */
    @Test
    void anUnknownAgeIsTreatedAsAChilds() {
        TonePolicy tone = TonePolicy.standard();
        assertEquals(tone.toneFor(AgeClass.CHILD), tone.toneFor(AgeClass.UNKNOWN));
        it.confirmed("eve", "OWNER", "");
        it.ask("user_eve eve command.command_detected command=open_garage").concluded("people.command.minor");
        it.ask("system eve command.done", "user_eve eve command.command_detected command=turn_on_light")
                .house("command/eve", "EXECUTED");
    }

    /** Section 4: a loan leaves the role as it is, while it is active and when it is over. */
    @Test
    void aLoanChangesNoRole() {
        it.confirmed("ana", "OWNER", ADULT).confirmed("ben", "GUEST", ADULT);
        it.ask("user_ana ben delegation.delegation_intent_detected group=security");
        it.ask("user_ana ben delegation.owner_confirmation").house("delegation/ben", "ACTIVE");
        assertEquals(Role.GUEST, person("ben").role());
        it.ask("user_ben ben command.command_detected command=turn_on_light").concluded("people.command.role");
        it.ask("user_ana ben delegation.revoke_command").house("delegation/ben", "REVOKED");
        assertEquals(Role.GUEST, person("ben").role());
    }

    /** Section 6: identity and mode count as they are at the moment of speaking, not at the tick. */
    @ParameterizedTest
    @CsvSource({
        "chris,system chris mode.participant_detected person=x1 known=false,system chris mode.participant_left person=x1",
        "chris,user_chris chris mode.explicit_statement statement=someone_arrived,system chris mode.participant_left",
        "ana,system ana identity.strong_conflict,system ana identity.clarification_success person=ana",
        "ana,system ana identity.end_conversation,",
    })
    void whatChangedBeforeTheGreetingCounts(String who, String hindrance, @Nullable String relief) {
        String born = who.equals("ana") ? ADULT : "2010-05-01";
        it.at("2026-04-30T20:00:00Z").confirmed(who, "GUEST", born);
        it.ask("system " + who + " age.date_tick", hindrance);
        it.at(BIRTHDAY).ask("system " + who + " age.date_tick");
        assertEquals(List.of(), it.greeted());
        if (relief != null) {
            assertEquals(List.of(who), it.ask(relief).greeted());
        }
    }

    /** Section 6: the event is emitted by the house alone; nobody brings it about past the rules. */
    @ParameterizedTest
    @ValueSource(strings = {"system", "user_ana", "operator", "agent_x"})
    void nobodyEmitsAGreetingFromOutside(String actor) {
        it.at(BIRTHDAY).confirmed("ana", "OWNER", ADULT);
        it.at(BIRTHDAY).ask(actor + " ana birthday_greeting");
        assertTrue(!it.last().isAllowed());
        assertEquals(List.of(), it.greeted());
    }

    /** Summary: no transition is implicit, so what is refused and concludes nothing leaves the house as it was. */
    @Test
    void aRefusalLeavesTheHouseAsItWas() {
        it.confirmed("ana", "OWNER", ADULT).confirmed("chris", "GUEST", TEEN);
        it.ask("user_ana ana command.command_detected command=open_garage");
        it.ask("user_ana chris delegation.delegation_intent_detected group=media");
        List<String> refused = new ArrayList<>();
        for (String actor : List.of("system", "user_ana", "user_chris", "agent_x")) {
            for (String target : List.of("ana", "chris")) {
                for (String event : EVENTS) {
                    tryOut(actor + " " + target + " " + event, refused);
                }
            }
        }
        assertTrue(refused.size() > 100, refused.size() + " were refused");
    }

    private static final List<String> EVENTS = List.of(
            "identity.timeout",
            "identity.validation_success",
            "identity.clarification_success",
            "identity.silence_timeout",
            "addressing.conflicting_signal",
            "age.birthdate_updated birthdate=1970-01-01 approved=true",
            "mode.participant_left",
            "mode.identity_unknown",
            "command.authorization_granted",
            "command.confirmation_received command=turn_on_light",
            "command.execution_success",
            "command.done",
            "profile.authority_verified",
            "profile.owner_confirmation_received",
            "profile.applied",
            "profile.done",
            "delegation.revoke_command",
            "delegation.done",
            "consent.explicit_grant",
            "consent.revoke",
            "consent.done");

    private void tryOut(String line, List<String> refused) {
        House before = Household.house(it.registrar().view());
        Request request = Driven.request(OffsetDateTime.parse("2026-03-10T11:00:00Z"), line);
        var fork = it.registrar().fork();
        Verdict<Place> verdict = fork.request(request);
        if (!verdict.isAllowed()) {
            refused.add(line);
            assertEquals(before, Household.house(fork.view()), line);
            assertEquals(List.of(), verdict.effects(), line);
            assertEquals(List.of(), verdict.followed(), line);
        }
    }
}
