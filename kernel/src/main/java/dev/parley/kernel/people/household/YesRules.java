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
import dev.parley.kernel.people.profile.Update;
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

    /** Who says yes in this request, or null where nobody does or nothing waits for it. */
    private static @Nullable String sayer(Moment moment) {
        Person person = moment.person();
        if (person == null) {
            return null;
        }
        return switch (moment.event()) {
            case HouseEvent.OfCommand(CommandEvent.ConfirmationReceived yes) when isPending(person) -> yes.by();
            case HouseEvent.OfProfile(ProfileEvent.OwnerConfirmed yes)
            when person.profile() instanceof ProfileState.PendingConfirmation -> yes.by();
            case HouseEvent.OfDelegation(DelegationEvent.OwnerConfirmed yes) -> yes.by();
            case HouseEvent.OfConsent(ConsentEvent.Granted yes) -> yes.by();
            case HouseEvent.PersonAdded _,
                    HouseEvent.OfIdentity _,
                    HouseEvent.OfAddressing _,
                    HouseEvent.OfAge _,
                    HouseEvent.OfMode _,
                    HouseEvent.OfCommand _,
                    HouseEvent.OfProfile _,
                    HouseEvent.OfDelegation _,
                    HouseEvent.OfConsent _,
                    HouseEvent.OfGreeting _ -> null;
        };
    }

    private static boolean isPending(Person person) {
        return person.command() instanceof CommandState.PendingConfirmation
                || person.command().isWithdrawn();
    }

    private static @Nullable String identity(Moment moment) {
        String sayer = sayer(moment);
        if (sayer == null) {
            return null;
        }
        Person person = moment.house().person(sayer);
        if (person == null || Speaker.isImpersonated(moment.request())) {
            return "it is not clear who said yes";
        }
        if (!person.isConfirmed()) {
            return sayer + " is not confirmed";
        }
        return isAsked(moment, person) ? null : sayer + " is not the one who is asked";
    }

    private static boolean isAsked(Moment moment, Person sayer) {
        Person person = moment.person();
        boolean own = person != null && sayer.id().equals(person.id());
        return switch (moment.event()) {
                    case HouseEvent.OfProfile _ -> own || sayer.role().looksAfterOthers();
                    case HouseEvent.OfConsent _ -> own;
                    case HouseEvent.PersonAdded _,
                            HouseEvent.OfIdentity _,
                            HouseEvent.OfAddressing _,
                            HouseEvent.OfAge _,
                            HouseEvent.OfMode _,
                            HouseEvent.OfCommand _,
                            HouseEvent.OfDelegation _,
                            HouseEvent.OfGreeting _ -> true;
                }
                && !(needsVouching(person)
                        && moment.event() instanceof HouseEvent.OfProfile
                        && !sayer.role().looksAfterOthers());
    }

    private static boolean needsVouching(@Nullable Person person) {
        Update update = person == null ? null : person.profile().update();
        return update != null && update.needsVouching();
    }

    private static @Nullable String age(Moment moment) {
        String sayer = sayer(moment);
        Person person = sayer == null ? null : moment.house().person(sayer);
        if (person == null) {
            return null;
        }
        if (person.ageClass() != AgeClass.ADULT) {
            return sayer + " is not known to be an adult";
        }
        Circumstances asked = moment.person() == null ? null : moment.person().asked();
        boolean isCommand = moment.event() instanceof HouseEvent.OfCommand;
        return isCommand && asked != null && asked.age() != person.ageClass()
                ? sayer + " is not in the age class in which they asked"
                : null;
    }

    private static @Nullable String context(Moment moment) {
        Person person = moment.person();
        Circumstances asked = person == null ? null : person.asked();
        boolean isCommand = moment.event() instanceof HouseEvent.OfCommand;
        if (asked == null || !isCommand || !(isStart(moment) || sayer(moment) != null)) {
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
