package dev.parley.session.people;

import dev.parley.kernel.event.AgentEvents.HouseholdQuestion;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.consent.ConsentState;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.delegation.Loan;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Wait;
import dev.parley.kernel.people.profile.ProfileState;
import dev.parley.kernel.people.profile.Update;
import dev.parley.session.tool.Wording;
import java.util.List;

/**
 * What the house waits to hear from somebody.
 *
 * @param target whom it is about
 * @param of who answers it
 */
record HouseQuestion(String machine, String target, String of, String yes, String no) {
    static HouseQuestion consent(String person) {
        return new HouseQuestion("consent", person, person, "explicit_grant", "explicit_denial");
    }

    static HouseQuestion loan(String to, String by) {
        return new HouseQuestion("delegation", to, by, "owner_confirmation", "owner_denial");
    }

    static HouseQuestion update(String person) {
        return new HouseQuestion("profile", person, person, "owner_confirmation_received", "owner_confirmation_denied");
    }

    /** Everything that the house may wait for about this person. */
    static List<HouseQuestion> about(Person person) {
        Loan loan = person.delegation().loan();
        List<HouseQuestion> own = List.of(consent(person.id()), update(person.id()));
        String lender = loan == null ? null : loan.by();
        return lender == null ? own : List.of(own.getFirst(), loan(person.id(), lender), own.getLast());
    }

    /** The question as its reply records it. Replay learns from this whose answer it waits for. */
    HouseholdQuestion recorded() {
        return new HouseholdQuestion(machine, target, of);
    }

    /** What runs until it is answered. */
    Wait waits() {
        return switch (machine) {
            case "consent" -> Wait.CONSENT;
            case "delegation" -> Wait.DELEGATION_CONFIRMATION;
            default -> Wait.PROFILE;
        };
    }

    /** What a yes is a yes to. */
    Json.Obj named(House house) {
        Person person = house.person(target);
        if (person != null && person.consent() instanceof ConsentState.Pending(String purpose)) {
            return Json.Obj.EMPTY.with("purpose", purpose);
        }
        Loan loan = person == null ? null : person.delegation().loan();
        return loan == null
                ? Json.Obj.EMPTY
                : Json.Obj.EMPTY.with("group", loan.group().toString()).with("to", loan.to());
    }

    /** Whether the house still waits for the answer. */
    boolean isPending(House house) {
        Person person = house.person(target);
        if (person == null) {
            return false;
        }
        return switch (machine) {
            case "consent" -> person.consent() instanceof ConsentState.Pending;
            case "delegation" ->
                person.delegation() instanceof DelegationState.PendingConfirmation(Loan loan) && of.equals(loan.by());
            default ->
                person.profile() instanceof ProfileState.PendingConfirmation(var update) && !update.needsVouching();
        };
    }

    /** The question in words; empty if the house does not wait for its answer. */
    String asks(House house) {
        Person person = house.person(target);
        if (person == null || !isPending(house)) {
            return "";
        }
        Loan loan = person.delegation().loan();
        String asked = switch (machine) {
            case "consent" ->
                "May I "
                        + (person.consent() instanceof ConsentState.Pending(String purpose)
                                ? HouseTerms.does(purpose)
                                : "do that");
            case "delegation" ->
                "Shall I let " + HouseTerms.named(target) + " use "
                        + (loan == null
                                ? "that"
                                : HouseTerms.things(loan.group().toString())) + " until we part";
            default ->
                "Shall I change your "
                        + (person.profile() instanceof ProfileState.PendingConfirmation(var update)
                                ? changed(update, house)
                                : "profile");
        };
        return asked + "? Please say yes or no.";
    }

    /** What a yes changes, and to what; before others the value is not said. */
    private static String changed(Update update, House house) {
        String field = Wording.name(update.field());
        if (house.mode().isShared()) {
            return field;
        }
        return field + " to " + (update.value() instanceof Json.Null ? "nothing" : Wording.quoted(update.value()));
    }

    /** The question in words, for somebody who was asked before and has not answered. */
    String again(House house) {
        return "We were interrupted. " + asks(house);
    }

    /** What the person is told who goes on without an answer. */
    String left() {
        return switch (machine) {
            case "consent" -> "I take that as no consent.";
            case "delegation" -> "I have not lent anything.";
            default -> "I have not changed anything.";
        };
    }
}
