/**
 * Time as the loop sees it: milliseconds since the conversation began, and timers with a rank.
 *
 * <p>On the loop's thread. Nothing here may look at a clock that is not a port.
 */
@NullMarked
package dev.parley.session.time;

import org.jspecify.annotations.NullMarked;
