/**
 * Signed lists of heads: what a chain alone cannot prove.
 *
 * <p>Heads of conversations enter; a signed text file leaves, at an interval and at close, on the commit loop's thread.
 * A list may never be written that tells of runes which are not durable.
 */
@NullMarked
package dev.parley.runelog.heads;

import org.jspecify.annotations.NullMarked;
