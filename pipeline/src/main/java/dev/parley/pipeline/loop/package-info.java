/**
 * Many conversations on few threads: wake-ups enter from any thread, and each conversation runs on the one carrier it
 * belongs to.
 *
 * <p>A conversation is never run by two threads and never moves to another. One wake-up of a carrier serves every
 * conversation that has something to do, and timers are entries in a wheel, not threads. A task may never block its
 * carrier: thousands of others wait behind it.
 */
@NullMarked
package dev.parley.pipeline.loop;

import org.jspecify.annotations.NullMarked;
