/**
 * Tool calls of a conversation: asked for, approved or not, started, settled exactly once.
 *
 * <p>Calls enter from a reply, results leave as runes. On the loop's thread. A call may never run twice, run without an
 * approval that it needs, or end without a result.
 */
@NullMarked
package dev.parley.session.tool;

import org.jspecify.annotations.NullMarked;
