/**
 * What may be said before whom, and in which tone.
 *
 * <p>A fact and the company enter, a decision about the next sentence leaves. Pure, asked for every sentence, so that a
 * change of mode acts on the very next one. Nothing personal may be said before someone whom the house does not know.
 */
@NullMarked
package dev.parley.kernel.people.privacy;

import org.jspecify.annotations.NullMarked;
