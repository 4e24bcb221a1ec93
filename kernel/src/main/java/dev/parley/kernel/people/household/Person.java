package dev.parley.kernel.people.household;

import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.addressing.AddressingState;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.age.AgeState;
import dev.parley.kernel.people.age.Birth;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.consent.ConsentState;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.greeting.GreetingState;
import dev.parley.kernel.people.identity.IdentityState;
import dev.parley.kernel.people.profile.ProfileState;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * One person and the machines that turn about them.
 *
 * @param facts the profile: what the house durably knows of the person
 * @param asked how things stood when the present command was asked for
 */
public record Person(
        String id,
        Role role,
        Facts facts,
        IdentityState identity,
        AddressingState addressing,
        AgeState age,
        ProfileState profile,
        CommandState command,
        @Nullable Circumstances asked,
        DelegationState delegation,
        ConsentState consent,
        GreetingState greeting) {

    public AgeClass ageClass() {
        return age.ageClass();
    }

    public boolean isConfirmed() {
        return identity.isConfirmed();
    }

    public boolean isConfirmedAdult() {
        return isConfirmed() && ageClass() == AgeClass.ADULT;
    }

    /** Whether today is the birthday, as far as the birthdate is trusted. */
    boolean isBirthday(LocalDate today) {
        Birth birth = age.birth();
        return birth != null && birth.isBirthday(today);
    }

    Person facts(Facts next) {
        return new Person(
                id, role, next, identity, addressing, age, profile, command, asked, delegation, consent, greeting);
    }

    Person identity(IdentityState next) {
        return new Person(
                id, role, facts, next, addressing, age, profile, command, asked, delegation, consent, greeting);
    }

    Person addressing(AddressingState next) {
        return new Person(id, role, facts, identity, next, age, profile, command, asked, delegation, consent, greeting);
    }

    Person age(AgeState next) {
        return new Person(
                id, role, facts, identity, addressing, next, profile, command, asked, delegation, consent, greeting);
    }

    Person profile(ProfileState next) {
        return new Person(
                id, role, facts, identity, addressing, age, next, command, asked, delegation, consent, greeting);
    }

    Person command(CommandState next, @Nullable Circumstances circumstances) {
        return new Person(
                id,
                role,
                facts,
                identity,
                addressing,
                age,
                profile,
                next,
                circumstances,
                delegation,
                consent,
                greeting);
    }

    Person delegation(DelegationState next) {
        return new Person(id, role, facts, identity, addressing, age, profile, command, asked, next, consent, greeting);
    }

    Person consent(ConsentState next) {
        return new Person(
                id, role, facts, identity, addressing, age, profile, command, asked, delegation, next, greeting);
    }

    Person greeting(GreetingState next) {
        return new Person(
                id, role, facts, identity, addressing, age, profile, command, asked, delegation, consent, next);
    }

    /** Names the person and nothing they told. */
    @Override
    public String toString() {
        return id;
    }
}
