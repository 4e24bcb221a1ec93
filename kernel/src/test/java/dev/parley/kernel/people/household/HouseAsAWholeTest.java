package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Alongside;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.people.Driven;
import dev.parley.kernel.people.command.CommandGroup;
import dev.parley.kernel.people.consent.ConsentState;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.delegation.Loan;
import dev.parley.kernel.people.identity.IdentityState;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds of everyone in the house at once, and the house as a plain function beside the registrar's. */
class HouseAsAWholeTest {
    private static final String ADULT = "1980-05-01";
    private static final OffsetDateTime AT = OffsetDateTime.parse("2026-03-10T10:00:00Z");

    private static House house(String... lines) {
        Driven<Place, HouseEvent> it =
                Driven.of(new Household()).confirmed("ana", "OWNER", ADULT).confirmed("ben", "OPERATOR", ADULT);
        it.ask(lines);
        return Household.house(it.registrar().view());
    }

    private static Person person(House house, String id) {
        Person person = house.person(id);
        assertNotNull(person);
        return person;
    }

    private static final Map<String, ConsentState> CONSENTS = Map.of(
            "none", new ConsentState.None(null),
            "asked", new ConsentState.Pending("recording"),
            "recording", new ConsentState.Granted("recording", "x"),
            "sharing", new ConsentState.Granted("sharing", "x"));

    /** Company, who is confirmed and who consented to what, in every combination: 192 houses. */
    @Test
    void everyoneWhoIsThereMustHaveConsentedAndNobodyMayBeUnknown() {
        Map<String, House> companies = Map.of(
                "alone", house("system ana mode.participant_left person=x"),
                "with ben", house("system ana mode.participant_detected person=ben known=true"),
                "with a stranger", house("system ana mode.participant_detected person=x known=false"));
        companies.forEach((company, house) -> {
            for (int confirmed = 0; confirmed < 4; confirmed++) {
                boolean ana = (confirmed & 1) != 0;
                boolean ben = (confirmed & 2) != 0;
                for (String hers : CONSENTS.keySet()) {
                    for (String his : CONSENTS.keySet()) {
                        House now = house.with(who(house, "ana", ana, hers)).with(who(house, "ben", ben, his));
                        boolean isBenThere = ben || company.equals("with ben");
                        boolean expected = !company.equals("with a stranger")
                                && (ana || isBenThere)
                                && (!ana || hers.equals("recording"))
                                && (!isBenThere || his.equals("recording"));
                        assertEquals(
                                expected,
                                now.haveAllConsentedTo("recording"),
                                company + " " + ana + " " + hers + " " + ben + " " + his);
                    }
                }
            }
        });
        assertFalse(House.EMPTY.haveAllConsentedTo("recording"), "nobody is there to consent");
    }

    private static Person who(House house, String id, boolean confirmed, String consent) {
        return person(house, id)
                .identity(confirmed ? new IdentityState.Confirmed(id) : new IdentityState.Unknown())
                .consent(CONSENTS.getOrDefault(consent, new ConsentState.None(null)));
    }

    private static final List<String> A_DAY = List.of(
            "system ana person_added role=OWNER birthdate=1980-03-10",
            "user_ana ana command.command_detected command=set_volume",
            "system ana identity.voice_signal person=ana confidence=0.9",
            "system ana identity.validation_success",
            "system ana age.date_tick",
            "system ben person_added role=GUEST",
            "user_ana ana command.command_detected command=open_garage",
            "system ana mode.participant_detected person=x known=false",
            "user_ana ana command.confirmation_received command=open_garage",
            "user_ben ana profile.profile_update_requested field=nickname value=B",
            "user_ana ana profile.profile_update_requested field=birthdate value=1979-05-01",
            "system ana profile.applied",
            "system zoe identity.timeout",
            "system ana identity.end_conversation");

    /** Every line of a day, once through the registrar and twice through the fold: the same moves to the same houses. */
    @Test
    void theFoldMovesAsTheRegistrarDoes() {
        Driven<Place, HouseEvent> it = Driven.of(new Household());
        HouseFold fold = new HouseFold(new Household());
        House house = House.EMPTY;
        for (String line : A_DAY) {
            Request request = Driven.request(AT, line);
            it.at(AT.toString()).ask(line);
            List<HouseFold.Move> moves = fold.moves(house, request);
            fold.prepare(request);
            assertEquals(moves, fold.moves(house, request), "prepared");
            List<Verdict<Place>> allowed =
                    it.all().stream().filter(Verdict::isAllowed).toList();
            assertEquals(
                    allowed.stream().map(each -> each.attestation().request()).toList(),
                    moves.stream().map(HouseFold.Move::request).toList(),
                    line);
            for (int i = 0; i < moves.size(); i++) {
                HouseFold.Move move = moves.get(i);
                assertEquals(house, move.before());
                assertEquals(
                        allowed.get(i).effects().stream()
                                .filter(effect -> !(effect instanceof Alongside<?>))
                                .toList(),
                        move.effects());
                house = move.after();
            }
            assertEquals(Household.house(it.registrar().view()), house, line);
        }
        assertEquals(house, new HouseFold(new Household()).after(House.EMPTY, requests()));
    }

