package dev.parley.kernel.episode;

import java.time.Instant;

/** What the validator needs of a packet's header: who it is, which episode it belongs to, and when it was made. */
public record Header(String packetId, String correlationId, Instant createdAt) {}
