package dev.parley.runelog;

import dev.parley.kernel.rune.Hash;

/**
 * Where a conversation stands.
 *
 * @param eventId the newest event id, 0 before the first
 * @param hash the hash of that rune
 * @param durable the newest event id that is on disk
 * @param earliest the first event id that is still here; more than 1 after a compaction
 * @param haltedAt the event id from which on the conversation is halted, or 0
 */
public record Head(String conversation, long eventId, Hash hash, long durable, long earliest, long haltedAt) {}
