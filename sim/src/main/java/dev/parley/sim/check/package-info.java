/**
 * The rules about people, checked as a whole: every house that can come about is visited.
 *
 * <p>Slices enter, reports leave; a broken property leaves with the shortest trace that breaks it, in the form in which
 * requests are driven. Pure, on the caller's thread, the same on every run.
 */
@NullMarked
package dev.parley.sim.check;

import org.jspecify.annotations.NullMarked;
