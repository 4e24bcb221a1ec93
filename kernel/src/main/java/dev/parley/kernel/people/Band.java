package dev.parley.kernel.people;

/** How much a signal weighs. */
public enum Band {
    LOW,
    MEDIUM,
    HIGH;

    public boolean isAtLeastMedium() {
        return this != LOW;
    }
}
