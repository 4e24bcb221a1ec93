/**
 * What a conversation is configured with: limits, times, agents and spoken cues.
 *
 * <p>Immutable values, read on any thread. Nothing here may depend on another package of the session.
 */
@NullMarked
package dev.parley.session.settings;

import org.jspecify.annotations.NullMarked;
