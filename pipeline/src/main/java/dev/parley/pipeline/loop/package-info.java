/**
 * Many conversations on few threads: wake-ups enter from any thread, and each conversation runs on the one carrier it
 * belongs to.
 *
 * <p>A conversation is never run by two threads and never moves to another. A carrier that has work goes in strides of a
 * few milliseconds, and each serves every conversation that has something to do; only an interruption does not wait for
 * the next one. Timers are entries in a wheel, not threads. A carrier that has too much to do refuses newcomers. A task
 * may never block its carrier: thousands of others wait behind it.
 */
@NullMarked
package dev.parley.pipeline.loop;

import org.jspecify.annotations.NullMarked;
