/**
 * The media plane of a conversation: frames of a person's voice enter through a door, frames of the agent's speech leave
 * through a channel, and what was found in them goes to the loop.
 *
 * <p>Runs in the seat of its conversation, and only there; other threads reach nothing but the {@link
 * dev.parley.session.media.FrameDoor}. For a frame that nobody keeps nothing is allocated and nothing is locked. No frame
 * may leave after the output was hushed, and none before the verdict that allows its reply is durable.
 */
@NullMarked
package dev.parley.session.media;

import org.jspecify.annotations.NullMarked;
