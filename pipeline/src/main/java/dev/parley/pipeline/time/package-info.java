/**
 * One timeline for a session: transport timestamps and arrival times enter, places on the media line leave.
 *
 * <p>Owned by one loop; all time enters as data. Media time may never run backwards within a stream, and a jump is always
 * said, never smoothed away.
 */
@NullMarked
package dev.parley.pipeline.time;

import org.jspecify.annotations.NullMarked;
