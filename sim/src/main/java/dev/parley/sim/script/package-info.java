/**
 * Scenario files: YAML or a recorded scenario enters, an immutable {@link dev.parley.sim.script.Scenario} leaves.
 *
 * <p>On the caller's thread. A file with a mistake never runs in part: it is refused with file, line and reason.
 */
@NullMarked
package dev.parley.sim.script;

import org.jspecify.annotations.NullMarked;
