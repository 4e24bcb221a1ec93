/**
 * Episodes around the model: what an agent perceives, decides and does enters, and leaves as packets in the record.
 *
 * <p>Every packet is judged by {@code kernel.episode} in its strict profile before it is written, so that no step can be
 * skipped and {@code episode check} accepts what was recorded. Any thread; a scribe has one lock. A call may never be
 * dispatched whose directive was not accepted, and a call that changes the world never without its permit as token.
 */
@NullMarked
package dev.parley.agent.episode;

import org.jspecify.annotations.NullMarked;
