package dev.parley.state;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VoiceEvents.FinalTranscriptReceived;
import dev.parley.kernel.event.VoiceEvents.VoiceSegment;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentEnded;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentLost;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentStarted;
import dev.parley.state.Rule.Mismatch;
import dev.parley.state.Voices.Segment;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What holds of the voices in every record. */
final class VoiceRules {
    static final List<Rule<?>> ALL = List.of(
            new Rule<>(
                    "voices.new_segment",
                    VoiceSegmentStarted.class,
                    "Each segment has a name of its own under one lease, and those of the media stream are numbered upwards.",
                    VoiceRules::beganAgain),
            new Rule<>(
                    "voices.began_before",
                    VoiceSegmentStarted.class,
                    "A voice begins no later than it is detected.",
                    VoiceRules::beganLater),
            new Rule<>(
                    "voices.end",
                    VoiceSegmentEnded.class,
                    "A voice ends once, after it began, and is of the same person.",
                    (state, ended, at) -> once(state, ended.voice(), at, Segment::hasEnded)),
            new Rule<>(
                    "voices.transcript",
                    FinalTranscriptReceived.class,
                    "A voice has one final transcript, after it began, of the same person.",
                    (state, known, at) -> once(state, known.voice(), at, Segment::isUnderstood)),
            new Rule<>(
                    "voices.loss",
                    VoiceSegmentLost.class,
                    "The words of a voice are lost once, after it began, and are of the same person.",
                    (state, lost, at) -> once(state, lost.voice(), at, Segment::isLost)));

    private VoiceRules() {}

    private static @Nullable Mismatch beganAgain(StateView state, VoiceSegmentStarted began, Recorded at) {
        Voices before = state.voices();
        String name = began.voice().segment();
        long number = Voices.number(name);
        boolean isKnown = before.segment(name) != null || (number > 0 && number <= before.last());
        return isKnown ? new Mismatch("a new segment", "segment " + name + " again") : null;
    }

    private static @Nullable Mismatch beganLater(StateView state, VoiceSegmentStarted began, Recorded at) {
        Long beganMs = began.beganMs();
        return beganMs != null && beganMs > at.atMs()
                ? new Mismatch("a voice that began by " + at.atMs() + " ms", "at " + beganMs + " ms")
                : null;
    }

    private static @Nullable Mismatch once(
            StateView state, VoiceSegment voice, Recorded at, Predicate<Segment> isDone) {
        Segment before = state.voices().segment(voice.segment());
        String kind = at.rune().kind();
        if (before == null) {
            return new Mismatch(
                    EventCatalogue.kindOf(VoiceSegmentStarted.class) + " of segment " + voice.segment(), kind);
        }
        if (!before.by().equals(voice.by())) {
            return new Mismatch("by '" + before.by() + "'", "by '" + voice.by() + "'");
        }
        return isDone.test(before)
                ? new Mismatch("one " + kind + " of segment " + voice.segment(), "a second one")
                : null;
    }
}
