package dev.parley.kernel.people.household;

import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.addressing.AddressingEvent;
import dev.parley.kernel.people.age.AgeEvent;
import dev.parley.kernel.people.age.Birth;
import dev.parley.kernel.people.command.CommandEvent;
import dev.parley.kernel.people.consent.ConsentEvent;
import dev.parley.kernel.people.delegation.DelegationEvent;
import dev.parley.kernel.people.greeting.GreetingDue;
import dev.parley.kernel.people.identity.IdentityEvent;
import dev.parley.kernel.people.mode.ModeEvent;
import dev.parley.kernel.people.profile.ProfileEvent;
import java.time.LocalDate;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Something that happens to a person of the house: an event of one of their machines, or their arrival in it. */
public sealed interface HouseEvent {
    /** A person comes into the house: a new one, or one whose profile was kept. */
    record PersonAdded(
            Role role,
            @Nullable Birth birth,
            LocalDate today,
            @Nullable Profile kept) implements HouseEvent {}

    /** What these fields of a profile say was deleted in another conversation of the house. */
    record ProfileForgotten(Set<String> fields) implements HouseEvent {
        public ProfileForgotten {
            fields = Set.copyOf(fields);
        }
    }

    record OfIdentity(IdentityEvent event) implements HouseEvent {}

    record OfAddressing(AddressingEvent event) implements HouseEvent {}

    record OfAge(AgeEvent event) implements HouseEvent {}

    record OfMode(ModeEvent event) implements HouseEvent {}

    record OfCommand(CommandEvent event) implements HouseEvent {}

    record OfProfile(ProfileEvent event) implements HouseEvent {}

    record OfDelegation(DelegationEvent event) implements HouseEvent {}

    record OfConsent(ConsentEvent event) implements HouseEvent {}

    record OfGreeting(GreetingDue event) implements HouseEvent {}
}
