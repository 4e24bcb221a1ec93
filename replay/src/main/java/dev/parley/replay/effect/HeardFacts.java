package dev.parley.replay.effect;

import dev.parley.state.ConversationState;
import dev.parley.state.Voices.Segment;
import org.jspecify.annotations.Nullable;

/** What comes from outside in several runes: a voice is understood after it ended, and a transcript comes right after its provider call. */
final class HeardFacts implements Facts {
    private final Course course;
    private final Owed owed;
    private final ConversationState state;
    private String line = "";

    HeardFacts(Course course, Owed owed, ConversationState state) {
        this.course = course;
        this.owed = owed;
        this.state = state;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        return switch (moment.kind()) {
            case "stt.final" -> course.isVirtual() ? afterItsEnd(moment) : null;
            case "control.connected", "control.reconnecting", "control.disconnected" -> line(moment);
            case "agent.state" ->
                line.isEmpty() ? new Fault("control.connected before the agent listens", moment.brief()) : null;
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

    @Override
    public void remember(Moment past) {
        if (!past.kind().startsWith("provider.")) {
            accept(past);
        }
    }

    /** The next runtime has a line of its own. */
    @Override
    public void takenOver() {
        line = "";
    }

    /** The line changes, or nothing is said about it. */
    private @Nullable Fault line(Moment moment) {
        boolean same = line.equals(moment.kind());
        boolean unlost = line.isEmpty() && moment.kind().equals("control.reconnecting");
        line = moment.kind();
        return same || unlost ? new Fault("a change of the line", moment.brief()) : null;
    }

    /** Where no time passes while something happens, a voice is understood once it has ended. */
    private @Nullable Fault afterItsEnd(Moment moment) {
        Segment segment = state.voices().segment(moment.text("segment"));
        return segment != null && segment.hasEnded()
                ? null
                : new Fault("voice.ended of segment " + moment.text("segment"), moment.kind());
    }
}
