/**
 * Who may run a session where: requests for placement enter, leases with epochs and a view for routing leave.
 *
 * <p>The authority may be asked from any thread; a guard belongs to one loop. Two runtimes may never hold a valid lease
 * of one session at the same epoch, an epoch is never used twice, and nothing passes a guard without the current one.
 */
@NullMarked
package dev.parley.pipeline.place;

import org.jspecify.annotations.NullMarked;
