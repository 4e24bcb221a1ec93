/**
 * Measurements of whole conversations in a {@link dev.parley.session.SessionHost}: people, scripted providers, agent, turns
 * and speech in frames, recorded on a real disk.
 *
 * <p>Nothing enters but the wish to be quick; results leave. People act by the timers of their own conversation, so that
 * being late counts, whoever was late.
 */
@NullMarked
package dev.parley.bench.session;

import org.jspecify.annotations.NullMarked;
