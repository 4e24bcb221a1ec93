/**
 * Workspace checkpoints: a folder tree stored by content, and restored byte for byte.
 *
 * <p>Folders enter and leave, on the caller's thread. A path or a link that leads out of the workspace may never be
 * stored or restored, and a restore that differs may never be called done.
 */
@NullMarked
package dev.parley.runelog.checkpoint;

import org.jspecify.annotations.NullMarked;
