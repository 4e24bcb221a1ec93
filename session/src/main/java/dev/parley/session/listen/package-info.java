/**
 * Hearing people out: who is voiced, what was said and not yet answered, and when a turn of speech is over.
 *
 * <p>Voice and transcript events enter, what they mean for the floor leaves. On the loop's thread. Noise may never be
 * taken for words, and words may never be taken twice.
 */
@NullMarked
package dev.parley.session.listen;

import org.jspecify.annotations.NullMarked;
