package dev.parley.state;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentReplyStarted;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.SpeechEvents.SpeechCutOff;
import dev.parley.kernel.event.VerdictEvents.StreamDecided;
import dev.parley.kernel.event.VerdictEvents.TurnDecided;
import dev.parley.kernel.json.Json;
import dev.parley.state.Reply.Stage;
import dev.parley.state.Rule.Check;
import dev.parley.state.Rule.Mismatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What holds of replies, their streams and the turns that they belong to in every record. {@link PlaybackRules} say the rest. */
final class ReplyRules {
    private static final String NUMBER = "replies.number";
    private static final String TURN = "replies.turn";

    private ReplyRules() {}

    static List<Rule<?>> all() {
        List<Rule<?>> all = new ArrayList<>(texts());
        all.addAll(streams());
        all.addAll(turns());
        return all;
    }

    private static List<Rule<?>> texts() {
        String numbered = "Replies and their sentences are numbered upwards, without a gap.";
        String inTurn = "A reply is written in the open turn.";
        return List.of(
                new Rule<>(
                        NUMBER, AgentReplyStarted.class, numbered, (before, event, at) -> next(before, event.reply())),
                new Rule<>(
                        NUMBER,
                        AgentReplied.class,
                        numbered,
                        (before, event, at) -> isWriting(before, event, at) ? null : next(before, event.reply())),
                new Rule<>(
                        NUMBER,
                        AgentSentenceReleased.class,
                        numbered,
                        (before, event, at) -> next(before, event.reply())),
                new Rule<>(TURN, AgentReplyStarted.class, inTurn, (before, event, at) -> TurnRules.outside(before, at)),
                new Rule<>(TURN, AgentReplied.class, inTurn, (before, event, at) -> TurnRules.outside(before, at)),
                new Rule<>(
                        TURN,
                        AgentSentenceReleased.class,
                        inTurn,
                        (before, event, at) -> TurnRules.outside(before, at)),
                new Rule<>(
                        "replies.whole",
                        AgentSentenceReleased.class,
                        "A sentence belongs to a reply of its turn.",
                        ReplyRules::withoutWhole),
                new Rule<>(
                        "replies.same",
                        AgentReplied.class,
                        "A reply that was begun may be interrupted as it was said then.",
                        ReplyRules::changedMeanwhile),
                new Rule<>(
                        "replies.cut",
                        SpeechCutOff.class,
                        "What was left unsaid is a reply of its turn, and is left once.",
                        ReplyRules::cutAgain));
    }

    private static List<Rule<?>> streams() {
        return List.of(
                stream("replies.stop", "A reply is stopped by its agent or the system.", ReplyRules::stoppedByOthers),
                stream(
                        "replies.stream",
                        "The stream of a reply moves in the turn in which it was written.",
                        ofReply(ReplyRules::withoutReply)),
                stream(
                        "replies.interruptible",
                        "The stream of a reply may be interrupted as the reply says.",
                        ofReply(ReplyRules::madeOtherwise)),
                stream(
                        "replies.begins",
                        "A stream is created and played in the open turn.",
                        ofReply(ReplyRules::begunOutside)),
                stream(
                        "replies.own_stop",
                        "An agent stops its reply while it plays, and the system stops it otherwise.",
                        ofReply(ReplyRules::stoppedWhilePaused)));
    }

    private static Rule<StreamDecided> stream(String id, String sentence, Check<StreamDecided> check) {
        return new Rule<>(id, StreamDecided.class, sentence, check);
    }

    /** Looks at verdicts that allow something about the stream of a reply. */
    private static Check<StreamDecided> ofReply(Check<StreamDecided> check) {
        return (before, verdict, at) -> verdict.decided().isAllowed()
                        && Replies.number(verdict.decided().target()) != 0
                ? check.find(before, verdict, at)
                : null;
    }

    private static List<Rule<?>> turns() {
        return List.of(
                new Rule<>(
                        "replies.ended",
                        TurnDecided.class,
                        "A turn ends once its replies were written and played, and their streams have ended.",
                        ReplyRules::leftOpen),
                new Rule<>(
                        "replies.answer",
                        TurnDecided.class,
                        "A turn commits once it was answered.",
                        ReplyRules::unanswered));
    }

    private static boolean isWriting(StateView before, AgentReplied event, Recorded at) {
        Reply said = before.openReplies().reply(event.reply());
        return said != null && said.isWriting && said.turn == at.turn();
    }

    private static @Nullable Mismatch next(StateView before, long number) {
        long expected = before.replies().last() + 1;
        return number == expected ? null : new Mismatch("reply " + expected, "reply " + number);
    }

    private static @Nullable Mismatch withoutWhole(StateView before, AgentSentenceReleased event, Recorded at) {
        Reply whole = before.openReplies().reply(event.of());
        return whole != null && whole.turn == at.turn()
                ? null
                : new Mismatch("agent.reply " + event.of() + " in turn " + at.turn(), "sentence " + event.reply());
    }

