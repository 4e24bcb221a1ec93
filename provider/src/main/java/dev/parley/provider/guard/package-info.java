/**
 * What stands before a call: the moment and size of a call enter, and leave admitted or with the outcome it would have
 * had anyway.
 *
 * <p>Shared by all conversations of a host, so every method may be called from any thread, and none takes a lock. What was
 * answered here is recorded as the outcome of the call; nothing is decided by it a second time. A call beyond a declared limit may never reach the provider.
 */
@NullMarked
package dev.parley.provider.guard;

import org.jspecify.annotations.NullMarked;
