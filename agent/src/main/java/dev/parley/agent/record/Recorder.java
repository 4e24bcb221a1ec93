package dev.parley.agent.record;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Where an agent writes what it decided, and reads it back after a restart. */
public interface Recorder {
    /** Takes a batch of one conversation, whole or not at all. */
    Receipt append(List<RuneDraft> batch);

    /** Everything recorded of a conversation, in order. */
    List<Rune> read(String conversation);

    /**
     * What was taken. The runes are part of the conversation at once; the future completes when they are on disk, and
     * fails when they cannot be.
     */
    record Receipt(long firstEventId, CompletableFuture<Void> durable) {}
}
