/**
 * Providers that are processes of their own: a request enters, leaves as a line, and the answer comes back as an event.
 *
 * <p>Called from any thread. Nothing here waits for the process, and what it does can fail only the call.
 */
@NullMarked
package dev.parley.provider.external;

import org.jspecify.annotations.NullMarked;
