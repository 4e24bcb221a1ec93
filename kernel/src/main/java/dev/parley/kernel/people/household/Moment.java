package dev.parley.kernel.people.household;

import dev.parley.kernel.Case;
import dev.parley.kernel.Request;
import dev.parley.kernel.people.Speaker;
import dev.parley.kernel.people.age.AgeEvent;
import dev.parley.kernel.people.command.CommandEvent;
import dev.parley.kernel.people.command.Order;
import dev.parley.kernel.people.consent.ConsentEvent;
import dev.parley.kernel.people.delegation.DelegationEvent;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.mode.ModeEvent;
import dev.parley.kernel.people.profile.ProfileEvent;
import dev.parley.kernel.people.profile.Update;
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
        Person person = present.person();
        HouseEvent known = switch (event) {
            case HouseEvent.OfMode(ModeEvent mode) -> new HouseEvent.OfMode(known(mode, person));
            case HouseEvent.OfAge(AgeEvent age) -> new HouseEvent.OfAge(known(age, person));
            case HouseEvent.OfCommand(CommandEvent command) ->
                new HouseEvent.OfCommand(known(command, person, request, catalogue));
            case HouseEvent.OfProfile(ProfileEvent profile) ->
                new HouseEvent.OfProfile(known(profile, person, request));
            case HouseEvent.OfDelegation(DelegationEvent delegation) ->
                new HouseEvent.OfDelegation(known(delegation, person));
            case HouseEvent.OfConsent(ConsentEvent consent) ->
                new HouseEvent.OfConsent(known(consent, person, request));
            case HouseEvent.PersonAdded _,
                    HouseEvent.OfIdentity _,
                    HouseEvent.OfAddressing _,
                    HouseEvent.OfGreeting _ -> event;
        };
        return new Moment(present.house(), person, known, request, catalogue);
    }

    private static ModeEvent known(ModeEvent event, Person speaker) {
        return event instanceof ModeEvent.AloneStated
                ? new ModeEvent.AloneStated(speaker.isConfirmed(), speaker.ageClass())
                : event;
    }

    /** An update is approved when the approved profile says the same. */
    private static AgeEvent known(AgeEvent event, Person person) {
        return event instanceof AgeEvent.BirthdateUpdated update
                ? new AgeEvent.BirthdateUpdated(
                        update.birth(),
                        update.today(),
                        HouseMachine.isBirthdateOf(person, update.birth().date()))
                : event;
    }

    private static CommandEvent known(CommandEvent event, Person person, Request request, Catalogue catalogue) {
        return switch (event) {
            case CommandEvent.CommandDetected(Order order) -> {
                CommandSpec spec = catalogue.command(order.command());
                boolean confirm = order.needsConfirmation() || (spec != null && spec.confirmation());
                yield new CommandEvent.CommandDetected(new Order(order.command(), speaker(person, request), confirm));
            }
            case CommandEvent.ConfirmationReceived yes ->
                new CommandEvent.ConfirmationReceived(yes.command(), speaker(person, request), yes.impersonated());
            case CommandEvent.AuthorizationGranted _,
                    CommandEvent.AuthorizationDenied _,
                    CommandEvent.ConfirmationRequired _,
                    CommandEvent.ConfirmationTimedOut _,
                    CommandEvent.ExecutionEnded _,
                    CommandEvent.ContextChanged _,
                    CommandEvent.Done _ -> event;
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
            case ProfileEvent.AuthorityDenied _,
                    ProfileEvent.OwnerDeclined _,
                    ProfileEvent.TimedOut _,
                    ProfileEvent.ContextChanged _,
                    ProfileEvent.Applied _,
                    ProfileEvent.Done _ -> event;
        };
    }

    private static DelegationEvent known(DelegationEvent event, Person delegate) {
        return event instanceof DelegationEvent.OwnerConfirmed yes
                        && yes.by() == null
                        && delegate.delegation() instanceof DelegationState.PendingConfirmation pending
                ? new DelegationEvent.OwnerConfirmed(pending.loan().by(), yes.impersonated(), yes.named())
                : event;
    }

    private static ConsentEvent known(ConsentEvent event, Person person, Request request) {
        return event instanceof ConsentEvent.Granted granted
                ? new ConsentEvent.Granted(granted.purpose(), speaker(person, request))
                : event;
    }

    /** Who speaks; the runtime, when it names nobody, reports what the person themself said. */
    private static String speaker(Person person, Request request) {
        String named = Speaker.named(request);
        return named == null ? person.id() : named;
    }
}
