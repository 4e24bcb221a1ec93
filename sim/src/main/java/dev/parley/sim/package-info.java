/**
 * The real session code on virtual time, with scripted people, providers, tools and faults.
 *
 * <p>Scenario files enter; recorded conversations and results computed from the record leave. One scenario runs on the
 * caller's thread from its first to its last event. Nothing here may decide anything about a conversation: it only
 * plays the world around it.
 */
@NullMarked
package dev.parley.sim;

import org.jspecify.annotations.NullMarked;
