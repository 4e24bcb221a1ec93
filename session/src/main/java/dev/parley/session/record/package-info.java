/**
 * The pen of a conversation: facts enter, runes leave, and what was recorded can be folded again.
 *
 * <p>On the loop's thread. A rune may never be written after the effect that it allows, except where the effect only
 * stops something.
 */
@NullMarked
package dev.parley.session.record;

import org.jspecify.annotations.NullMarked;
