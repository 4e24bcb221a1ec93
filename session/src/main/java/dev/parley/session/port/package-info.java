/**
 * What a conversation needs from outside: a journal, providers, tools, people. Interfaces and small values only.
 *
 * <p>Requests leave through them on the loop's thread and must return at once; answers come back as events. An
 * implementation may never call into the loop from inside a request.
 */
@NullMarked
package dev.parley.session.port;

import org.jspecify.annotations.NullMarked;
