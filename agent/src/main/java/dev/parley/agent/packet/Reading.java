package dev.parley.agent.packet;

import dev.parley.kernel.episode.Breach;
import dev.parley.kernel.episode.EpisodeEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of one line. */
public sealed interface Reading {

    /** The line is not JSON, or its meaning depends on the reader because a key stands twice. */
    record NotJson(String reason) implements Reading {}

    /**
     * The line is JSON and fits no schema. Ids are given as far as they could be read.
     *
     * @param event whether it is an external event that is known by name
     */
    record Unfit(@Nullable String packetId, @Nullable String correlationId, boolean event, List<String> reasons)
            implements Reading {}

    /** The line is an entry of an episode; the warnings are about words that are not known. */
    record Fit(EpisodeEntry entry, List<Breach> warnings) implements Reading {}
}
