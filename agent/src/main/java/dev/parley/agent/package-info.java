/**
 * What an agent acts with: tools and their policy, the sandbox, MCP servers, packets and memories.
 *
 * <p>Permitted calls enter; results leave. A tool runs on a virtual thread of its own. It may never happen that a tool
 * runs by itself: the conversation's tool driver starts it when its intent is durable.
 */
@NullMarked
package dev.parley.agent;

import org.jspecify.annotations.NullMarked;
