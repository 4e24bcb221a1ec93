/**
 * The record. Drafts enter; runes in gap-free, hash-chained conversations leave, to readers and live tails.
 *
 * <p>Appends run on the caller's thread, one commit loop per process writes and syncs, readers read on their own thread.
 * A rune that was acknowledged may never be lost or altered unnoticed, and damage may never be passed over in silence.
 */
@NullMarked
package dev.parley.runelog;

import org.jspecify.annotations.NullMarked;
