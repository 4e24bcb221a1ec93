package dev.parley.kernel.people.household;

import dev.parley.kernel.Effect;
import dev.parley.kernel.Emit;
import dev.parley.kernel.Step;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.addressing.AddressingEvent;
import dev.parley.kernel.people.addressing.AddressingMachine;
import dev.parley.kernel.people.age.AgeEvent;
import dev.parley.kernel.people.age.AgeMachine;
import dev.parley.kernel.people.age.AgeState;
import dev.parley.kernel.people.age.AgeTable;
import dev.parley.kernel.people.age.Birth;
import dev.parley.kernel.people.command.CommandEvent;
import dev.parley.kernel.people.command.CommandMachine;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.consent.ConsentEvent;
import dev.parley.kernel.people.consent.ConsentMachine;
import dev.parley.kernel.people.delegation.DelegationEvent;
import dev.parley.kernel.people.delegation.DelegationMachine;
import dev.parley.kernel.people.greeting.GreetingDue;
import dev.parley.kernel.people.greeting.GreetingMachine;
import dev.parley.kernel.people.greeting.GreetingState;
import dev.parley.kernel.people.identity.IdentityEvent;
import dev.parley.kernel.people.identity.IdentityMachine;
import dev.parley.kernel.people.identity.IdentityState;
import dev.parley.kernel.people.mode.ModeEvent;
import dev.parley.kernel.people.mode.ModeMachine;
import dev.parley.kernel.people.profile.ProfileEvent;
import dev.parley.kernel.people.profile.ProfileMachine;
import dev.parley.kernel.people.profile.ProfileState;
import dev.parley.kernel.people.profile.Update;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Moves the one machine of the one person that an event is about; what may not happen is left to the rules. */
final class HouseMachine {
    final IdentityMachine identity = new IdentityMachine();
    final AddressingMachine addressing = new AddressingMachine();
    final AgeMachine age;
    final ModeMachine mode = new ModeMachine();
    final CommandMachine command = new CommandMachine();
    final ProfileMachine profile = new ProfileMachine();
    final DelegationMachine delegation = new DelegationMachine();
    final ConsentMachine consent = new ConsentMachine();
    final GreetingMachine greeting = new GreetingMachine();

    HouseMachine(AgeTable ages) {
        this.age = new AgeMachine(ages);
    }

    Step<House> step(Moment moment) {
        Person person = moment.person();
        House house = moment.house();
        if (person == null) {
            return moment.event() instanceof HouseEvent.PersonAdded added
                    ? Step.moved(house.with(founded(moment.request().target(), added)))
                    : Step.refused("people.household.nobody", "the request is about nobody");
        }
        return switch (moment.event()) {
            case HouseEvent.PersonAdded _ -> Step.moved(house);
            case HouseEvent.ProfileForgotten(Set<String> fields) ->
                Step.moved(house.with(person.facts(person.facts().without(fields))));
            case HouseEvent.OfIdentity(IdentityEvent event) -> identity(house, person, event);
            case HouseEvent.OfAddressing(AddressingEvent event) ->
                moved(addressing.step(person.addressing(), event), next -> house.with(person.addressing(next)));
            case HouseEvent.OfAge(AgeEvent event) ->
                moved(
                        age.step(person.age(), event),
                        next -> house.with(aged(person.age(next), event)).trusting(date(house, event)));
            case HouseEvent.OfMode(ModeEvent event) -> mode(house, person, event);
            case HouseEvent.OfCommand(CommandEvent event) -> command(house, person, event, moment.call());
            case HouseEvent.OfProfile(ProfileEvent event) ->
                moved(profile.step(person.profile(), event), next -> house.with(applied(person, event, next)));
            case HouseEvent.OfDelegation(DelegationEvent event) ->
                moved(delegation.step(person.delegation(), event), next -> house.with(person.delegation(next)));
            case HouseEvent.OfConsent(ConsentEvent event) ->
                moved(consent.step(person.consent(), event), next -> house.with(person.consent(next)));
            case HouseEvent.OfGreeting(GreetingDue event) -> greeting(house, person, event);
        };
    }

    private static <S> Step<House> moved(Step<S> step, Function<S, House> house) {
        return switch (step) {
            case Step.Moved<S>(S next, var effects) -> new Step.Moved<>(house.apply(next), effects);
            case Step.Refused<S>(String rule, String reason) -> Step.refused(rule, reason);
        };
    }

    private Person founded(String id, HouseEvent.PersonAdded added) {
        AgeState known = age.initial();
        Birth birth = added.birth();
        if (birth != null
                && age.step(known, new AgeEvent.BirthdateKnown(birth, added.today(), true))
                        instanceof Step.Moved<AgeState> derived) {
            known = derived.next();
        }
        Profile kept = added.kept();
        Facts told = birth == null ? Facts.NONE : Facts.NONE.with(Update.BIRTHDATE, text(birth.date()));
        return new Person(
                id,
                added.role(),
                kept == null ? told : kept.facts(),
                identity.initial(),
                kept == null ? addressing.initial() : kept.addressing(),
                known,
                profile.initial(),
                command.initial(),
                null,
                Map.of(),
                delegation.initial(),
                consent.initial(),
                kept == null ? greeting.initial() : kept.greeting());
    }

