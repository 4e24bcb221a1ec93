/**
 * Running a plan: events enter at its sources, come out at its sinks, and everything that happened on the way leaves as
 * notes for the record.
 *
 * <p>One loop owns a run. Handlers run to their end, one at a time, control first, then the node nearest to the end. A run
 * may never let an event of another epoch or of a cancelled turn through, or take its order from anything but its input.
 */
@NullMarked
package dev.parley.pipeline.run;

import org.jspecify.annotations.NullMarked;
