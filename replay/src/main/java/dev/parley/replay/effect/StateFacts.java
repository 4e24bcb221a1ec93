package dev.parley.replay.effect;

import dev.parley.kernel.Registrar;
import dev.parley.state.ConversationState;
import dev.parley.state.SessionValues;
import dev.parley.state.ShownState;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the agent shows of itself: only changes, and only what is so. Whether a state was left out can be told exactly where
 * time stands still while something happens.
 */
final class StateFacts implements Facts {
    private static final String HALTED = SessionValues.HALTED;
    private static final String LISTENING = ShownState.LISTENING;

    /** What comes from outside, or ends the conversation. */
    private static final Set<String> BEGINNINGS = Set.of("user.words", "user.added", "voice.began", "control.ended");

    private final Course course;
    private final ConversationState state;
    /** Whether the present runtime wrote whether it is halted. */
    private boolean told;

    private long closedMs = -1;
    private long openedMs = -1;
    private boolean yielded;
    private boolean free;

    StateFacts(Course course, ConversationState state) {
        this.course = course;
        this.state = state;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        Fault untold = untold(moment);
        return untold != null ? untold : followed(moment);
    }

    private @Nullable Fault followed(Moment moment) {
        return switch (moment.kind()) {
            case "session.state" -> kept(moment);
            case "turn.started" -> opened(moment);
            case "turn.closed" -> {
                closedMs = moment.nowMs();
                yield null;
            }
            case "turn.proposed" -> proposed(moment);
            // A reply whose audio was lost is paused by a noise without a word of it: nothing of it plays.
            case "control.barge_in",
                    "playback.paused",
                    "playback.suspended",
                    "playback.stalled",
                    "playback.resumed" -> {
                yielded = true;
                yield null;
            }
            case "agent.reply", "agent.writing" -> answers(moment);
            case "turn.completed", "turn.interrupted" -> {
                free = !course.state().isEmpty();
                yield answers(moment);
            }
            case "verdict.stream" ->
                free && moment.action().equals("SESSION_END") && !course.state().equals(LISTENING)
                        ? hidden(LISTENING)
                        : null;
            default -> null;
        };
    }

    /** Whether it is halted is told once by every runtime, and when it changes. */
    private @Nullable Fault kept(Moment moment) {
        if (!moment.text("key").equals(HALTED)) {
            return null;
        }
        boolean value = Boolean.TRUE.equals(moment.payload().flag("value"));
        if (value != course.isHalted() || !isUntold()) {
            return new Fault(
                    isUntold() ? HALTED + " " + course.isHalted() : "a change of " + HALTED, HALTED + " " + value);
        }
        told = true;
        return null;
    }

    private boolean isUntold() {
        boolean shown = state.values().isHalted();
        return course.isHalted() ? !shown || !told : shown;
    }

    /** Nothing new happens before the client knows that nothing will, or that it may again. */
    private @Nullable Fault untold(Moment moment) {
        boolean begins =
                (BEGINNINGS.contains(moment.kind()) && !moment.text("reason").equals("fault"))
                        || moment.action().equals("turn_open_proposed")
                        || (moment.kind().equals(Owed.VIOLATION)
                                && moment.turn() == 0
                                && moment.text("id").equals(Registrar.HALTED));
        return begins && isUntold() && !course.isRecovering()
                ? new Fault("session.state " + HALTED + " " + course.isHalted() + " by now", moment.brief())
                : null;
    }

    private @Nullable Fault opened(Moment moment) {
        openedMs = moment.nowMs();
        yielded = false;
        free = false;
        return null;
    }

    private @Nullable Fault proposed(Moment moment) {
        boolean later = course.isVirtual() && closedMs >= 0 && moment.nowMs() > closedMs;
        return later && !course.state().equals(LISTENING) ? hidden(LISTENING) : null;
    }

    private @Nullable Fault answers(Moment moment) {
        boolean later = course.isVirtual() && moment.nowMs() > openedMs && !yielded && course.activeTurn() != 0;
        return later && course.state().equals(LISTENING) ? hidden("thinking") : null;
    }

    private Fault hidden(String expected) {
        return new Fault("agent.state " + expected + " by now", "still " + course.state());
    }

    /** The next runtime has a client of its own, which is told. */
    @Override
    public void takenOver() {
        told = false;
        closedMs = -1;
        free = false;
    }
}
