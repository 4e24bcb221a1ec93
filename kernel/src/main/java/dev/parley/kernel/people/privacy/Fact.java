package dev.parley.kernel.people.privacy;

/**
 * Something the house knows about somebody: a field of a profile, a form of address, what a tool answered them.
 *
 * @param name what kind of fact it is, never the fact itself
 * @param text how it would show in a sentence
 */
public record Fact(String owner, String name, Sensitivity sensitivity, String text) {

    /** Names the fact and does not tell it. */
    @Override
    public String toString() {
        return owner + "." + name;
    }
}
