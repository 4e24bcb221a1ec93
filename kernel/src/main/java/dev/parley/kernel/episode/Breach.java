package dev.parley.kernel.episode;

/** A rule that was broken, or a warning that was raised: its stable id, and one sentence for people. */
public record Breach(String rule, String message) {}
