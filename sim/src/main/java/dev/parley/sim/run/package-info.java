/**
 * The world of a scenario: virtual time, and everybody in it who follows the script.
 *
 * <p>A scenario enters, events for the session leave, in an order that depends on the script alone. On the caller's
 * thread. Nothing here may look at a clock, at chance or at the order of a hash map.
 */
@NullMarked
package dev.parley.sim.run;

import org.jspecify.annotations.NullMarked;
