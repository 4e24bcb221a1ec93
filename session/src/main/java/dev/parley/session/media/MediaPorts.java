package dev.parley.session.media;

import dev.parley.session.port.AudioChannel;
import dev.parley.session.port.AudioSink;
import java.util.function.LongConsumer;

/**
 * The outside of a media plane.
 *
 * @param door where the person's frames come in
 * @param wakeAt asks the seat for a run at this monotonic time
 * @param channel where the agent's frames go
 * @param kept where sound is kept while everyone has consented
 */
public record MediaPorts(FrameDoor door, LongConsumer wakeAt, AudioChannel channel, AudioSink kept) {}
