/**
 * Budgets by scope: what was spent and how late it is enter, and one of continue, degrade, fallback or terminate leaves.
 *
 * <p>Owned by one loop, which passes the time in. A budget may never be spent beyond its limit by a reservation, be read
 * from a clock, or run out without saying so exactly once.
 */
@NullMarked
package dev.parley.pipeline.budget;

import org.jspecify.annotations.NullMarked;
