package dev.parley.kernel;

/** A rule that a request would have broken. */
public record Violation(String id, Level level, String reason) {}
