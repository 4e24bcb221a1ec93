/**
 * Live streams of a conversation, for whoever serves clients: a cursor enters, runes leave, in order, without a repeat and
 * without a silent gap.
 *
 * <p>Each subscription delivers on a virtual thread of its own and keeps no queue: it reads from the log as fast as its
 * reader takes, so a slow reader holds up nobody and is told when it has fallen far behind. What a reader may see is given
 * by the server for who it is; a client never chooses (ruling E3).
 */
@NullMarked
package dev.parley.agent.stream;

import org.jspecify.annotations.NullMarked;
