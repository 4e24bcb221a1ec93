package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.people.Driven;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.command.CommandGroup;
import dev.parley.kernel.people.command.CommandMachine;
import dev.parley.kernel.people.delegation.DelegationState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Who may do what, every combination: role, age, whether confirmed, company, loan, command. The oracle is written from the
 * rulings (B5, B6, B8, B9, B14, P7, P9) in plain conditions and asks none of the rules that it checks.
 */
class AuthorityTableTest {
    private static final String ADULT_BORN = "1980-05-01";

    private static String born(String age) {
        return switch (age) {
            case "ADULT" -> ADULT_BORN;
            case "TEEN" -> "2010-06-15";
            case "CHILD" -> "2018-06-21";
            default -> "";
        };
    }

    private enum Company {
        ALONE,
        KNOWN,
        STRANGER
    }

    /** What ana, the owner, has lent to the person. */
    private enum Lent {
        NOTHING,
        ASKED,
        ITS_GROUP,
        ANOTHER_GROUP,
        TAKEN_BACK
    }

    private record Case(String role, String age, boolean confirmed, Company company, Lent lent, String command) {}

    private static final Map<String, CommandGroup> COMMANDS = Map.of(
            "turn_on_light", CommandGroup.HOME_AUTOMATION,
            "open_garage", CommandGroup.HOME_AUTOMATION,
            "set_volume", CommandGroup.MEDIA,
            "disable_alarm", CommandGroup.SECURITY,
            "delete_all_data", CommandGroup.SYSTEM);
    private static final Set<String> HIGH_RISK = Set.of("open_garage", "disable_alarm", "delete_all_data");

    private static CommandGroup group(String command) {
        return Objects.requireNonNull(COMMANDS.get(command));
    }

    private static Set<CommandGroup> opened(String role) {
        return switch (role) {
            case "OWNER" -> EnumSet.allOf(CommandGroup.class);
            case "ADMIN" ->
                EnumSet.of(
                        CommandGroup.HOME_AUTOMATION,
                        CommandGroup.ROBOT_CONTROL,
                        CommandGroup.SECURITY,
                        CommandGroup.MEDIA);
            case "OPERATOR" -> EnumSet.of(CommandGroup.HOME_AUTOMATION, CommandGroup.ROBOT_CONTROL, CommandGroup.MEDIA);
            default -> EnumSet.of(CommandGroup.MEDIA);
        };
    }

    /** What becomes of the command when the person asks for it and, if asked, says yes. */
    private static List<String> expected(Case c) {
        CommandGroup group = group(c.command());
        boolean highRisk = HIGH_RISK.contains(c.command());
        boolean open = opened(c.role()).contains(group) || c.lent() == Lent.ITS_GROUP;
        if (!c.confirmed() || !open) {
            return List.of("DENIED");
        }
        if (!highRisk) {
            return List.of("EXECUTED");
        }
        if (!c.age().equals("ADULT") || c.company() == Company.STRANGER) {
            return List.of("DENIED");
        }
        return List.of("PENDING_CONFIRMATION", "EXECUTED");
    }

    private static Driven<Place, HouseEvent> house(Case c) {
        Driven<Place, HouseEvent> it = Driven.of(new Household());
        it.confirmed("ana", "OWNER", ADULT_BORN);
        add(it, "p", c.role(), c.age());
        lend(it, c);
        if (c.confirmed()) {
            it.ask("system p identity.voice_signal person=p confidence=0.9", "system p identity.validation_success")
                    .allowed();
        }
        switch (c.company()) {
            case ALONE -> {}
            case KNOWN ->
                it.ask("system p mode.participant_detected person=ana known=true")
                        .allowed();
            case STRANGER ->
                it.ask("system p mode.participant_detected person=x known=false")
                        .allowed();
        }
        return it;
    }

    private static void add(Driven<Place, HouseEvent> it, String person, String role, String age) {
        String born = born(age);
        it.ask("system " + person + " person_added role=" + role + (born.isEmpty() ? "" : " birthdate=" + born))
                .allowed();
    }

    private static void lend(Driven<Place, HouseEvent> it, Case c) {
        if (c.lent() == Lent.NOTHING) {
            return;
        }
        CommandGroup own = group(c.command());
        CommandGroup group = c.lent() == Lent.ANOTHER_GROUP
                ? (own == CommandGroup.ROBOT_CONTROL ? CommandGroup.MEDIA : CommandGroup.ROBOT_CONTROL)
                : own;
        it.ask("user_ana p delegation.delegation_intent_detected group=" + group)
                .allowed();
        if (c.lent() != Lent.ASKED) {
            it.ask("user_ana p delegation.owner_confirmation").allowed();
        }
        if (c.lent() == Lent.TAKEN_BACK) {
            it.ask("user_ana p delegation.revoke_command").allowed();
        }
    }

    private static String state(Driven<Place, HouseEvent> it, String person, String call) {
        Person found = Household.house(it.registrar().view()).person(person);
        CalledCommand called =
                found == null || call.isEmpty() ? null : found.calls().get(call);
        var state = called == null ? (found == null ? null : found.command()) : called.state();
        return state == null ? "NOBODY" : new CommandMachine().printed(state);
    }

