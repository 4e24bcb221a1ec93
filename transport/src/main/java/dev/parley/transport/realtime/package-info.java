/**
 * OpenAI's Realtime protocol, the events of its general release: events of one client enter by its socket, events about its
 * conversation leave by it.
 *
 * <p>A session decides nothing. What a client wants becomes a fact of its conversation; what it is told follows from what was
 * recorded and from the frames that were handed out, in that order. The socket's reader and the conversation's own thread meet
 * in one lock, which nobody holds while waiting.
 */
@NullMarked
package dev.parley.transport.realtime;

import org.jspecify.annotations.NullMarked;
