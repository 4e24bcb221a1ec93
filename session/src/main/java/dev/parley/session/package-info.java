/**
 * One loop per conversation.
 *
 * <p>Immutable events enter through {@link dev.parley.session.ConversationLoop#offer}; runes leave through the journal
 * port and, once recorded, requests through the provider and tool ports. Everything runs on the loop's own thread, one
 * event to its end before the next. No class here may read a wall clock, start a thread, block, or let anything be
 * spoken or executed that no rune allows; only stopping never waits (ruling X9).
 */
@NullMarked
package dev.parley.session;

import org.jspecify.annotations.NullMarked;