    private static List<Case> cases() {
        List<Case> all = new ArrayList<>();
        for (Role role : Role.values()) {
            for (String age : List.of("ADULT", "TEEN", "CHILD", "UNKNOWN")) {
                for (boolean confirmed : new boolean[] {true, false}) {
                    for (Company company : Company.values()) {
                        for (Lent lent : Lent.values()) {
                            COMMANDS.keySet().stream()
                                    .sorted()
                                    .forEach(command ->
                                            all.add(new Case(role.name(), age, confirmed, company, lent, command)));
                        }
                    }
                }
            }
        }
        return all;
    }

    @Test
    void everyCombinationOfRoleAgeIdentityCompanyLoanAndCommandIsDecidedAsTheRulingsSay() {
        List<String> wrong = new ArrayList<>();
        for (Case c : cases()) {
            for (String call : List.of("", " call=c1 arguments=a question=q")) {
                Driven<Place, HouseEvent> it = house(c);
                it.ask("user_p p command.command_detected command=" + c.command() + call);
                List<String> seen = new ArrayList<>(List.of(state(it, "p", call.isEmpty() ? "" : "c1")));
                if (seen.getFirst().equals("PENDING_CONFIRMATION")) {
                    it.ask("user_p p command.confirmation_received command=" + c.command() + call);
                    seen.add(state(it, "p", call.isEmpty() ? "" : "c1"));
                }
                if (!seen.equals(expected(c))) {
                    wrong.add(c + call + ": " + seen + " instead of " + expected(c));
                }
            }
        }
        assertEquals(List.of(), wrong);
        assertEquals(4 * 4 * 2 * 3 * 5 * 5, cases().size());
    }

    /** P9: the runtime and the operator add anybody; a person adds others if confirmed, adult, OWNER or ADMIN, not above. */
    @Test
    void nobodyAddsAPersonAboveThemselves() {
        List<String> wrong = new ArrayList<>();
        for (Role host : Role.values()) {
            for (String age : List.of("ADULT", "TEEN", "CHILD", "UNKNOWN")) {
                for (boolean confirmed : new boolean[] {true, false}) {
                    for (Role guest : Role.values()) {
                        Case c = new Case(host.name(), age, confirmed, Company.ALONE, Lent.NOTHING, "set_volume");
                        Driven<Place, HouseEvent> it = house(c);
                        it.ask("user_p q person_added role=" + guest);
                        boolean looksAfterOthers = host == Role.OWNER || host == Role.ADMIN;
                        boolean isAbove = guest == Role.OWNER && host != Role.OWNER;
                        boolean may = confirmed && age.equals("ADULT") && looksAfterOthers && !isAbove;
                        if (it.last().isAllowed() != may) {
                            wrong.add(c + " adds " + guest + ": " + it.last().isAllowed());
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), wrong);
        for (String actor : List.of("system", "operator")) {
            assertTrue(Driven.of(new Household())
                    .ask(actor + " q person_added role=OWNER")
                    .last()
                    .isAllowed());
        }
    }

    /** P7, P8: OWNER and ADMIN lend what their role opens, if they are confirmed adults when they say yes. */
    @Test
    void nobodyLendsWhatIsNotTheirsToLend() {
        List<String> wrong = new ArrayList<>();
        for (Role lender : Role.values()) {
            for (String age : List.of("ADULT", "TEEN", "UNKNOWN")) {
                for (boolean confirmed : new boolean[] {true, false}) {
                    for (CommandGroup group : CommandGroup.values()) {
                        Case c = new Case(lender.name(), age, confirmed, Company.ALONE, Lent.NOTHING, "set_volume");
                        Driven<Place, HouseEvent> it = house(c);
                        add(it, "g", "GUEST", "ADULT");
                        it.ask("user_p g delegation.delegation_intent_detected group=" + group);
                        it.ask("user_p g delegation.owner_confirmation");
                        Person guest = Household.house(it.registrar().view()).person("g");
                        boolean lent = guest != null && guest.delegation() instanceof DelegationState.Active;
                        boolean looksAfterOthers = lender == Role.OWNER || lender == Role.ADMIN;
                        boolean may = confirmed
                                && age.equals("ADULT")
                                && looksAfterOthers
                                && opened(lender.name()).contains(group);
                        if (lent != may) {
                            wrong.add(c + " lends " + group + ": " + lent);
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    /** B8, B9: the yes to a profile, a loan or a consent counts in the voice of who is asked, and in no other. */
    @Test
    void noYesCountsInAnotherVoice() {
        for (String voice : List.of("user_p", "user_x", "agent_a", "plugin_x", "operator", "user", "system")) {
            Case c = new Case("OPERATOR", "ADULT", true, Company.ALONE, Lent.ASKED, "disable_alarm");
            Driven<Place, HouseEvent> it = house(c);
            it.ask(voice + " p delegation.owner_confirmation by=ana");
            assertEquals(false, it.last().isAllowed(), voice + " lends in the name of ana");
            it.ask("system ana consent.consent_request purpose=recording").allowed();
            it.ask(voice + " ana consent.explicit_grant by=ana");
            assertEquals(false, it.last().isAllowed(), voice + " consents in the name of ana");
            it.ask("user_ana ana profile.profile_update_requested field=nickname value=A confirmation_required=true")
                    .allowed();
            it.ask(voice + " ana profile.owner_confirmation_received by=ana");
            assertEquals(false, it.last().isAllowed(), voice + " confirms in the name of ana");
        }
    }
}
