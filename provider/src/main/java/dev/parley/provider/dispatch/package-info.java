/**
 * Getting one piece of work done by one of several providers: a request enters, and its events, switches and one last
 * outcome leave.
 *
 * <p>Runs on its conversation's loop. The same work may never run at two providers at once, end twice, or accept an event
 * of an attempt that was given up.
 */
@NullMarked
package dev.parley.provider.dispatch;

import org.jspecify.annotations.NullMarked;
