/**
 * The same fold, run again over the record.
 *
 * <p>Runes of one conversation enter in order; the state they lead to leaves, or the first event that is not what the
 * rules lead to, with what was expected and what was found. On the caller's thread, one conversation at a time. Replay may
 * never write, and never asks the world anything.
 */
@NullMarked
package dev.parley.replay;

import org.jspecify.annotations.NullMarked;
