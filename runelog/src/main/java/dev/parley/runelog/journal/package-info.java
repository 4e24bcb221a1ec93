/**
 * The journal: one sequence of frames for all conversations, written and synced by one loop.
 *
 * <p>Sealed runes enter on the appender's thread; bytes leave to the disk on the commit loop's; frames come back on a
 * reader's. A frame may never be acknowledged before it is on disk, and never be overwritten.
 */
@NullMarked
package dev.parley.runelog.journal;

import org.jspecify.annotations.NullMarked;
