/**
 * Recorded events as a timeline: runes enter in their order, and views of it and cursors on it leave.
 *
 * <p>Immutable apart from the cursor, which belongs to whoever steps it. A view may never reorder what was recorded, and
 * stepping may never depend on anything but the timeline and the position.
 */
@NullMarked
package dev.parley.replay.timeline;

import org.jspecify.annotations.NullMarked;
