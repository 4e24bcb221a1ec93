package dev.parley.kernel.people.rooms;

import dev.parley.kernel.people.addressing.AddressingEvent;
import dev.parley.kernel.people.addressing.AddressingMachine;
import dev.parley.kernel.people.addressing.AddressingReader;
import dev.parley.kernel.people.addressing.AddressingRules;
import dev.parley.kernel.people.addressing.AddressingState;
import dev.parley.kernel.people.age.AgeEvent;
import dev.parley.kernel.people.age.AgeMachine;
import dev.parley.kernel.people.age.AgeReader;
import dev.parley.kernel.people.age.AgeRules;
import dev.parley.kernel.people.age.AgeState;
import dev.parley.kernel.people.command.CommandEvent;
import dev.parley.kernel.people.command.CommandMachine;
import dev.parley.kernel.people.command.CommandReader;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.command.ConfirmationRules;
import dev.parley.kernel.people.consent.ConsentEvent;
import dev.parley.kernel.people.consent.ConsentMachine;
import dev.parley.kernel.people.consent.ConsentReader;
import dev.parley.kernel.people.consent.ConsentState;
import dev.parley.kernel.people.delegation.DelegationEvent;
import dev.parley.kernel.people.delegation.DelegationMachine;
import dev.parley.kernel.people.delegation.DelegationReader;
import dev.parley.kernel.people.delegation.DelegationRules;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.identity.IdentityEvent;
import dev.parley.kernel.people.identity.IdentityMachine;
import dev.parley.kernel.people.identity.IdentityReader;
import dev.parley.kernel.people.identity.IdentityRules;
import dev.parley.kernel.people.identity.IdentityState;
import dev.parley.kernel.people.mode.ModeEvent;
import dev.parley.kernel.people.mode.ModeMachine;
import dev.parley.kernel.people.mode.ModeReader;
import dev.parley.kernel.people.mode.ModeRules;
import dev.parley.kernel.people.mode.ModeState;
import dev.parley.kernel.people.profile.ProfileEvent;
import dev.parley.kernel.people.profile.ProfileMachine;
import dev.parley.kernel.people.profile.ProfileReader;
import dev.parley.kernel.people.profile.ProfileRules;
import dev.parley.kernel.people.profile.ProfileState;
import java.util.List;

/** Each machine about people as a room of its own, for whoever drives one alone. */
public final class PeopleRooms {
    private PeopleRooms() {}

    public static MachineRoom<IdentityState, IdentityEvent> identity() {
        return new MachineRoom<>(new IdentityMachine(), IdentityReader::read, IdentityRules.all());
    }

    public static MachineRoom<AddressingState, AddressingEvent> addressing() {
        return new MachineRoom<>(new AddressingMachine(), AddressingReader::read, AddressingRules.all());
    }

    public static MachineRoom<AgeState, AgeEvent> age() {
        return new MachineRoom<>(new AgeMachine(), AgeReader::read, AgeRules.all());
    }

    public static MachineRoom<ModeState, ModeEvent> mode() {
        return new MachineRoom<>(new ModeMachine(), ModeReader::read, ModeRules.all());
    }

    public static MachineRoom<CommandState, CommandEvent> command() {
        return new MachineRoom<>(new CommandMachine(), CommandReader::read, ConfirmationRules.all());
    }

    public static MachineRoom<ProfileState, ProfileEvent> profile() {
        return new MachineRoom<>(new ProfileMachine(), ProfileReader::read, ProfileRules.all());
    }

    public static MachineRoom<DelegationState, DelegationEvent> delegation() {
        return new MachineRoom<>(new DelegationMachine(), DelegationReader::read, DelegationRules.all());
    }

    public static MachineRoom<ConsentState, ConsentEvent> consent() {
        return new MachineRoom<>(new ConsentMachine(), ConsentReader::read, List.of());
    }
}
