package dev.parley.kernel;

/** Ends the HALT of a conversation. Only an operator's request may carry it (ruling X4). */
public record Lift(String scope) implements Effect {}
