package dev.parley.replay.effect;

import dev.parley.state.ConversationState;
import dev.parley.state.Voices.Segment;
import org.jspecify.annotations.Nullable;

/** What comes from outside in several runes: a voice is understood after it ended, and a transcript comes right after its provider call. */
final class HeardFacts implements Facts {
    private final Course course;
    private final Owed owed;
    private final ConversationState state;

    HeardFacts(Course course, Owed owed, ConversationState state) {
        this.course = course;
        this.owed = owed;
        this.state = state;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        return switch (moment.kind()) {
            case "stt.final" -> course.isVirtual() ? afterItsEnd(moment) : null;
            case "provider.outcome" -> {
                boolean heard = moment.text("provider").equals("stt")
                        && moment.text("outcome").equals("success");
                if (heard && course.isVirtual()) {
                    owed.words();
                }
                yield null;
            }
            default -> null;
        };
    }

    /** Where no time passes while something happens, a voice is understood once it has ended. */
    private @Nullable Fault afterItsEnd(Moment moment) {
        Segment segment = state.voices().segment(moment.text("segment"));
        return segment != null && segment.hasEnded()
                ? null
                : new Fault("voice.ended of segment " + moment.text("segment"), moment.kind());
    }
}
