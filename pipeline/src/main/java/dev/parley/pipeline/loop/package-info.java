/**
 * Many conversations on few threads: wake-ups enter from any thread, and each conversation runs on the one carrier it
 * belongs to.
 *
 * <p>A conversation is never run by two threads at once and never moves to another carrier. A carrier that has work goes in
 * strides of a few milliseconds, and each serves every conversation that has something to do; only an interruption does not
 * wait for the next one. Timers are entries in a wheel, not threads. A carrier that has too much to do refuses newcomers. A
 * task may not block: while it takes long, another thread serves the others, and there are only a few of these.
 */
@NullMarked
package dev.parley.pipeline.loop;

import org.jspecify.annotations.NullMarked;
