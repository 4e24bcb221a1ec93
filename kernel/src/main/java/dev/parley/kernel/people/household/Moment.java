package dev.parley.kernel.people.household;

import dev.parley.kernel.Case;
import dev.parley.kernel.Request;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.Speaker;
import dev.parley.kernel.people.age.AgeEvent;
import dev.parley.kernel.people.command.CommandEvent;
import dev.parley.kernel.people.command.Order;
import dev.parley.kernel.people.consent.ConsentEvent;
import dev.parley.kernel.people.delegation.DelegationEvent;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.delegation.Loan;
import dev.parley.kernel.people.mode.ModeEvent;
import dev.parley.kernel.people.profile.ProfileEvent;
import dev.parley.kernel.people.profile.ProfileState;
import dev.parley.kernel.people.profile.Update;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * One request at the moment at which it is judged. What a request says about people whom the house knows is replaced by
 * what the house knows: nobody brings their own age or approval along.
 *
 * @param person whom the request is about, or null where they are about to be added
 */
record Moment(House house, @Nullable Person person, HouseEvent event, Request request, Catalogue catalogue) {

    static Moment of(Case<Place, HouseEvent> decided, Catalogue catalogue) {
        return of(decided.present(), decided.event(), decided.request(), catalogue, Place.house(decided.view()));
    }

    static Moment of(@Nullable Place present, HouseEvent event, Request request, Catalogue catalogue, House whole) {
        if (present == null || event instanceof HouseEvent.PersonAdded) {
            return new Moment(whole, null, event, request, catalogue);
        }
        Person person = present.person().facing(call(event, request));
        HouseEvent known = switch (event) {
            case HouseEvent.OfMode(ModeEvent mode) -> new HouseEvent.OfMode(known(mode, person, request));
            case HouseEvent.OfAge(AgeEvent age) -> new HouseEvent.OfAge(known(age, person, request));
            case HouseEvent.OfCommand(CommandEvent command) ->
                new HouseEvent.OfCommand(known(command, person, request, catalogue));
            case HouseEvent.OfProfile(ProfileEvent profile) ->
                new HouseEvent.OfProfile(known(profile, person, request));
            case HouseEvent.OfDelegation(DelegationEvent delegation) ->
                new HouseEvent.OfDelegation(known(delegation, person, request));
            case HouseEvent.OfConsent(ConsentEvent consent) ->
                new HouseEvent.OfConsent(known(consent, person, request));
            case HouseEvent.PersonAdded _ -> event;
            case HouseEvent.ProfileForgotten _ -> event;
            case HouseEvent.OfIdentity _ -> event;
            case HouseEvent.OfAddressing _ -> event;
            case HouseEvent.OfGreeting _ -> event;
        };
        return new Moment(present.house(), person, known, request, catalogue);
    }

    /** The call whose command this is about, or null if it is about none or about a command without a call. */
    @Nullable
    String call() {
        return call(event, request);
    }

    private static @Nullable String call(HouseEvent event, Request request) {
        return event instanceof HouseEvent.OfCommand ? request.parameters().text("call") : null;
    }

    /** The target of a mode event is its speaker (ruling B14): whoever else says so has not said it for them. */
    private static ModeEvent known(ModeEvent event, Person speaker, Request request) {
        return event instanceof ModeEvent.AloneStated
                ? new ModeEvent.AloneStated(
                        speaker.isConfirmed() && speaker(speaker, request).equals(speaker.id()), speaker.ageClass())
                : event;
    }

    /** An update counts while an approved update of the profile says the same; once it was applied the house says so itself. */
    private static AgeEvent known(AgeEvent event, Person person, Request request) {
        if (!(event instanceof AgeEvent.BirthdateUpdated update)) {
            return event;
        }
        LocalDate date = update.birth().date();
        boolean isApproved = (Speaker.isVouchedFor(request) && HouseMachine.isBirthdateOf(person, date))
                || (person.profile() instanceof ProfileState.Approved(Update approved)
                        && approved.field().equals(Update.BIRTHDATE)
                        && approved.value().equals(HouseMachine.text(date)));
        return new AgeEvent.BirthdateUpdated(update.birth(), update.today(), update.approved() && isApproved);
    }

