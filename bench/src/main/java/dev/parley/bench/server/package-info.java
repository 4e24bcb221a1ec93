/**
 * A server under load, measured from outside: a process with the server, real sockets on the loopback, and all clients on one
 * thread of this process.
 *
 * <p>Nothing enters but the wish to be quick; results leave. The same clients send the same frames to a plain echo, which shows
 * what the machine and the library below the server can carry at all.
 */
@NullMarked
package dev.parley.bench.server;

import org.jspecify.annotations.NullMarked;
