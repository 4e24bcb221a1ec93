package dev.parley.replay.effect;

import dev.parley.kernel.Effect;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.tool.ToolCase;
import dev.parley.kernel.tool.ToolEffect;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolState;
import dev.parley.state.ConversationState;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the state of the calls does not say: the agent of the turn proposed each, the house released it if it is a command, the
 * episode directed it, and what the machine lets run or settle is in the record right after its verdict.
 */
final class CallFacts implements Facts {
    private static final String ROOM = "verdict.tool";

    /** What depends on who is here. */
    private static final Set<String> COMPANY = Set.of("permit", "ask", "approve", "dispatch");

    private final Course course;
    private final ConversationState state;
    private final EpisodeFacts episodes;
    private final PeopleFacts people;

    CallFacts(Course course, ConversationState state, EpisodeFacts episodes, PeopleFacts people) {
        this.course = course;
        this.state = state;
        this.episodes = episodes;
        this.people = people;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        return moment.kind().equals(ROOM) ? decided(moment) : null;
    }

    /** Whether a rune that says what became of a call that the room never took is right (it has no verdict to follow). */
    boolean isRefusal(Moment moment) {
        return moment.text("status").equals("denied") && state.calls().isRefused(moment.text("call_id"));
    }

    private @Nullable Fault decided(Moment moment) {
        Verdict<?> verdict = moment.verdict();
        if (verdict == null || !verdict.isAllowed() || !(verdict.state() instanceof ToolCase.Call call)) {
            return moment.parameters().has("standing") ? answerer(moment) : null;
        }
        Fault fault = COMPANY.contains(moment.action()) ? people.otherCompany(moment) : null;
        fault = fault != null
                ? fault
                : switch (moment.action()) {
                    case "call" -> proposed(moment);
                    case "permit", "ask" -> people.mayBeConsidered(made(call), moment);
                    case "approve", "reject" -> answered(moment, call);
                    case "dispatch" -> dispatched(moment, call);
                    default -> null;
                };
        if (fault != null) {
            return fault;
        }
        for (Effect effect : verdict.effects()) {
            if (effect instanceof ToolEffect.DeliverResult(ToolResult result)) {
                episodes.settled(result);
            }
        }
        return null;
    }

    private @Nullable Fault answerer(Moment moment) {
        Fault fault = people.otherCompany(moment);
        return fault == null ? people.standing(moment) : fault;
    }

    private static ToolState made(ToolCase.Call call) {
        return call.state();
    }

    private @Nullable Fault proposed(Moment moment) {
        String agent = episodes.agentOf(moment.turn());
        return moment.actor().equals(agent)
                ? course.outside(moment)
                : new Fault("a call by " + agent, "by " + moment.actor());
    }

    private @Nullable Fault answered(Moment moment, ToolCase.Call call) {
        if (!moment.parameters().has("standing")) {
            return null;
        }
        boolean yes = moment.action().equals("approve");
        if (yes && course.isHalted()) {
            return new Fault("no approval while the conversation is halted", moment.brief());
        }
        return people.mayAnswer(call, moment, yes);
    }

    private @Nullable Fault dispatched(Moment moment, ToolCase.Call call) {
        if (course.isHalted()) {
            return new Fault("no dispatch while the conversation is halted", moment.brief());
        }
        if (!(call.state() instanceof ToolState.Dispatched running)) {
            return null;
        }
        Fault fault = episodes.directs(running.call(), running.terms(), Moment.text(moment.parameters(), "permit"));
        return fault == null ? people.mayRun(running.call(), moment) : fault;
    }

    @Override
    public @Nullable Fault turnEnds(long turn, boolean committed, String reason) {
        return people.leftOpen(turn);
    }

    @Override
    public @Nullable Fault conversationEnds() {
        String open = state.calls().firstOpen();
        return open == null
                ? people.leftAtEnd()
                : new Fault("the result of call " + open, "the end of the conversation");
    }
}
