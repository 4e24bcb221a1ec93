package dev.parley.kernel.episode;

/** One row of the transition table. */
public record Row(EpisodeState from, Trigger trigger, Guard guard, EpisodeState to) {}
