/**
 * How a person wants to be spoken to.
 *
 * <p>Preferences and guesses enter, the next addressing state leaves. Pure. A preference is shown to nobody but its
 * owner, a guess never outweighs it, and nobody is asked twice.
 */
@NullMarked
package dev.parley.kernel.people.addressing;

import org.jspecify.annotations.NullMarked;
