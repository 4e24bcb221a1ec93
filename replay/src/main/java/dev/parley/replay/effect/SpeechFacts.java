package dev.parley.replay.effect;

import dev.parley.state.ConversationState;
import dev.parley.state.Replies;
import dev.parley.state.Reply;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What holds of replies beyond their state: how much is played where time stands still while something happens, who interrupts
 * whom, and that a turn ends at once whose reply the runtime has stopped.
 */
final class SpeechFacts implements Facts {
    private static final String ROOM = "verdict.stream";
    private static final Set<String> BY_A_PERSON = Set.of("interrupted", "cancelled");

    private final Course course;
    private final Floor floor;
    private final PrivacyFacts privacy;
    private final ConversationState state;
    private final CutTurn cut = new CutTurn();
    private long dropsIn;

    SpeechFacts(Course course, Floor floor, PrivacyFacts privacy, ConversationState state) {
        this.course = course;
        this.floor = floor;
        this.privacy = privacy;
        this.state = state;
    }

    private @Nullable Reply reply(Moment moment) {
        return state.openReplies().reply(moment.number("reply"));
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        Fault late = cut.refuses(moment);
        return late == null || isWrittenToItsEnd(moment) ? taken(moment) : late;
    }

    private boolean isWrittenToItsEnd(Moment moment) {
        Reply said = reply(moment);
        return moment.kind().equals("agent.reply") && said != null && said.isWriting();
    }

    private @Nullable Fault taken(Moment moment) {
        return switch (moment.kind()) {
            case ROOM -> decided(moment);
            case "playback.paused", "playback.suspended", "playback.stalled", "playback.progress" -> played(moment);
            case "playback.ended" -> ended(moment);
            case "control.drop_notice" -> {
                dropsIn = course.activeTurn();
                yield null;
            }
            default -> null;
        };
    }

    private @Nullable Fault decided(Moment moment) {
        Reply said = state.openReplies().reply(Replies.number(moment.target()));
        if (said == null || !moment.allows(ROOM)) {
            return null;
        }
        boolean bySystem = moment.actor().equals("system");
        if (moment.action().equals("INTERRUPT")) {
            return course.stranger(moment);
        } else if (!moment.action().equals("STOP")) {
            return null;
        }
        boolean stops = bySystem && said.isSaidByAgent() && said.isHeard();
        if (stops && !course.isHalted() && !privacy.isWithdrawn(said.number())) {
            cut.stopped(said.turn(), said.number());
        }
        return bySystem ? null : finished(moment, said);
    }

    /** An agent stops its own reply when the audio is over; one that has more to say is cut by others. */
    private @Nullable Fault finished(Moment moment, Reply said) {
        boolean over = !course.isVirtual()
                || said.isInFrames()
                || dropsIn == said.turn()
                || said.exactMs(moment.nowMs()) >= said.audioMs();
        return !said.isHeard() || over ? null : new Fault("STOP by system, for the audio is not over", moment.brief());
    }

    /** On virtual time what was played is the time for which it played. */
    private boolean isExact(Reply said) {
        return course.isVirtual() && !course.isRecovering() && !said.isInFrames();
    }

    private @Nullable Fault played(Moment moment) {
        Reply said = reply(moment);
        if (said == null || !isExact(said)) {
            return null;
        }
        long exact = said.isPlaying() ? Math.min(said.exactMs(moment.nowMs()), said.audioMs()) : said.playedMs();
        long played = moment.number("played_ms");
        return played == exact ? null : new Fault("played_ms " + exact, "played_ms " + played);
    }

    private @Nullable Fault ended(Moment moment) {
        Reply said = reply(moment);
        Fault fault = played(moment);
        if (said == null || fault != null) {
            return fault;
        }
        long from = moment.number("from_ms");
        long to = moment.number("to_ms");
        long endedMs = said.isPlaying() ? moment.nowMs() : said.endedMs();
        boolean exact = !course.isVirtual() || course.isRecovering() || (from == said.beganMs() && to == endedMs);
        return exact
                ? null
                : new Fault("from " + said.beganMs() + " to " + endedMs + " ms", "from " + from + " to " + to);
    }

    /** The next runtime ends what the old one has cut. */
    @Override
    public void takenOver() {
        cut.over();
    }

    @Override
    public @Nullable Fault turnEnds(long turn, boolean committed, String reason) {
        cut.over();
        for (Reply said : state.openReplies().all()) {
            Fault fault = said.turn() == turn ? left(said, committed, reason) : null;
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private @Nullable Fault left(Reply said, boolean committed, String reason) {
        boolean isWithdrawn = privacy.isWithdrawn(said.number());
        if (!said.isHeard() || course.isRecovering() || isWithdrawn) {
            return null;
        }
        if (committed && (said.isStopped() || said.isInterrupted())) {
            return new Fault("an abort, for reply " + said.number() + " was cut", "the commit of turn " + said.turn());
        }
        boolean stopped = said.isStopped() && !said.isInterrupted();
        return !committed && BY_A_PERSON.contains(reason) && stopped
                ? new Fault("INTERRUPT of reply:" + said.number() + " by a person", "STOP by system")
                : null;
    }

    @Override
    public @Nullable Fault conversationEnds() {
        return floor.isEnded() ? null : new Fault("SESSION_END", "the end of the conversation");
    }
}
