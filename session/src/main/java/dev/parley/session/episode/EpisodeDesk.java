package dev.parley.session.episode;

import dev.parley.kernel.episode.EpisodeState;
import dev.parley.kernel.json.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where the packets of a conversation's episodes go. On the conversation's loop. */
public interface EpisodeDesk {
    /**
     * Holds a packet, or an external event, to its schema and to the rules, and records it.
     *
     * @param turn the turn in which it is written
     * @return the rule that refused it, or null
     */
    @Nullable
    String write(Json.Obj packet, long turn);

    EpisodeState state(String correlationId);

    /** The moment that the next packet is made at. */
    Instant now();
}
