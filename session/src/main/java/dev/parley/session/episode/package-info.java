/**
 * The episode behind every answer: what was observed and believed, what was decided, authorised and done, and how it was
 * closed.
 *
 * <p>Observations, calls and results enter, packets leave for the episode room. On the loop's thread. No call may run
 * without a decision to act, and no answer may be given without an episode.
 */
@NullMarked
package dev.parley.session.episode;

import org.jspecify.annotations.NullMarked;
