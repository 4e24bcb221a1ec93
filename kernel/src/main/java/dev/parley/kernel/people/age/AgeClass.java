package dev.parley.kernel.people.age;

/** What rules and tone go by. */
public enum AgeClass {
    UNKNOWN,
    CHILD,
    TEEN,
    ADULT;

    /** Whether the safe behaviour applies: to minors, and to everyone whose age is not known. */
    public boolean isProtected() {
        return this != ADULT;
    }

    /** Whether the person is known to be a minor. */
    public boolean isMinor() {
        return this == CHILD || this == TEEN;
    }
}
