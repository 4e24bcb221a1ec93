package dev.parley.kernel.people.household;

import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.age.AgeEvent;
import dev.parley.kernel.people.command.CommandEvent;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.command.Order;
import dev.parley.kernel.people.consent.ConsentState;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.delegation.Loan;
import dev.parley.kernel.people.identity.IdentityEvent;
import dev.parley.kernel.people.identity.IdentityState;
import dev.parley.kernel.people.mode.Mode;
import dev.parley.kernel.people.mode.ModeEvent;
import dev.parley.kernel.people.profile.ProfileEvent;
import dev.parley.kernel.people.profile.ProfileState;
import dev.parley.kernel.people.profile.Update;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiPredicate;
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
                List.of(request(before, "command", "authorization_granted", of(before, order(order))));
            case HouseEvent.OfProfile(ProfileEvent event) -> afterProfile(before, event);
            case HouseEvent.OfIdentity(IdentityEvent event) -> afterIdentity(before, event, person, house);
            case HouseEvent.OfDelegation _ -> afterLoan(before, person);
            case HouseEvent.OfMode(ModeEvent event) -> afterMode(before, event, house);
            case HouseEvent.OfAge(AgeEvent.DateTicked _) -> refusedGreeting(before, person, house);
            case HouseEvent.PersonAdded _ -> List.of();
            case HouseEvent.ProfileForgotten _ -> List.of();
            case HouseEvent.OfAddressing _ -> List.of();
            case HouseEvent.OfAge _ -> List.of();
            case HouseEvent.OfCommand _ -> List.of();
            case HouseEvent.OfConsent _ -> List.of();
            case HouseEvent.OfGreeting _ -> List.of();
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
            Json.Obj denied = of(refused, reason.with("command", order.command()));
            return List.of(request(refused, "command", "authorization_denied", denied));
        }
        boolean isAuthority = refused.event() instanceof HouseEvent.OfProfile(ProfileEvent.AuthorityVerified _)
                && person.profile() instanceof ProfileState.PendingValidation;
        return isAuthority ? List.of(request(refused, "profile", "authority_denied", reason)) : List.of();
    }

    /** With the call that the command is asked for, if there is one. */
    private static Json.Obj of(Moment moment, Json.Obj parameters) {
        String call = moment.call();
        return call == null ? parameters : parameters.with("call", call);
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
        Boolean known = house.modeState().company().detected().get(person.id());
        Json.Obj parameters = Json.Obj.EMPTY.with("person", person.id());
        if (Boolean.TRUE.equals(known) && isAmbiguous(person) && !isAmbiguous(before.person())) {
            return List.of(request(before, "mode", "identity_unknown", parameters));
        }
        return Boolean.FALSE.equals(known) && person.isConfirmed() && !wasConfirmed(before)
                ? List.of(request(before, "mode", "identity_confirmed", parameters))
                : List.of();
    }

    private static boolean isAmbiguous(@Nullable Person person) {
        return person != null && person.identity() instanceof IdentityState.Ambiguous;
    }

    private static boolean wasConfirmed(Moment before) {
        return before.person() != null && before.person().isConfirmed();
    }

    /**
     * Where strangers came in, what was asked for without them is off (section 3, {@code context_changed}). Who is said to be
     * known while the house is in doubt about them counts as unknown.
     */
    private static List<Request> afterMode(Moment before, ModeEvent event, House house) {
        if (event instanceof ModeEvent.ParticipantDetected(String person, boolean _)
                && house.modeState().company().isKnown(person)
                && isAmbiguous(house.person(person))) {
            return List.of(request(before, "mode", "identity_unknown", Json.Obj.EMPTY.with("person", person)));
        }
        boolean isUnverified = house.mode() == Mode.SHARED_UNVERIFIED;
        return withdrawals(before, house.people().values(), "mode_changed", (command, asked) -> switch (command) {
            case CommandState.PendingConfirmation _ -> isUnverified;
            case CommandState.Executed released ->
                released.isUnusedYes()
                        && (asked == null
                                || !asked.company().equals(house.modeState().company()));
            case CommandState.Idle _ -> false;
            case CommandState.PendingAuthorization _ -> false;
            case CommandState.Denied _ -> false;
            case CommandState.Cancelled _ -> false;
        });
    }

    /** Takes back every command of these people that this holds of, those of calls included. */
    private static List<Request> withdrawals(
            Moment before,
            Collection<Person> people,
            String reason,
            BiPredicate<CommandState, @Nullable Circumstances> over) {
        List<Request> all = new ArrayList<>();
        Json.Obj why = Json.Obj.EMPTY.with("reason", reason);
        for (Person person : people) {
            if (over.test(person.command(), person.asked())) {
                all.add(withdrawal(before, person, why));
            }
            person.calls().forEach((call, called) -> {
                if (over.test(called.state(), called.asked())) {
                    all.add(withdrawal(before, person, why.with("call", call)));
                }
            });
        }
        return all;
    }

    private static Request withdrawal(Moment before, Person person, Json.Obj parameters) {
        return new Request(before.request().at(), SYSTEM, person.id(), "context_changed", parameters, "command");
    }

    /** Whether it waits for a yes, or for the dispatch that a yes has released. */
    private static boolean isOpen(CommandState command) {
        return command instanceof CommandState.PendingConfirmation
                || (command instanceof CommandState.Executed released && released.isUnusedYes());
    }

    /** With a conversation end the person's pending command, consent, what was lent to them and by them (B9, B14). */
    private static List<Request> ended(Moment before, Person person, House house) {
        List<Request> requests = new ArrayList<>(
                withdrawals(before, List.of(person), "conversation_ended", (command, _) -> isOpen(command)));
        if (person.consent() instanceof ConsentState.Granted) {
            requests.add(request(before, "consent", "conversation_end", Json.Obj.EMPTY));
        } else if (person.consent() instanceof ConsentState.Pending) {
            requests.add(request(before, "consent", "timeout", Json.Obj.EMPTY));
        }
        for (Person each : house.people().values()) {
            Loan loan = running(each.delegation());
            if (loan != null && (each.id().equals(person.id()) || person.id().equals(loan.by()))) {
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

    /** A command that waits for a yes is off at once when the loan it rests on is revoked or runs out (ruling B3). */
    private List<Request> afterLoan(Moment before, Person person) {
        Loan over = switch (person.delegation()) {
            case DelegationState.Revoked(Loan loan) -> loan;
            case DelegationState.Expired(Loan loan) -> loan;
            case DelegationState.None _ -> null;
            case DelegationState.PendingConfirmation _ -> null;
            case DelegationState.Active _ -> null;
        };
        if (over == null) {
            return List.of();
        }
        String reason =
                person.delegation() instanceof DelegationState.Revoked ? "delegation_revoked" : "delegation_expired";
        return withdrawals(
                before,
                List.of(person),
                reason,
                (command, _) -> isOpen(command) && CommandRules.restsOn(person, command, over, catalogue));
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