    private static @Nullable Mismatch changedMeanwhile(StateView before, AgentReplied event, Recorded at) {
        Reply said = before.openReplies().reply(event.reply());
        boolean isOther = isWriting(before, event, at) && said != null && said.interruptible != event.interruptible();
        return isOther
                ? new Mismatch("interruptible " + !event.interruptible(), "interruptible " + event.interruptible())
                : null;
    }

    private static @Nullable Mismatch cutAgain(StateView before, SpeechCutOff event, Recorded at) {
        Reply reply = before.openReplies().reply(event.reply());
        return reply != null && reply.turn == at.turn() && !reply.isCut
                ? null
                : new Mismatch("a reply of turn " + at.turn() + " that was not cut before", "reply " + event.reply());
    }

    /** People interrupt. In a halted conversation the runtime alone stops a reply. */
    private static @Nullable Mismatch stoppedByOthers(StateView before, StreamDecided verdict, Recorded at) {
        String actor = verdict.decided().actor();
        boolean stops = verdict.decided().action().equals("STOP")
                && Replies.number(verdict.decided().target()) != 0;
        boolean mayAsk = actor.equals("system")
                || (ActorKind.of(actor) == ActorKind.AGENT && !before.halt().isHalted());
        return stops && !mayAsk ? new Mismatch("STOP by system or the agent", "by " + actor) : null;
    }

    private static @Nullable Mismatch withoutReply(StateView before, StreamDecided verdict, Recorded at) {
        String stream = verdict.decided().target();
        long number = Replies.number(stream);
        Reply reply = before.openReplies().reply(number);
        if (reply != null) {
            return reply.turn == at.turn() || at.turn() == 0
                    ? null
                    : new Mismatch(stream + " in turn " + reply.turn, "in turn " + at.turn());
        }
        // Nothing moves in a halted conversation: what was open when its turn ended is closed after the halt.
        boolean isLeft = verdict.decided().action().equals("FAIL")
                && verdict.decided().actor().equals("system")
                && before.turns().isRecovering()
                && before.openReplies().leftByAHalt().contains(number);
        return isLeft
                ? null
                : new Mismatch(
                        "agent.reply or agent.sentence of " + stream,
                        verdict.decided().action());
    }

    private static @Nullable Mismatch madeOtherwise(StateView before, StreamDecided verdict, Recorded at) {
        Reply reply =
                before.openReplies().reply(Replies.number(verdict.decided().target()));
        Json.Obj parameters = verdict.parameters();
        boolean made = parameters != null && Boolean.TRUE.equals(parameters.flag("interruptible"));
        boolean isOther = verdict.decided().action().equals("CREATE") && reply != null && made != reply.interruptible;
        return isOther ? new Mismatch("interruptible " + !made, "interruptible " + made) : null;
    }

    private static @Nullable Mismatch begunOutside(StateView before, StreamDecided verdict, Recorded at) {
        String action = verdict.decided().action();
        return action.equals("CREATE") || action.equals("PLAY") ? TurnRules.outside(before, at) : null;
    }

    private static @Nullable Mismatch stoppedWhilePaused(StateView before, StreamDecided verdict, Recorded at) {
        Reply reply =
                before.openReplies().reply(Replies.number(verdict.decided().target()));
        boolean byAgent = verdict.decided().action().equals("STOP")
                && !verdict.decided().actor().equals("system");
        return byAgent && reply != null && reply.isHeard && !reply.isPlaying
                ? new Mismatch(
                        "STOP by system, for the audio is not over",
                        "by " + verdict.decided().actor())
                : null;
    }

    private static @Nullable Mismatch leftOpen(StateView before, TurnDecided verdict, Recorded at) {
        if (!Turns.ends(verdict) || TurnRules.isRecordLost(verdict)) {
            return null;
        }
        String end = "the end of turn " + at.turn();
        for (Reply reply : before.openReplies().all()) {
            boolean isOther = reply.turn != at.turn();
            if (!isOther && reply.isWriting && !before.turns().isRecovering()) {
                return new Mismatch("agent.reply " + reply.number, end);
            }
            if (!isOther && reply.isOpen()) {
                return new Mismatch("playback.ended of reply " + reply.number, end);
            }
            if (!isOther
                    && reply.stage != Stage.NONE
                    && !reply.isOver()
                    && !before.halt().isHalted()) {
                return new Mismatch("the end of the stream reply:" + reply.number, end);
            }
        }
        return null;
    }

    private static @Nullable Mismatch unanswered(StateView before, TurnDecided verdict, Recorded at) {
        boolean commits = Turns.commits(verdict);
        boolean isAnswered = before.openReplies().all().stream().anyMatch(reply -> reply.turn == at.turn());
        return commits && !isAnswered
                ? new Mismatch("agent.reply in turn " + at.turn() + " before it commits", "none")
                : null;
    }
}
