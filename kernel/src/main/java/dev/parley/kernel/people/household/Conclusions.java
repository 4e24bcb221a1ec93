package dev.parley.kernel.people.household;

import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.age.AgeEvent;
import dev.parley.kernel.people.command.CommandEvent;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.command.Order;
import dev.parley.kernel.people.consent.ConsentState;
import dev.parley.kernel.people.delegation.DelegationEvent;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.delegation.Loan;
import dev.parley.kernel.people.identity.IdentityEvent;
import dev.parley.kernel.people.identity.IdentityState;
import dev.parley.kernel.people.profile.ProfileEvent;
import dev.parley.kernel.people.profile.Update;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the house asks for by itself after something happened: requests by {@code system}, each judged as any other. */
final class Conclusions {
    private static final String SYSTEM = "system";

    private final Catalogue catalogue;

    Conclusions(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** After an allowed event. A greeting waits for the other conclusions, and brings the next one about itself. */
    List<Request> after(Moment before, House house) {
        Person person = house.person(before.request().target());
        if (person == null) {
            return List.of();
        }
        List<Request> requests = switch (before.event()) {
            case HouseEvent.OfCommand(CommandEvent.CommandDetected(Order order)) ->
                List.of(request(before, "command", "authorization_granted", order(order)));
            case HouseEvent.OfProfile(ProfileEvent event) -> afterProfile(before, event);
            case HouseEvent.OfIdentity(IdentityEvent event) -> afterIdentity(before, event, person, house);
            case HouseEvent.OfDelegation(DelegationEvent.Revoked _) -> afterRevocation(before, person);
            case HouseEvent.OfAge(AgeEvent.DateTicked _) -> refusedGreeting(before, person, house);
            case HouseEvent.PersonAdded _,
                    HouseEvent.OfAddressing _,
                    HouseEvent.OfAge _,
                    HouseEvent.OfMode _,
                    HouseEvent.OfCommand _,
                    HouseEvent.OfDelegation _,
                    HouseEvent.OfConsent _,
                    HouseEvent.OfGreeting _ -> List.of();
        };
        return requests.isEmpty() ? greeting(before, house) : requests;
    }

    /** After a refused conclusion: what could not be granted is denied (rulings B3 and B14), and others are greeted. */
    List<Request> afterRefusal(Moment refused, String rule) {
        Person person = refused.person();
        if (person == null || !refused.request().actor().equals(SYSTEM)) {
            return List.of();
        }
        if (refused.event() instanceof HouseEvent.OfGreeting) {
            return greeting(refused, refused.house());
        }
        Json.Obj reason = Json.Obj.EMPTY.with("reason", rule);
        if (refused.event() instanceof HouseEvent.OfCommand(CommandEvent.AuthorizationGranted _)
                && person.command() instanceof CommandState.PendingAuthorization(Order order)) {
            return List.of(
                    request(refused, "command", "authorization_denied", reason.with("command", order.command())));
        }
        boolean isAuthority = refused.event() instanceof HouseEvent.OfProfile(ProfileEvent.AuthorityVerified _)
                && person.profile().update() != null;
        return isAuthority ? List.of(request(refused, "profile", "authority_denied", reason)) : List.of();
    }

    private static Json.Obj order(Order order) {
        return Json.Obj.EMPTY
                .with("command", order.command())
                .with("by", order.by())
                .with("requires_confirmation", order.needsConfirmation());
    }

    private static List<Request> afterProfile(Moment before, ProfileEvent event) {
        if (event instanceof ProfileEvent.UpdateRequested(Update update)) {
            Json.Obj parameters = Json.Obj.EMPTY.with("field", update.field());
            return List.of(request(
                    before,
                    "profile",
                    "authority_verified",
                    parameters.with("confirmation_required", update.needsConfirmation())));
        }
        Update applied =
                before.person() == null ? null : before.person().profile().update();
        if (event instanceof ProfileEvent.Applied
                && applied != null
                && applied.field().equals(Update.BIRTHDATE)) {
            Json.Obj parameters = Json.Obj.EMPTY.with("birthdate", applied.value());
            return List.of(request(before, "age", "birthdate_updated", parameters.with("approved", true)));
        }
        return List.of();
    }

    private static List<Request> afterIdentity(Moment before, IdentityEvent event, Person person, House house) {
        if (event instanceof IdentityEvent.ConversationEnded) {
            return ended(before, person, house);
        }
        boolean isDoubted = person.identity() instanceof IdentityState.Ambiguous
                && house.modeState().company().detected().getOrDefault(person.id(), false);
        Json.Obj parameters = Json.Obj.EMPTY.with("person", person.id());
        return isDoubted ? List.of(request(before, "mode", "identity_unknown", parameters)) : List.of();
    }

    /** With a conversation end the person's consent, what was lent to them, and what they lent (ruling B14). */
    private static List<Request> ended(Moment before, Person person, House house) {
        List<Request> requests = new ArrayList<>();
        if (person.consent() instanceof ConsentState.Granted) {
            requests.add(request(before, "consent", "conversation_end", Json.Obj.EMPTY));
        } else if (person.consent() instanceof ConsentState.Pending) {
            requests.add(request(before, "consent", "timeout", Json.Obj.EMPTY));
        }
        for (Person each : house.people().values()) {
            Loan loan = running(each.delegation());
            if (loan != null && (each.id().equals(person.id()) || loan.by().equals(person.id()))) {
                requests.add(new Request(
                        before.request().at(), SYSTEM, each.id(), "conversation_end", Json.Obj.EMPTY, "delegation"));
            }
        }
        return requests;
    }

    private static @Nullable Loan running(DelegationState delegation) {
        return delegation instanceof DelegationState.Active || delegation instanceof DelegationState.PendingConfirmation
                ? delegation.loan()
                : null;
    }

    private List<Request> afterRevocation(Moment before, Person person) {
        Loan loan = person.delegation().loan();
        boolean isOrphaned = loan != null
                && person.command() instanceof CommandState.PendingConfirmation
                && CommandRules.restsOn(person, loan, catalogue);
        Json.Obj parameters = Json.Obj.EMPTY.with("reason", "delegation_revoked");
        return isOrphaned ? List.of(request(before, "command", "context_changed", parameters)) : List.of();
    }

    /** A tick on a birthday tries the greeting of its person even where it must be refused, so that the why is recorded. */
    private static List<Request> refusedGreeting(Moment before, Person person, House house) {
        LocalDate today = before.request().at().toLocalDate();
        boolean isRefused =
                BirthdayRules.isCelebrated(house, person, today) && !BirthdayRules.isDue(house, person, today);
        return isRefused ? List.of(greeting(before, person)) : List.of();
    }

    private static List<Request> greeting(Moment before, House house) {
        LocalDate today = before.request().at().toLocalDate();
        for (Person person : house.people().values()) {
            if (BirthdayRules.isDue(house, person, today)) {
                return List.of(greeting(before, person));
            }
        }
        return List.of();
    }

    private static Request greeting(Moment before, Person person) {
        return new Request(before.request().at(), SYSTEM, person.id(), HouseReader.GREETING, Json.Obj.EMPTY);
    }

    private static Request request(Moment before, String machine, String action, Json.Obj parameters) {
        Request request = before.request();
        return new Request(request.at(), SYSTEM, request.target(), action, parameters, machine);
    }
}
