/**
 * WebSockets: upgrade requests enter, messages of a client reach its session in order, and what the session says leaves by a
 * bounded queue.
 *
 * <p>Each socket has two virtual threads. The reader calls its session and may be held up by it; the writer takes frames from
 * the queue, so that whoever sends never waits. A client that does not read what it is sent, sends what is no message or stays
 * silent for too long loses its socket. Text is UTF-8 to the byte, messages and queues are bounded.
 */
@NullMarked
package dev.parley.transport.socket;

import org.jspecify.annotations.NullMarked;
