package dev.parley.state;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentToolRequested;
import dev.parley.kernel.event.AgentEvents.RequestedTool;
import dev.parley.kernel.event.HumanEvents.ApproverAnswerGiven;
import dev.parley.kernel.event.HumanEvents.OperatorAnswerGiven;
import dev.parley.kernel.event.UserEvents.UserAnswered;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.event.VerdictEvents.TurnDecided;
import dev.parley.kernel.json.Json;
import dev.parley.state.Calls.Progress;
import dev.parley.state.Rule.Mismatch;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What holds of tool calls in every record. */
final class CallRules {
    static final List<Rule<?>> ALL = List.of(
            new Rule<>(
                    "calls.requested",
                    ToolDecided.class,
                    "A call is proposed once for each request of a model, and with its tool.",
                    CallRules::unrequested),
            new Rule<>(
                    "calls.terms",
                    ToolDecided.class,
                    "A call is proposed for its turn and under the present lease.",
                    CallRules::otherTerms),
            new Rule<>(
                    "calls.turn",
                    ToolDecided.class,
                    "What is decided about a call is of its turn, and of no turn once it is settled.",
                    CallRules::otherTurn),
            new Rule<>(
                    "calls.by_runtime",
                    ToolDecided.class,
                    "Only the runtime cancels a call, or refuses it where no person does.",
                    CallRules::bySomeoneElse),
            new Rule<>(
                    "calls.proposed_first",
                    AgentToolRequested.class,
                    "A call that is requested in the middle of a reply is proposed before the next one is requested.",
                    CallRules::requestedTooEarly),
            new Rule<>(
                    "calls.about_open",
                    AgentReplied.class,
                    "A reply of the runtime's own is about a call that is open.",
                    CallRules::aboutNothing),
            new Rule<>(
                    "calls.user_answer",
                    UserAnswered.class,
                    "A user's answer is of the turn of its call.",
                    (state, answer, at) -> otherAnswer(state, answer.callId(), at)),
            new Rule<>(
                    "calls.operator_answer",
                    OperatorAnswerGiven.class,
                    "An operator's answer is of the turn of its call.",
                    (state, answer, at) -> otherAnswer(state, answer.callId(), at)),
            new Rule<>(
                    "calls.approver_answer",
                    ApproverAnswerGiven.class,
                    "An approver's answer is of the turn of its call.",
                    (state, answer, at) -> otherAnswer(state, answer.callId(), at)),
            new Rule<>(
                    "calls.settled",
                    TurnDecided.class,
                    "A turn is committed with all its calls settled, and aborted with none but those that run.",
                    CallRules::leftOpen),
            new Rule<>(
                    "calls.replied",
                    TurnDecided.class,
                    "A turn is committed once the model has replied to what its calls led to.",
                    CallRules::leftUnanswered));

    /** What the runtime says of its own accord that is about no call. */
    private static final Set<String> BESIDE = Set.of("dead_air", "birthday", "question_dropped", "withheld");

    private static final String SYSTEM = "system";

    private CallRules() {}

    private static boolean isProposal(Decided verdict) {
        return verdict.action().equals(Calls.CALL) && verdict.isAllowed();
    }

    private static String text(Json.@Nullable Obj parameters, String key) {
        String text = parameters == null ? null : parameters.text(key);
        return text == null ? "" : text;
    }

    private static long number(Json.@Nullable Obj parameters, String key) {
        BigDecimal number = parameters == null ? null : parameters.number(key);
        return number == null ? 0 : number.longValue();
    }

    private static @Nullable Mismatch unrequested(StateView state, ToolDecided verdict, Recorded at) {
        if (!isProposal(verdict.decided())) {
            return null;
        }
        String id = verdict.decided().target();
        String tool = text(verdict.parameters(), "tool");
        RequestedTool requested = state.requestedCalls().find(id);
        if (requested != null && requested.tool().equals(tool)) {
            return null;
        }
        return new Mismatch(
                requested == null ? "an agent.reply that calls " + id : id + " of " + requested.tool(),
                id + " of " + tool);
    }

    private static @Nullable Mismatch otherTerms(StateView state, ToolDecided verdict, Recorded at) {
        long turn = number(verdict.parameters(), "turn");
        long epoch = number(verdict.parameters(), "epoch");
        return !isProposal(verdict.decided()) || (turn == at.turn() && epoch == at.epoch())
                ? null
                : new Mismatch(
                        "a call of turn " + at.turn() + " under epoch " + at.epoch(),
                        "turn " + turn + ", epoch " + epoch);
    }

    private static @Nullable Mismatch otherTurn(StateView state, ToolDecided verdict, Recorded at) {
        Decided decided = verdict.decided();
        Long turn = state.calls().turn(decided.target());
        boolean isNew = turn == null && decided.action().equals(Calls.CALL);
        boolean isLate = at.turn() == 0 && !decided.isAllowed();
        return isNew || isLate || at.turn() == (turn == null ? 0 : turn) ? null : other(turn, at);
    }

    private static Mismatch other(@Nullable Long turn, Recorded at) {
        return new Mismatch(turn == null ? "no turn" : "turn " + turn, at.rune().kind() + " in turn " + at.turn());
    }

    private static @Nullable Mismatch bySomeoneElse(StateView state, ToolDecided verdict, Recorded at) {
        Decided decided = verdict.decided();
        boolean isRuntimes = switch (decided.action()) {
            case "cancel" -> true;
            case "approve", "reject" ->
                verdict.parameters() == null || !verdict.parameters().has("standing");
            default -> false;
        };
        return isRuntimes && decided.isAllowed() && !decided.actor().equals(SYSTEM)
                ? new Mismatch("a " + decided.action() + " by " + SYSTEM, "by " + decided.actor())
                : null;
    }

    private static @Nullable Mismatch requestedTooEarly(StateView state, AgentToolRequested request, Recorded at) {
        return state.requestedCalls().isProposalDue()
                ? new Mismatch(
                        "the proposal of the call that was requested before",
                        at.rune().kind())
                : null;
    }

    private static @Nullable Mismatch aboutNothing(StateView state, AgentReplied reply, Recorded at) {
        String about = reply.about();
        return about == null || BESIDE.contains(about) || state.calls().isOpen(about)
                ? null
                : new Mismatch("an open call " + about, at.rune().kind());
    }

    private static @Nullable Mismatch otherAnswer(StateView state, @Nullable String call, Recorded at) {
        Long turn = call == null ? null : state.calls().turn(call);
        return at.turn() == 0 || (turn != null && at.turn() == turn) ? null : other(turn, at);
    }

    private static @Nullable Mismatch leftOpen(StateView state, TurnDecided verdict, Recorded at) {
        boolean commits = Turns.commits(verdict);
        if ((!commits && !Turns.aborts(verdict)) || TurnRules.isRecordLost(verdict)) {
            return null;
        }
        Calls calls = state.calls();
        for (String id : calls.open().keySet()) {
            Calls.Open call = calls.open().get(id);
            boolean mayStay = call.progress() == Progress.SETTLED || (!commits && call.progress() == Progress.RUNNING);
            if (call.turn() == at.turn() && !mayStay) {
                return new Mismatch("the result of call " + id, "the end of turn " + at.turn());
            }
        }
        return null;
    }

    private static @Nullable Mismatch leftUnanswered(StateView state, TurnDecided verdict, Recorded at) {
        return Turns.commits(verdict) && state.requestedCalls().isReplyDue()
                ? new Mismatch("agent.reply to what the calls of turn " + at.turn() + " led to", "its commit")
                : null;
    }
}
