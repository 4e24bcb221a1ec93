/**
 * Getting one piece of work done by one of several providers: a request enters, and its events, the outcome of every call
 * and one last outcome leave.
 *
 * <p>Runs on its conversation's loop; the providers' own code runs on other threads and comes back through a door. The same
 * work may never run at two providers at once, end twice, outlive its time-outs, or accept an event of an attempt that was
 * given up.
 */
@NullMarked
package dev.parley.provider.dispatch;

import org.jspecify.annotations.NullMarked;
