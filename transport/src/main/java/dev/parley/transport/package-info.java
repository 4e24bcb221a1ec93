/**
 * The server: HTTP requests enter, conversations of a {@link dev.parley.Parley} are opened, spoken to, stopped and watched.
 *
 * <p>Every request runs on a virtual thread of its own and may block there. Who asks is known before anything else is looked
 * at; nobody meets a conversation that is not theirs, and no answer carries a stack trace or a secret.
 */
@NullMarked
package dev.parley.transport;

import org.jspecify.annotations.NullMarked;