    private static CommandEvent known(CommandEvent event, Person person, Request request, Catalogue catalogue) {
        return switch (event) {
            case CommandEvent.CommandDetected(Order order) -> {
                CommandSpec spec = catalogue.command(order.command());
                boolean confirm = order.needsConfirmation() || (spec != null && spec.confirmation());
                yield new CommandEvent.CommandDetected(
                        new Order(order.command(), asker(person, request, spec), confirm, order.binding()));
            }
            case CommandEvent.ConfirmationReceived yes ->
                new CommandEvent.ConfirmationReceived(
                        yes.command(), speaker(person, request), yes.impersonated(), yes.binding());
            case CommandEvent.AuthorizationGranted _ -> event;
            case CommandEvent.AuthorizationDenied _ -> event;
            case CommandEvent.ConfirmationRequired _ -> event;
            case CommandEvent.ConfirmationTimedOut _ -> event;
            case CommandEvent.ExecutionStarted _ -> event;
            case CommandEvent.ExecutionEnded _ -> event;
            case CommandEvent.ContextChanged _ -> event;
            case CommandEvent.Done _ -> event;
        };
    }

    private static ProfileEvent known(ProfileEvent event, Person person, Request request) {
        String speaker = speaker(person, request);
        boolean own = speaker.equals(person.id());
        return switch (event) {
            case ProfileEvent.UpdateRequested(Update update) ->
                new ProfileEvent.UpdateRequested(new Update(
                        update.field(), update.value(), speaker, own, update.needsConfirmation(), person.ageClass()));
            case ProfileEvent.AuthorityVerified verified ->
                new ProfileEvent.AuthorityVerified(verified.needsConfirmation(), person.ageClass());
            case ProfileEvent.OwnerConfirmed _ -> new ProfileEvent.OwnerConfirmed(speaker, own);
            case ProfileEvent.AuthorityDenied _ -> event;
            case ProfileEvent.OwnerDeclined _ -> event;
            case ProfileEvent.TimedOut _ -> event;
            case ProfileEvent.ContextChanged _ -> event;
            case ProfileEvent.Applied _ -> event;
            case ProfileEvent.Done _ -> event;
        };
    }

    /** A yes without a name is the lender's if the runtime vouches for it, else the delegate's own. */
    private static DelegationEvent known(DelegationEvent event, Person delegate, Request request) {
        if (!(event instanceof DelegationEvent.OwnerConfirmed yes)
                || yes.by() != null
                || !(delegate.delegation() instanceof DelegationState.PendingConfirmation(Loan loan))) {
            return event;
        }
        String sayer = Speaker.isVouchedFor(request) ? loan.by() : delegate.id();
        return new DelegationEvent.OwnerConfirmed(sayer, yes.impersonated(), yes.named());
    }

    private static ConsentEvent known(ConsentEvent event, Person person, Request request) {
        return event instanceof ConsentEvent.Granted granted
                ? new ConsentEvent.Granted(granted.purpose(), speaker(person, request))
                : event;
    }

    /** Whether an OWNER says yes to what somebody else would lend: the owner's word stands for the lender's. */
    boolean isOwnersYes() {
        if (person == null
                || !(event instanceof HouseEvent.OfDelegation(DelegationEvent.OwnerConfirmed yes))
                || yes.impersonated()) {
            return false;
        }
        Person sayer = house.person(yes.by());
        return sayer != null && sayer.role() == Role.OWNER && !sayer.id().equals(person.id());
    }

    /** Who asks for a command. What a person asks in the name of who lent them the group is their own command. */
    private static String asker(Person person, Request request, @Nullable CommandSpec spec) {
        boolean isCovered = spec != null
                && person.id().equals(Speaker.voice(request))
                && person.delegation() instanceof DelegationState.Active(Loan loan)
                && loan.group() == spec.group()
                && loan.by() != null
                && loan.by().equals(Speaker.by(request));
        return isCovered ? person.id() : speaker(person, request);
    }

    /**
     * Who speaks. The runtime, when it names nobody, reports what the person themself said. Where the voice and the name
     * are two people, it is the one of them who is not the person: nobody speaks for another.
     */
    private static String speaker(Person person, Request request) {
        String voice = Speaker.voice(request);
        String named = Speaker.named(request);
        if (named == null) {
            return person.id();
        }
        return voice == null || voice.equals(person.id()) ? named : voice;
    }
}
