package dev.parley.kernel.event;

import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Visibility;
import org.jspecify.annotations.Nullable;

/** What is played of the replies, and which captions are shown. A sentence is played under a number of its own. */
public sealed interface PlaybackEvents extends Event {

    /** @param audioMs absent while the audio is still being synthesised */
    @Kind(value = "playback.started", means = "Audio of a reply began to play.")
    record PlaybackStarted(long reply, @Nullable Long audioMs) implements PlaybackEvents {}

    @Kind(value = "playback.paused", means = "Playback of a reply paused because of a voice.")
    record PlaybackPaused(long reply, long playedMs) implements PlaybackEvents {}

    @Kind(
            value = "playback.suspended",
            means = "Playback of a reply stopped because the connection was lost or the floor was taken.")
    record PlaybackSuspended(long reply, long playedMs) implements PlaybackEvents {}

    @Kind(value = "playback.stalled", means = "Playback of a reply stopped because its audio is synthesised again.")
    record PlaybackStalled(long reply, long playedMs) implements PlaybackEvents {}

    /**
     * @param play the event of the verdict that allowed the reply to be played
     * @param after the event with which it stopped
     * @param audioMs absent while the audio is still being synthesised
     */
    @Kind(value = "playback.resumed", means = "Playback of a reply resumed.")
    record PlaybackResumed(
            long reply, long play, long after, @Nullable Long audioMs) implements PlaybackEvents {}

    @Kind(
            value = "playback.progress",
            means = "Playback of a reply progressed.",
            lane = Lane.TELEMETRY,
            visibility = Visibility.INTERNAL)
    record PlaybackProgressed(long reply, long playedMs) implements PlaybackEvents {}

    /**
     * @param toMs when its audio last stopped
     * @param interrupted whether the audio was not played to its end
     * @param after the event with which it stopped, if it did not resume since
     * @param words how many words were played to their end, where that is known
     * @param evidence what the fields rest on, where the host was lost during playback
     */
    @Kind(value = "playback.ended", means = "Playback of a reply ended.")
    record PlaybackEnded(
            long reply,
            long fromMs,
            long toMs,
            long playedMs,
            long audioMs,
            boolean interrupted,
            @Nullable Long after,
            @Nullable Long words,
            @Nullable String evidence)
            implements PlaybackEvents {}

    /**
     * @param playedMs how much was heard
     * @param lessMs how much less that is than was recorded
     * @param words how many words were heard
     */
    @Kind(value = "playback.reported", means = "The client reported that less of a reply was heard than was recorded.")
    record PlaybackCorrected(long reply, long playedMs, long lessMs, long words) implements PlaybackEvents {}

    @Kind(value = "caption", means = "The text of a reply was shown as a caption when its playback started.")
    record CaptionShown(long reply, String piiText) implements PlaybackEvents {}
}