    /** In a household each person's identity is about that person: somebody else can be a conflict, never the answer. */
    private Step<House> identity(House house, Person person, IdentityEvent event) {
        String named = switch (event) {
            case IdentityEvent.SignalReceived signal -> signal.person();
            case IdentityEvent.IdentityClaimed(String claimed) -> claimed;
            case IdentityEvent.ValidationSucceeded(String valid) -> valid;
            case IdentityEvent.ClarificationSucceeded(String clear) -> clear;
            case IdentityEvent.ValidationFailed _ -> null;
            case IdentityEvent.TimedOut _ -> null;
            case IdentityEvent.StrongConflictFound _ -> null;
            case IdentityEvent.SpeakingTurnBegan _ -> null;
            case IdentityEvent.SilenceTimedOut _ -> null;
            case IdentityEvent.ConversationEnded _ -> null;
        };
        boolean isOther = named != null && !named.equals(person.id());
        if (isOther && !(event instanceof IdentityEvent.SignalReceived)) {
            return Step.refused(IdentityMachine.NO_TRANSITION, "it names somebody else than " + person.id());
        }
        if (isOther
                && event instanceof IdentityEvent.SignalReceived signal
                && person.identity() instanceof IdentityState.Unknown unknown) {
            return Step.moved(house.with(person.identity(identity.heardElsewhere(unknown, signal))));
        }
        IdentityEvent about = event instanceof IdentityEvent.ClarificationSucceeded
                ? new IdentityEvent.ClarificationSucceeded(person.id())
                : event;
        return moved(identity.step(person.identity(), about), next -> house.with(person.identity(next)));
    }

    /** The first birthdate that becomes known is part of the profile; another one moves the age and no profile. */
    private static Person aged(Person person, AgeEvent event) {
        if (!(event instanceof AgeEvent.BirthdateKnown known) || person.facts().get(Update.BIRTHDATE) != null) {
            return person;
        }
        return person.facts(
                person.facts().with(Update.BIRTHDATE, text(known.birth().date())));
    }

    private static @Nullable LocalDate date(House house, AgeEvent event) {
        if (!(event instanceof AgeEvent.DateTicked(LocalDate today, boolean trusted))) {
            return house.trustedDate();
        }
        return trusted ? today : null;
    }

    private Step<House> mode(House house, Person speaker, ModeEvent event) {
        if (event instanceof ModeEvent.IdentityConfirmed(String confirmed)
                && speaker.id().equals(confirmed)
                && !house.modeState().company().detected().containsKey(confirmed)) {
            return Step.refused(ModeMachine.NO_TRANSITION, "the speaker is no participant whom nobody knows");
        }
        boolean isSpeaker = event instanceof ModeEvent.ParticipantDetected detected
                && detected.person().equals(speaker.id());
        return isSpeaker || isConcluded(house, event)
                ? Step.moved(house)
                : moved(mode.step(house.modeState(), event), house::mode);
    }

    /** Whether somebody reports a participant's identity that the house has taken into account by itself. */
    private static boolean isConcluded(House house, ModeEvent event) {
        String named = event instanceof ModeEvent.IdentityConfirmed(String confirmed) ? confirmed : null;
        Person person = house.person(named);
        return person != null
                && person.isConfirmed()
                && house.modeState().company().isKnown(person.id());
    }

    /** @param person faces the command of that call, or the one that is asked for without any */
    private Step<House> command(House house, Person person, CommandEvent event, @Nullable String call) {
        return moved(command.step(person.command(), event), next -> {
            Circumstances now = new Circumstances(
                    house.mode(), person.ageClass(), house.modeState().company());
            Circumstances asked = event instanceof CommandEvent.CommandDetected ? now : person.asked();
            boolean isOpen = next instanceof CommandState.PendingAuthorization
                    || next instanceof CommandState.PendingConfirmation
                    || (next instanceof CommandState.Executed released && released.isUnusedYes());
            Person whole = Objects.requireNonNullElse(house.person(person.id()), person);
            return house.with(
                    call == null
                            ? whole.command(next, isOpen ? asked : null)
                            : whole.called(call, next, isOpen ? asked : null));
        });
    }

    private static Person applied(Person person, ProfileEvent event, ProfileState next) {
        Update update = person.profile().update();
        if (!(event instanceof ProfileEvent.Applied) || update == null) {
            return person.profile(next);
        }
        return person.facts(person.facts().with(update.field(), update.value())).profile(next);
    }

    private Step<House> greeting(House house, Person person, GreetingDue event) {
        List<Effect> greeting = List.of(
                new Emit(Json.Obj.EMPTY.with("event", HouseReader.GREETING).with("person", person.id())));
        return switch (this.greeting.step(person.greeting(), event)) {
            case Step.Moved<GreetingState>(var next, var _) ->
                new Step.Moved<>(house.with(person.greeting(next)), greeting);
            case Step.Refused<GreetingState>(String rule, String reason) -> Step.refused(rule, reason);
        };
    }

    static Json.Str text(LocalDate date) {
        return Json.of(date.toString());
    }

    static boolean isBirthdateOf(Person person, LocalDate date) {
        return text(date).equals(person.facts().get(Update.BIRTHDATE));
    }
}
