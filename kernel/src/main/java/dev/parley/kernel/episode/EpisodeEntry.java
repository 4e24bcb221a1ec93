package dev.parley.kernel.episode;

import java.time.Instant;

/** One line of an episode stream: a packet, or an event from outside (ruling C8). */
public sealed interface EpisodeEntry permits Packet, ExternalEvent {
    String correlationId();

    Instant createdAt();

    /** The name by which people know it, such as {@code DecisionPacket} or {@code user_input}. */
    String typeName();
}
