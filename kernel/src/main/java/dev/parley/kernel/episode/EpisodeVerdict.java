package dev.parley.kernel.episode;

import java.util.List;

/**
 * The answer to one entry.
 *
 * @param state the episode's state after the verdict
 * @param errors every rule of the first failing stage; empty exactly when the entry was accepted
 * @param warnings what is worth a look in an accepted entry
 */
public record EpisodeVerdict(EpisodeState state, List<Breach> errors, List<Breach> warnings) {
    public EpisodeVerdict {
        errors = List.copyOf(errors);
        warnings = List.copyOf(warnings);
    }

    public boolean accepted() {
        return errors.isEmpty();
    }
}
