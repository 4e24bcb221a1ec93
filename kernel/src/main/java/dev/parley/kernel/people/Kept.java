package dev.parley.kernel.people;

import dev.parley.kernel.Registered;

/** The state of a machine that is driven alone, under the id it was given. */
public record Kept<S>(String id, S state) implements Registered {}
