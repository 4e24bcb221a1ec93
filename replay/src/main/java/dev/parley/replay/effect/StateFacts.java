package dev.parley.replay.effect;

import dev.parley.kernel.json.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the agent shows of itself: only changes, and only what is so. Whether a state was left out can be told exactly where
 * time stands still while something happens.
 */
final class StateFacts implements Facts {
    private static final String LISTENING = "listening";
    private static final List<String> STATES = List.of(LISTENING, "thinking", "speaking");

    private final Course course;
    private final Map<String, Json> kept = new HashMap<>();
    private long closedMs = -1;
    private long openedMs = -1;
    private boolean yielded;
    private boolean free;

    StateFacts(Course course) {
        this.course = course;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        return switch (moment.kind()) {
            case "agent.state" -> shown(moment);
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

    /** Only a change of what is kept is written. */
    private @Nullable Fault kept(Moment moment) {
        Json value = moment.payload().get("value");
        Json before = value == null ? null : kept.put(moment.text("key"), value);
        return value != null && value.equals(before) && moment.text("key").equals("halted")
                ? new Fault("a change of " + moment.text("key"), "the same again")
                : null;
    }

    private @Nullable Fault opened(Moment moment) {
        openedMs = moment.nowMs();
        yielded = false;
        free = false;
        return null;
    }

    private @Nullable Fault shown(Moment moment) {
        String now = moment.text("state");
        if (!STATES.contains(now)) {
            return new Fault("one of " + STATES, now);
        }
        if (now.equals(course.state())) {
            return new Fault("another state than " + now, now);
        }
        if (course.state().isEmpty() && !now.equals(LISTENING)) {
            return new Fault(LISTENING + " first", now);
        }
        course.show(now);
        return now.equals(LISTENING) || course.activeTurn() != 0
                ? null
                : new Fault("listening, for no turn is open", now);
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

    @Override
    public void remember(Moment past) {
        if (past.kind().equals("agent.state")) {
            course.show(past.text("state"));
        } else if (past.kind().equals("session.state")) {
            kept(past);
        }
    }

    @Override
    public void takenOver() {
        course.show("");
        closedMs = -1;
        free = false;
    }
}
