package dev.parley.kernel.event;

import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Visibility;
import org.jspecify.annotations.Nullable;

/** Voices that are detected, and the transcripts of what they say. */
public sealed interface VoiceEvents extends Event {

    /**
     * One stretch of voice.
     *
     * @param by the person who is taken to be the speaker, empty if unknown
     * @param speech false for noise
     */
    record VoiceSegment(String segment, String by, boolean speech) {}

    /** @param beganMs when the voice began, where it was detected later than that */
    @Kind(value = "voice.began", means = "A voice began.")
    record VoiceSegmentStarted(
            @Inline VoiceSegment voice, @Nullable Long beganMs) implements VoiceEvents {}

    @Kind(value = "voice.ended", means = "A voice ended.")
    record VoiceSegmentEnded(@Inline VoiceSegment voice) implements VoiceEvents {}

    @Kind(
            value = "voice.lost",
            means = "The words of a voice were lost or not understood.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record VoiceSegmentLost(@Inline VoiceSegment voice) implements VoiceEvents {}

    @Kind(
            value = "stt.partial",
            means = "A partial transcript was received.",
            lane = Lane.TELEMETRY,
            visibility = Visibility.INTERNAL,
            ownWords = true)
    record PartialTranscriptReceived(
            @Inline VoiceSegment voice, @About("by") String piiText) implements VoiceEvents {}

    @Kind(value = "stt.final", means = "The final transcript was received.", ownWords = true)
    record FinalTranscriptReceived(
            @Inline VoiceSegment voice, @About("by") String piiText) implements VoiceEvents {}
}
