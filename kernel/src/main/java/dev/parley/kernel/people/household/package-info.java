/**
 * The people of one house and all their machines together: the one place where the rules between machines hold.
 *
 * <p>Requests about a person enter, the next state of the house leaves; what the house concludes by itself follows as
 * requests by {@code system}. Pure, on the registrar's thread. No command is released for which a rule of
 * {@link dev.parley.kernel.people.household.CommandRules} fails at that moment.
 */
@NullMarked
package dev.parley.kernel.people.household;

import org.jspecify.annotations.NullMarked;
