/**
 * Cancellation with explicit scopes: a request to stop enters at one scope, and everything inside that scope is told.
 *
 * <p>A scope may be cancelled and asked from any thread; what it calls back runs on the thread that cancels. After a
 * cancel no scope may accept anything of the generation that was cancelled.
 */
@NullMarked
package dev.parley.pipeline.cancel;

import org.jspecify.annotations.NullMarked;
