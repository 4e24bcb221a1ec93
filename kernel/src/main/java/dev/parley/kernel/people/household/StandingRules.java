package dev.parley.kernel.people.household;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Parameters;
import dev.parley.kernel.people.Speaker;
import dev.parley.kernel.people.addressing.AddressingEvent;
import dev.parley.kernel.people.age.AgeEvent;
import dev.parley.kernel.people.age.AgeRules;
import dev.parley.kernel.people.command.CommandEvent;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.profile.ProfileEvent;
import dev.parley.kernel.people.profile.ProfileState;
import dev.parley.kernel.people.profile.Update;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who may bring what into the house. */
final class StandingRules {
    static final String DERIVED = "people.household.derived";
    static final String PROVISIONED = "people.household.provisioned";
    static final String AUTHORITY = "people.profile.authority";
    static final String OWN_ADDRESS = "people.addressing.own";

    /** A role is given when a person is added; it is no part of the profile. */
    private static final String ROLE = "role";

    private StandingRules() {}

    static List<HouseRule> all() {
        return List.of(
                new HouseRule(
                        DERIVED, "What the house concludes is not brought in from outside.", StandingRules::derived),
                new HouseRule(
                        PROVISIONED, "People are added by whoever may look after them.", StandingRules::provisioned),
                new HouseRule(OWN_ADDRESS, "How a person is addressed is theirs to say.", StandingRules::address),
                new HouseRule(
                        AUTHORITY,
                        "A profile is changed by the confirmed person, or by a confirmed adult OWNER or ADMIN.",
                        StandingRules::authority),
                new HouseRule(
                        AgeRules.OUTSIDE_APPROVED, "A birthdate is part of the profile.", StandingRules::birthdate));
    }

    private static @Nullable String derived(Moment moment) {
        boolean isConclusion = isAuthorization(moment)
                || isAuthority(moment)
                || moment.event() instanceof HouseEvent.OfGreeting
                || moment.event() instanceof HouseEvent.ProfileForgotten;
        boolean isOwn = moment.request().actorKind() == ActorKind.SYSTEM && isAwaited(moment);
        return isConclusion && !isOwn ? "the house concludes this by itself" : null;
    }

    private static boolean isAwaited(Moment moment) {
        Person person = moment.person();
        return person != null
                && (!isAuthorization(moment) || person.command() instanceof CommandState.PendingAuthorization)
                && (!isAuthority(moment) || person.profile() instanceof ProfileState.PendingValidation);
    }

    private static boolean isAuthorization(Moment moment) {
        return moment.event() instanceof HouseEvent.OfCommand(CommandEvent event)
                && (event instanceof CommandEvent.AuthorizationGranted
                        || event instanceof CommandEvent.AuthorizationDenied);
    }

    private static boolean isAuthority(Moment moment) {
        return moment.event() instanceof HouseEvent.OfProfile(ProfileEvent event)
                && (event instanceof ProfileEvent.AuthorityVerified || event instanceof ProfileEvent.AuthorityDenied);
    }

    /** The runtime and the operator provision; a person may add others whose role is not above their own. */
    private static @Nullable String provisioned(Moment moment) {
        if (!(moment.event() instanceof HouseEvent.PersonAdded added)) {
            return null;
        }
        ActorKind kind = moment.request().actorKind();
        if (kind == ActorKind.SYSTEM || kind == ActorKind.OPERATOR) {
            return null;
        }
        String name = Speaker.person(moment.request().actor());
        Person host = moment.house().person(name);
        boolean isNew = added.kept() == null;
        return isNew && host != null && mayLookAfter(host) && added.role().compareTo(host.role()) >= 0
                ? null
                : "whoever asks may not add a person with this role";
    }

    private static boolean mayLookAfter(Person person) {
        return person.isConfirmedAdult() && person.role().looksAfterOthers();
    }

    private static @Nullable String address(Moment moment) {
        Person person = moment.person();
        String speaker = Speaker.person(moment.request().actor());
        boolean isForeign = moment.event() instanceof HouseEvent.OfAddressing(AddressingEvent.PreferenceStated _)
                && person != null
                && speaker != null
                && !speaker.equals(person.id());
        return isForeign ? "somebody else states it" : null;
    }

    private static @Nullable String authority(Moment moment) {
        Person person = moment.person();
        if (person == null
                || !(moment.event() instanceof HouseEvent.OfProfile(ProfileEvent.AuthorityVerified _))
                || !(person.profile() instanceof ProfileState.PendingValidation(Update update))) {
            return null;
        }
        if (update.field().equals(ROLE)) {
            return "a role is no part of a profile";
        }
        Person requester = moment.house().person(update.by());
        boolean may = requester != null && (update.own() ? requester.isConfirmed() : mayLookAfter(requester));
        return may ? null : update.by() + " may not change this profile now";
    }

    /** Only the runtime tells the house a birthdate directly, and never one that makes a person older than their profile. */
    private static @Nullable String birthdate(Moment moment) {
        Person person = moment.person();
        if (person == null || !(moment.event() instanceof HouseEvent.OfAge(AgeEvent.BirthdateKnown known))) {
            return null;
        }
        Json told = person.facts().get(Update.BIRTHDATE);
        LocalDate born = told instanceof Json.Str(String text) ? Parameters.date(text) : null;
        boolean isOlder = born != null && known.birth().date().isBefore(born);
        return known.trusted() && !isOlder ? null : "a birthdate changes through a profile update only";
    }
}
