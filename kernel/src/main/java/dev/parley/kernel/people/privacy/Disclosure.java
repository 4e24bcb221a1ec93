package dev.parley.kernel.people.privacy;

import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.mode.Mode;
import java.util.Set;

/**
 * One sentence about to be spoken that carries a fact.
 *
 * @param owner whose fact it is
 * @param ownerAge the owner's age class
 * @param listener to whom the sentence is spoken
 * @param listenerConfirmed whether the listener's identity is confirmed
 * @param present everyone else who is known to be there
 * @param consented whether the owner has granted consent to share it
 */
public record Disclosure(
        String owner,
        AgeClass ownerAge,
        Sensitivity sensitivity,
        String listener,
        boolean listenerConfirmed,
        Mode mode,
        Set<String> present,
        boolean consented) {

    public Disclosure {
        present = Set.copyOf(present);
    }

    /** Whether nobody but the owner hears it. */
    boolean isAlone() {
        boolean others = present.stream().anyMatch(person -> !person.equals(owner));
        return listener.equals(owner) && listenerConfirmed && !mode.isShared() && !others;
    }
}
