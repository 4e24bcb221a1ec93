/**
 * Takes up a conversation whose runtime was lost or has lost it: the recorded runes enter, the runes that close what was
 * left open leave, and a summary of them.
 *
 * <p>On the loop's thread. Nothing may be spoken, asked or run again here, and nothing may be closed for a reason that the
 * record does not show.
 */
@NullMarked
package dev.parley.session.recover;

import org.jspecify.annotations.NullMarked;
