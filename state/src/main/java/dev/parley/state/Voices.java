package dev.parley.state;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.VoiceEvents.FinalTranscriptReceived;
import dev.parley.kernel.event.VoiceEvents.VoiceSegment;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentEnded;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentLost;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentStarted;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The voices that one runtime hears: who speaks, and whose words are known or lost. The next runtime names its segments anew.
 *
 * @param segments those that are open and the newest of the others, by name, in the order in which they began
 * @param last the highest number of a segment of the media stream, 0 for none
 */
public record Voices(Map<String, Segment> segments, long last) {
    /** So many segments that are over are known by name. */
    static final int OVER_MAX = 64;
    /** So many segments are known, however many a record leaves open. */
    static final int KNOWN_MAX = 1_024;

    private static final String NAMED = "voice:";
    private static final int DIGITS_MAX = 18;

    private static final Voices NONE = new Voices(Map.of(), 0);

    static final Slice<Voices> SLICE = new Slice<>() {
        @Override
        public Voices initial() {
            return NONE;
        }

        @Override
        public List<Class<? extends Event>> changedBy() {
            return List.of(
                    VoiceSegmentStarted.class,
                    VoiceSegmentEnded.class,
                    FinalTranscriptReceived.class,
                    VoiceSegmentLost.class);
        }

        @Override
        public Voices apply(Voices before, Recorded event) {
            return switch (event.event()) {
                case VoiceSegmentStarted(VoiceSegment voice, Long _) -> before.began(voice);
                case VoiceSegmentEnded(VoiceSegment voice) -> before.changed(voice, true, false, false);
                case FinalTranscriptReceived(VoiceSegment voice, String _) -> before.changed(voice, false, true, false);
                case VoiceSegmentLost(VoiceSegment voice) -> before.changed(voice, false, false, true);
                default -> before;
            };
        }

        @Override
        public Voices takenOver(Voices before, long lastTurn) {
            return NONE;
        }
    };

    /**
     * One stretch of voice.
     *
     * @param by the person who is taken to be the speaker, empty if unknown
     * @param isSpeech false for noise, whose words are not waited for
     * @param hasEnded whether the voice ended
     * @param isUnderstood whether its final transcript came
     * @param isLost whether its words were lost
     */
    public record Segment(String by, boolean isSpeech, boolean hasEnded, boolean isUnderstood, boolean isLost) {
        boolean isOver() {
            return hasEnded && (isUnderstood || isLost || !isSpeech);
        }
    }

    /** The name of a segment of the media stream. */
    public static String name(long epoch, long number) {
        return NAMED + epoch + '.' + number;
    }

    /** The number in a name that {@link #name} made, 0 in any other one: who writes voices by hand names them freely. */
    static long number(String name) {
        int from = name.lastIndexOf('.') + 1;
        boolean isNumbered = name.startsWith(NAMED)
                && from > NAMED.length()
                && from < name.length()
                && name.length() - from <= DIGITS_MAX
                && name.chars().skip(from).allMatch(each -> each >= '0' && each <= '9');
        return isNumbered ? Long.parseLong(name.substring(from)) : 0;
    }

    /** The segment of this name, null where the present runtime has heard none or it is long over. */
    public @Nullable Segment segment(String name) {
        return segments.get(name);
    }

    private Voices began(VoiceSegment voice) {
        Map<String, Segment> all = new LinkedHashMap<>(segments);
        all.remove(voice.segment());
        all.put(voice.segment(), new Segment(voice.by(), voice.speech(), false, false, false));
        return bounded(all, Math.max(last, number(voice.segment())));
    }

    private Voices changed(VoiceSegment voice, boolean ends, boolean isUnderstood, boolean isLost) {
        Segment was = segments.get(voice.segment());
        if (was == null) {
            return this;
        }
        Map<String, Segment> all = new LinkedHashMap<>(segments);
        all.put(
                voice.segment(),
                new Segment(
                        was.by,
                        was.isSpeech,
                        was.hasEnded || ends,
                        was.isUnderstood || isUnderstood,
                        was.isLost || isLost));
        return bounded(all, last);
    }

    private Voices bounded(Map<String, Segment> all, long newLast) {
        long over = all.values().stream().filter(Segment::isOver).count();
        Iterator<Segment> oldest = all.values().iterator();
        while (over > OVER_MAX && oldest.hasNext()) {
            if (oldest.next().isOver()) {
                oldest.remove();
                over--;
            }
        }
        while (all.size() > KNOWN_MAX) {
            all.remove(all.keySet().iterator().next());
        }
        return new Voices(all, newLast);
    }
}
