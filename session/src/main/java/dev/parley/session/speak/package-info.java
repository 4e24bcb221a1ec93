/**
 * Speaking: what is synthesised, what plays, what is held back, and how much of it was heard.
 *
 * <p>Replies enter, playback runes leave, and the judgement about every sentence that carries a fact. On the loop's thread. No
 * such sentence may be heard before it was judged. What was not played may never count as heard (ruling
 * E7), and nothing may play after its turn has ended.
 */
@NullMarked
package dev.parley.session.speak;

import org.jspecify.annotations.NullMarked;
