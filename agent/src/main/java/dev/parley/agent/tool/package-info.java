/**
 * The tool router: what a model asks for enters, one result for each call leaves.
 *
 * <p>Calls, approvals and cancels may come from any thread; every event of a conversation's calls is decided and
 * appended under one lock, in one order, and tools run on virtual threads of their own. A tool may never run before its
 * intent is durable, never twice for one call id, and never because of something that a tool, a model or a transcript
 * said.
 */
@NullMarked
package dev.parley.agent.tool;

import org.jspecify.annotations.NullMarked;
