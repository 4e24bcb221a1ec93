package dev.parley.kernel.stream;

import dev.parley.kernel.json.Json;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * What a stream is created with and keeps for as long as it lives.
 *
 * @param user whose stream it is; where it is null, every user counts as its user
 * @param interruptible whether others than the owner may interrupt by priority (ruling A2)
 * @param sessionKey the id under which its session is registered
 * @param opaqueData kept and replayed, never judged (stream model 8.3)
 */
public record Charter(
        String stream,
        String session,
        String sessionKey,
        @Nullable String user,
        boolean interruptible,
        OffsetDateTime createdAt,
        Json opaqueData) {}
