/**
 * The life of an agent in a conversation, held to its invariants.
 *
 * <p>What people said and what models and tools answered enters; recorded packets, tool calls and replies leave. Each
 * agent runs on a virtual thread of its own under its conversation's supervisor. It may never happen that a model's wish
 * becomes an act without an episode that allows it, or that one agent's failure reaches another.
 */
@NullMarked
package dev.parley.agent;

import org.jspecify.annotations.NullMarked;
