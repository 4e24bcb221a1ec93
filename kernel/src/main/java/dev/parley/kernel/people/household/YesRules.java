package dev.parley.kernel.people.household;

import dev.parley.kernel.people.Speaker;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.command.CommandEvent;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.command.ConfirmationRules;
import dev.parley.kernel.people.consent.ConsentEvent;
import dev.parley.kernel.people.delegation.DelegationEvent;
import dev.parley.kernel.people.profile.ProfileEvent;
import dev.parley.kernel.people.profile.ProfileState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whose yes counts: to a command, a profile update, a loan, a consent (rulings B5, B8 and B9). */
final class YesRules {
    private YesRules() {}

    static List<HouseRule> all() {
        return List.of(
                new HouseRule(
                        ConfirmationRules.IDENTITY,
                        "A yes counts from the confirmed person who is asked, and from nobody else.",
                        YesRules::identity),
                new HouseRule(
                        ConfirmationRules.AGE,
                        "A yes counts from adults, in the age class in which they asked.",
                        YesRules::age),
                new HouseRule(
                        ConfirmationRules.CONTEXT,
                        "A yes counts in the conversation and mode in which the command was asked for.",
                        YesRules::context));
    }

    /**
     * Somebody says yes to what waits for it.
     *
     * @param asked whose question it answers
     * @param sayer the one who says it, or null where the house does not know them
     */
    private record Yes(Person asked, String by, @Nullable Person sayer) {}

    private static @Nullable Yes yes(Moment moment) {
        Person person = moment.person();
        if (person == null) {
            return null;
        }
        String by = switch (moment.event()) {
            case HouseEvent.OfCommand(CommandEvent.ConfirmationReceived yes) when isPending(person) -> yes.by();
            case HouseEvent.OfProfile(ProfileEvent.OwnerConfirmed yes)
            when person.profile() instanceof ProfileState.PendingConfirmation -> yes.by();
            case HouseEvent.OfDelegation(DelegationEvent.OwnerConfirmed yes) -> yes.by();
            case HouseEvent.OfConsent(ConsentEvent.Granted yes) -> yes.by();
            case HouseEvent.PersonAdded _ -> null;
            case HouseEvent.ProfileForgotten _ -> null;
            case HouseEvent.OfIdentity _ -> null;
            case HouseEvent.OfAddressing _ -> null;
            case HouseEvent.OfAge _ -> null;
            case HouseEvent.OfMode _ -> null;
            case HouseEvent.OfCommand _ -> null;
            case HouseEvent.OfProfile _ -> null;
            case HouseEvent.OfDelegation _ -> null;
            case HouseEvent.OfConsent _ -> null;
            case HouseEvent.OfGreeting _ -> null;
        };
        return by == null ? null : new Yes(person, by, moment.house().person(by));
    }

    private static boolean isPending(Person person) {
        return person.command() instanceof CommandState.PendingConfirmation
                || person.command().isWithdrawn();
    }

    private static @Nullable String identity(Moment moment) {
        Yes yes = yes(moment);
        if (yes == null) {
            return null;
        }
        Person sayer = yes.sayer();
        if (sayer == null || Speaker.isImpersonated(moment.request())) {
            return "it is not clear who said yes";
        }
        if (!sayer.isConfirmed()) {
            return yes.by() + " is not confirmed";
        }
        return isAsked(moment.event(), yes.asked(), sayer) ? null : yes.by() + " is not the one who is asked";
    }

    private static boolean isAsked(HouseEvent event, Person person, Person sayer) {
        boolean own = sayer.id().equals(person.id());
        return switch (event) {
            case HouseEvent.OfProfile _ -> own || sayer.role().looksAfterOthers();
            case HouseEvent.OfConsent _ -> own;
            case HouseEvent.PersonAdded _ -> true;
            case HouseEvent.ProfileForgotten _ -> true;
            case HouseEvent.OfIdentity _ -> true;
            case HouseEvent.OfAddressing _ -> true;
            case HouseEvent.OfAge _ -> true;
            case HouseEvent.OfMode _ -> true;
            case HouseEvent.OfCommand _ -> true;
            case HouseEvent.OfDelegation _ -> true;
            case HouseEvent.OfGreeting _ -> true;
        };
    }

    private static @Nullable String age(Moment moment) {
        Yes yes = yes(moment);
        if (yes == null || yes.sayer() == null) {
            return null;
        }
        if (yes.sayer().ageClass() != AgeClass.ADULT) {
            return yes.by() + " is not known to be an adult";
        }
        Circumstances asked = yes.asked().asked();
        boolean isOther =
                moment.event() instanceof HouseEvent.OfCommand && asked != null && asked.age() != AgeClass.ADULT;
        return isOther ? yes.by() + " is not in the age class in which they asked" : null;
    }

    private static @Nullable String context(Moment moment) {
        Person person = moment.person();
        Circumstances asked = person == null ? null : person.asked();
        boolean isCommand = moment.event() instanceof HouseEvent.OfCommand;
        if (asked == null || !isCommand || !(isStart(moment) || yes(moment) != null)) {
            return null;
        }
        if (asked.mode() != moment.house().mode()) {
            return "it was asked for in " + asked.mode() + " and the mode is "
                    + moment.house().mode();
        }
        boolean isOther = moment.call() != null
                && !asked.company().equals(moment.house().modeState().company());
        return isOther ? "it was asked for in other company" : null;
    }

    private static boolean isStart(Moment moment) {
        return moment.event() instanceof HouseEvent.OfCommand(CommandEvent.ExecutionStarted _);
    }
}