    private static List<Request> requests() {
        return A_DAY.stream().map(each -> Driven.request(AT, each)).toList();
    }

    /** With a rule switched off more happens, and what it prevented is seen. */
    @Test
    void aRuleThatIsSwitchedOffPreventsNothing() {
        Request detected = Driven.request(AT, "user_ana ana command.command_detected command=set_volume");
        House unconfirmed =
                new HouseFold(new Household()).after(House.EMPTY, requests().subList(0, 1));
        HouseFold off = new HouseFold(new Household(), Set.of(CommandRules.UNCONFIRMED));
        assertEquals(
                List.of("command_detected", "authorization_denied"),
                new HouseFold(new Household())
                        .moves(unconfirmed, detected).stream()
                                .map(move -> move.request().action())
                                .toList());
        assertEquals(
                List.of("command_detected", "authorization_granted"),
                off.moves(unconfirmed, detected).stream()
                        .map(move -> move.request().action())
                        .toList());
    }

    /** Role, loan and tool: open by role, open by a loan of its group, and open where it is no command of the house. */
    @Test
    void aToolIsOpenByRoleOrByALoanOfItsGroup() {
        House house = house("system ana mode.participant_left person=x");
        Loan loan = new Loan(CommandGroup.SECURITY, "ben", "ana");
        Map<DelegationState, Boolean> loans = new LinkedHashMap<>();
        loans.put(new DelegationState.None(), false);
        loans.put(new DelegationState.PendingConfirmation(loan), false);
        loans.put(new DelegationState.Active(loan), true);
        loans.put(new DelegationState.Active(new Loan(CommandGroup.MEDIA, "ben", "ana")), false);
        loans.put(new DelegationState.Revoked(loan), false);
        loans.put(new DelegationState.Expired(loan), false);
        Catalogue catalogue = Catalogue.standard();
        loans.forEach((state, lent) -> {
            Person ben = person(house, "ben").delegation(state);
            assertEquals(lent, catalogue.isOpenTo(ben, "home__disable_alarm"), state.toString());
            assertTrue(catalogue.isOpenTo(ben, "open_garage"));
            assertTrue(catalogue.isOpenTo(ben, "weather"), "it is no command");
            assertTrue(catalogue.isOpenTo(person(house, "ana").delegation(state), "disable_alarm"));
        });
    }

    /** A command is found by its intents as well; one word never leads to two. */
    @Test
    void aWordLeadsToOneCommand() {
        CommandSpec share = new CommandSpec("share", CommandGroup.MEDIA, false, null, List.of("Show it", "share"));
        CommandSpec stop = new CommandSpec("stop", CommandGroup.MEDIA, false, null, List.of("halt"));
        Catalogue own = new Catalogue(List.of(share, stop), Map.of());
        for (String word : List.of("share", "SHARE", "show-it", "showit", "Show it")) {
            assertEquals(share, own.command(word), word);
        }
        assertEquals(stop, own.command("halt"));
        assertNull(own.command("home.halt"), "a word is no tool");
        assertEquals(stop, own.commandOf("home.halt"));
        assertEquals(stop, own.commandOf("home.st0p2"));
        assertNull(own.command("fly"));
        List<CommandSpec> clash =
                List.of(share, new CommandSpec("x", CommandGroup.MEDIA, false, null, List.of("show_it")));
        assertThrows(IllegalArgumentException.class, () -> new Catalogue(clash, Map.of()));
    }

    /** In a house everybody's identity is their own: it is cleared up to themself, whoever was heard meanwhile. */
    @Test
    void whoIsClearedUpIsThemself() {
        House before = house("system ana identity.speaking_turn", "system ana identity.end_conversation");
        assertEquals(new IdentityState.Unknown(), person(before, "ana").identity());
        House cleared = house(
                "system ana identity.strong_conflict",
                "system ana identity.voice_signal person=ben confidence=0.9",
                "system ana identity.clarification_success");
        assertEquals(new IdentityState.Confirmed("ana"), person(cleared, "ana").identity());
    }

    /** The people of a house are a map in the order of their arrival. */
    @Test
    void peopleStandInTheOrderInWhichTheyCame() {
        House house = house("system eva person_added role=GUEST");
        Map<String, Person> people = house.people();
        assertEquals(List.of("ana", "ben", "eva"), List.copyOf(people.keySet()));
        assertEquals(3, people.size());
        Map<String, Person> plain = new LinkedHashMap<>();
        Stream.of("ana", "ben", "eva").forEach(id -> plain.put(id, person(house, id)));
        assertEquals(plain, people);
        assertEquals(house, new House(house.modeState(), plain, house.trustedDate()));
        assertNull(house.person("zoe"));
        assertNull(house.person(null));
        assertFalse(new Place("ana", house).isWhole());
        assertTrue(new Place(Place.WHOLE, house).isWhole());
        Person other = person(house, "ben").facts(Facts.NONE);
        House changed = house.with(other);
        assertEquals(List.of("ana", "ben", "eva"), List.copyOf(changed.people().keySet()));
        assertEquals(other, changed.person("ben"));
        assertEquals(person(house, "eva"), changed.person("eva"));
        assertEquals("ben", other.toString(), "who it is and nothing they told");
    }
}
