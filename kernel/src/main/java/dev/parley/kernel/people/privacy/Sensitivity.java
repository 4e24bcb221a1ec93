package dev.parley.kernel.people.privacy;

/** How much a fact tells about its owner. */
public enum Sensitivity {
    /** Anybody may hear it: the weather, the time. */
    PUBLIC,
    /** Tells something about somebody: a plan, a memory, a tool's answer about them. */
    PERSONAL,
    /** Tells what people keep to themselves: birthdate, health, money, how they want to be addressed. */
    SENSITIVE
}
