package dev.parley.session.people;

import dev.parley.kernel.people.addressing.AddressingState;
import dev.parley.kernel.people.addressing.Form;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.delegation.Loan;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.CommandSpec;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.mode.Mode;
import java.util.List;
import java.util.function.Supplier;

/** What an agent that words its answers itself may ask the house. Any thread may. */
public final class HouseView {
    private final Object lock;
    private final Supplier<House> house;
    private final HouseTalk talk;
    private final Proofs proofs;
    private final Confidences confidences;
    private final Catalogue catalogue;

    HouseView(
            Object lock,
            Supplier<House> house,
            HouseTalk talk,
            Proofs proofs,
            Confidences confidences,
            Catalogue catalogue) {
        this.lock = lock;
        this.house = house;
        this.catalogue = catalogue;
        this.talk = talk;
        this.proofs = proofs;
        this.confidences = confidences;
    }

    /** Everyone in the house, as of now. */
    public House house() {
        synchronized (lock) {
            return house.get();
        }
    }

    /** What the last words were to the house, and what came of them. */
    public List<Heard> heard() {
        synchronized (lock) {
            return talk.heard();
        }
    }

    /** What the house waits to hear since the last words, as it is asked; empty if it asks nothing. */
    public String asks() {
        synchronized (lock) {
            HouseQuestion last = talk.questions().last();
            return last == null ? "" : last.asks(house.get());
        }
    }

    /** What this person once told the house about themself. */
    public List<String> memories(String id) {
        synchronized (lock) {
            return confidences.memories(id);
        }
    }

    /** Whether this person can prove who they are. */
    public boolean hasPin(String id) {
        return proofs.hasPin(id);
    }

    /** Whether the house would listen to this person about this command at all; what it says then is decided when they ask. */
    public boolean isOpenTo(String id, String command) {
        Person known = house().person(id);
        CommandSpec spec = catalogue.commandOf(command);
        return known != null
                && spec != null
                && known.isConfirmed()
                && (catalogue.isOpenTo(known.role(), spec.group())
                        || (known.delegation() instanceof DelegationState.Active(Loan loan)
                                && loan.group() == spec.group()));
    }

    /** Whether to ask this person now how they want to be addressed; that is recorded, and true once at most. */
    public boolean asksForAddress(String id) {
        synchronized (lock) {
            return house.get().mode() == Mode.PRIVATE && talk.asksForAddress(id);
        }
    }

    /** The name by which this person wants to be addressed, while nobody else hears it; else empty. */
    public String address(String id) {
        House now = house();
        Person known = now.person(id);
        return known != null
                        && known.isConfirmed()
                        && now.mode() == Mode.PRIVATE
                        && known.addressing() instanceof AddressingState.Confirmed(boolean _, Form wish)
                        && wish.name() != null
                ? wish.name()
                : "";
    }

    /** Looks for a PIN in words that are about to enter, so that the conversation need not. From any thread; waits for nothing. */
    public void scan(String text) {
        proofs.scan(text);
    }
}
