package dev.parley.kernel;

/** The next state of another subject that moves with the same verdict, or not at all. */
public record Alongside<S extends Registered>(S state) implements Effect {}
