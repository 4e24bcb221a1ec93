package dev.parley.kernel.people.household;

import dev.parley.kernel.Alongside;
import dev.parley.kernel.Case;
import dev.parley.kernel.Effect;
import dev.parley.kernel.Invariant;
import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.Step;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.View;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.age.AgeTable;
import dev.parley.kernel.people.command.CommandEvent;
import dev.parley.kernel.people.consent.ConsentEvent;
import dev.parley.kernel.people.delegation.DelegationEvent;
import dev.parley.kernel.people.identity.IdentityEvent;
import dev.parley.kernel.people.profile.ProfileEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The people of a house under one registrar. */
public final class Household implements Room<Place, HouseEvent> {
    private final Catalogue catalogue;
    private final HouseMachine machine;
    private final Conclusions conclusions;

    public Household() {
        this(Catalogue.standard(), AgeTable.DEFAULT);
    }

    public Household(Catalogue catalogue, AgeTable ages) {
        this.catalogue = catalogue;
        this.machine = new HouseMachine(ages);
        this.conclusions = new Conclusions(catalogue);
    }

    /** The household with the settings that its conversation recorded. */
    public static Household opened(Json.Obj settings) {
        return settings.get("catalogue") instanceof Json.Obj catalogue
                ? new Household(Catalogue.read(catalogue), AgeTable.DEFAULT)
                : new Household();
    }

    @Override
    public Household reopened(Json.Obj settings) {
        return opened(settings);
    }

    /** What a conversation records of this household: nothing where it is the one that every house has. */
    @Override
    public Json.Obj settings() {
        Json.Obj own = catalogue.toJson();
        return own.equals(Catalogue.standard().toJson()) ? Json.Obj.EMPTY : Json.Obj.EMPTY.with("catalogue", own);
    }

    @Override
    public String name() {
        return "household";
    }

    /** What people may have done here. */
    public Catalogue commands() {
        return catalogue;
    }

    /** The house as it stands. */
    public static House house(View<Place> view) {
        return Place.house(view);
    }

    @Override
    public Reading<HouseEvent> read(Request request) {
        return HouseReader.read(request);
    }

    @Override
    public boolean founds(HouseEvent event) {
        return event instanceof HouseEvent.PersonAdded;
    }

    @Override
    public Place present(View<Place> view, Place registered) {
        return new Place(registered.id(), Place.house(view));
    }

    @Override
    public Step<Place> step(View<Place> view, @Nullable Place present, HouseEvent event, Request request) {
        return switch (machine.step(Moment.of(present, event, request, catalogue, Place.house(view)))) {
            case Step.Moved<House>(House next, var effects) -> {
                List<Effect> all = new ArrayList<>(effects);
                all.add(new Alongside<>(new Place(Place.WHOLE, next)));
                yield new Step.Moved<>(new Place(request.target(), next), all);
            }
            case Step.Refused<House>(String rule, String reason) -> Step.refused(rule, reason);
        };
    }

    @Override
    public List<Invariant<Case<Place, HouseEvent>>> catalogue() {
        return HouseRules.catalogue(catalogue);
    }

    @Override
    public boolean allHold(Case<Place, HouseEvent> decided) {
        return decided.step() instanceof Step.Moved<Place> && HouseRules.allHold(Moment.of(decided, catalogue));
    }

    /** In a halted conversation nobody gains anything: what waits may lapse, be declined, be taken back or report. */
    @Override
    public boolean endsOnly(HouseEvent event) {
        return switch (event) {
            case HouseEvent.ProfileForgotten _ -> true;
            case HouseEvent.OfIdentity(IdentityEvent identity) ->
                identity instanceof IdentityEvent.TimedOut
                        || identity instanceof IdentityEvent.SilenceTimedOut
                        || identity instanceof IdentityEvent.ConversationEnded;
            case HouseEvent.OfCommand(CommandEvent command) ->
                command instanceof CommandEvent.AuthorizationDenied
                        || command instanceof CommandEvent.ConfirmationTimedOut
                        || command instanceof CommandEvent.ExecutionEnded
                        || command instanceof CommandEvent.ContextChanged
                        || command instanceof CommandEvent.Done;
            case HouseEvent.OfProfile(ProfileEvent profile) ->
                profile instanceof ProfileEvent.AuthorityDenied
                        || profile instanceof ProfileEvent.OwnerDeclined
                        || profile instanceof ProfileEvent.TimedOut
                        || profile instanceof ProfileEvent.ContextChanged
                        || profile instanceof ProfileEvent.Done;
            case HouseEvent.OfDelegation(DelegationEvent delegation) ->
                !(delegation instanceof DelegationEvent.IntentDetected)
                        && !(delegation instanceof DelegationEvent.OwnerConfirmed);
            case HouseEvent.OfConsent(ConsentEvent consent) ->
                !(consent instanceof ConsentEvent.Requested) && !(consent instanceof ConsentEvent.Granted);
            case HouseEvent.PersonAdded _ -> false;
            case HouseEvent.OfAddressing _ -> false;
            case HouseEvent.OfAge _ -> false;
            case HouseEvent.OfMode _ -> false;
            case HouseEvent.OfGreeting _ -> false;
        };
    }

    /** A house is one conversation. */
    @Override
    public String scope(View<Place> view, @Nullable Place present, Request request, HouseEvent event) {
        return Place.WHOLE;
    }

    @Override
    public List<Request> followUps(View<Place> view, Case<Place, HouseEvent> decided) {
        return conclusions.after(before(decided), Place.house(view));
    }

    @Override
    public List<Request> afterRefusal(View<Place> view, Case<Place, HouseEvent> decided, List<Violation> violations) {
        return conclusions.afterRefusal(before(decided), violations.getFirst().id());
    }

    /** The moment before the move, whatever the registrar holds by now. */
    private Moment before(Case<Place, HouseEvent> decided) {
        return Moment.of(decided.present(), decided.event(), decided.request(), catalogue, House.EMPTY);
    }

    @Override
    public Json printed(View<Place> view, Verdict<Place> verdict) {
        Place place = verdict.state();
        return place == null ? Json.Null.NULL : printed(place.house());
    }

    private Json printed(House house) {
        Json.Obj people = Json.Obj.EMPTY;
        for (Person person : house.people().values()) {
            Json.Obj calls = Json.Obj.EMPTY;
            for (Map.Entry<String, CalledCommand> called : person.calls().entrySet()) {
                calls = calls.with(
                        called.getKey(),
                        machine.command.printed(called.getValue().state()));
            }
            Json.Obj machines = Json.Obj.EMPTY
                    .with("identity", machine.identity.printed(person.identity()))
                    .with("addressing", machine.addressing.printed(person.addressing()))
                    .with("age", machine.age.printed(person.age()))
                    .with("profile", machine.profile.printed(person.profile()))
                    .with("command", machine.command.printed(person.command()))
                    .with("delegation", machine.delegation.printed(person.delegation()))
                    .with("consent", machine.consent.printed(person.consent()));
            people = people.with(person.id(), person.calls().isEmpty() ? machines : machines.with("calls", calls));
        }
        return Json.Obj.EMPTY.with("mode", house.mode().name()).with("people", people);
    }
}
