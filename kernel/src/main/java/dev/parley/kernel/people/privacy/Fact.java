package dev.parley.kernel.people.privacy;

/**
 * One way in which something that the house knows about somebody shows in a sentence.
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
