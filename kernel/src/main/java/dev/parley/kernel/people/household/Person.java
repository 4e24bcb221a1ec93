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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One person and the machines that turn about them.
 *
 * @param facts the profile: what the house durably knows of the person
 * @param command the command that is asked for without a call of a tool
 * @param asked how things stood when it was asked for
 * @param calls the commands that are asked for with a call each, by the id of the call
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
        Map<String, CalledCommand> calls,
        DelegationState delegation,
        ConsentState consent,
        GreetingState greeting) {

    public Person {
        calls = calls.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(calls));
    }

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
                id,
                role,
                next,
                identity,
                addressing,
                age,
                profile,
                command,
                asked,
                calls,
                delegation,
                consent,
                greeting);
    }

    Person identity(IdentityState next) {
        return new Person(
                id, role, facts, next, addressing, age, profile, command, asked, calls, delegation, consent, greeting);
    }

    Person addressing(AddressingState next) {
        return new Person(
                id, role, facts, identity, next, age, profile, command, asked, calls, delegation, consent, greeting);
    }

    Person age(AgeState next) {
        return new Person(
                id,
                role,
                facts,
                identity,
                addressing,
                next,
                profile,
                command,
                asked,
                calls,
                delegation,
                consent,
                greeting);
    }

    Person profile(ProfileState next) {
        return new Person(
                id, role, facts, identity, addressing, age, next, command, asked, calls, delegation, consent, greeting);
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
                calls,
                delegation,
                consent,
                greeting);
    }

    /** The person with the command of this call in the place of the other one; rules look at one command at a time. */
    Person facing(@Nullable String call) {
        if (call == null) {
            return this;
        }
        CalledCommand called = calls.get(call);
        return called == null ? command(new CommandState.Idle(null), null) : command(called.state(), called.asked());
    }

    /** What became of the command of this call; one that is over is forgotten, but for a yes that comes too late. */
    Person called(String call, CommandState next, @Nullable Circumstances circumstances) {
        Map<String, CalledCommand> open = new LinkedHashMap<>(calls);
        boolean isLate = next instanceof CommandState.Idle idle && idle.expired() != null;
        if (next instanceof CommandState.Idle) {
            open.remove(call);
        } else {
            open.put(call, new CalledCommand(next, circumstances));
        }
        return new Person(
                id,
                role,
                facts,
                identity,
                addressing,
                age,
                profile,
                isLate && command instanceof CommandState.Idle ? next : command,
                asked,
                open,
                delegation,
                consent,
                greeting);
    }

    Person delegation(DelegationState next) {
        return new Person(
                id, role, facts, identity, addressing, age, profile, command, asked, calls, next, consent, greeting);
    }

    Person consent(ConsentState next) {
        return new Person(
                id, role, facts, identity, addressing, age, profile, command, asked, calls, delegation, next, greeting);
    }

    Person greeting(GreetingState next) {
        return new Person(
                id, role, facts, identity, addressing, age, profile, command, asked, calls, delegation, consent, next);
    }

    /** Names the person and nothing they told. */
    @Override
    public String toString() {
        return id;
    }
}
