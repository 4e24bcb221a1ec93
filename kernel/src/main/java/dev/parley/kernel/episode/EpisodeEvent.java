package dev.parley.kernel.episode;

/**
 * An entry as it is put to the episode room.
 *
 * @param overruns whether the entry was refused for its cost, and only its consequence is asked for (ruling C7)
 */
public record EpisodeEvent(EpisodeEntry entry, boolean overruns) {}
