/**
 * The household as one conversation asks it: who is here, who may approve, and whose command is released.
 *
 * <p>Facts about people enter, verdicts of the household leave as runes. On the loop's thread. Nothing a person or a
 * model says about standing, age or company may count unless the household has decided it.
 */
@NullMarked
package dev.parley.session.people;

import org.jspecify.annotations.NullMarked;
