/**
 * The ports through which the outside reaches decisions as data: time, timers, chance, cancellation, budgets, models.
 *
 * <p>Interfaces only, apart from tiny values. Production and simulation implement them; the code between is the same.
 * A port may never be called from inside a machine's {@code step}.
 */
@NullMarked
package dev.parley.kernel.port;

import org.jspecify.annotations.NullMarked;
