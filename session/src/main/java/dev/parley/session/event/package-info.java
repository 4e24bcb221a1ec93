/**
 * What can happen to a conversation. Past-tense, immutable facts, offered to the loop from any thread.
 *
 * <p>Nothing here decides anything, and no event may carry a reference to something that changes.
 */
@NullMarked
package dev.parley.session.event;

import org.jspecify.annotations.NullMarked;
