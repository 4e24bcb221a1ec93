/**
 * The life of one tool call, from the model's wish to its one result (rulings E4, X6, X9).
 *
 * <p>Events with their time enter, states and effects leave; nothing here waits, runs a tool or reads a clock, so that
 * the production router and a conversation on virtual time drive the very same machine. Pure, on the caller's thread;
 * a {@link dev.parley.kernel.tool.ToolLedger} belongs to one loop. It may never happen that a call settles twice, that
 * a tool runs without its permit, or that anything a tool or a model said counts as an approval.
 */
@NullMarked
package dev.parley.kernel.tool;

import org.jspecify.annotations.NullMarked;
