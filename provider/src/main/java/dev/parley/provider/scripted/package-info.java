/**
 * Providers that do exactly what a script says, for tests of agents and for simulation.
 *
 * <p>They work on the timers they are given, so on virtual time they are exact. A scripted provider obeys the same
 * contract as a real one, unless its script says that it does not.
 */
@NullMarked
package dev.parley.provider.scripted;

import org.jspecify.annotations.NullMarked;
