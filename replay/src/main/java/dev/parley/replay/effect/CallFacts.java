package dev.parley.replay.effect;

import dev.parley.kernel.Effect;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.CallId;
import dev.parley.kernel.tool.ToolCase;
import dev.parley.kernel.tool.ToolEffect;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tool calls: a model wished for each, the house released it if it is a command, the episode directed it, and what the
 * machine lets run or settle is in the record right after its verdict.
 */
final class CallFacts implements Facts {
    /** What the runtime says of its own accord that is about no call. */
    private static final Set<String> BESIDE = Set.of("dead_air", "birthday", "question_dropped", "withheld");

    private static final String ROOM = "verdict.tool";

    /** What depends on who is here. */
    private static final Set<String> COMPANY = Set.of("permit", "ask", "approve", "dispatch");

    private final Course course;
    private final EpisodeFacts episodes;
    private final PeopleFacts people;
    private final List<Wish> wished = new ArrayList<>();
    private final Map<String, ToolCase.Call> open = new LinkedHashMap<>();
    private final Set<String> refused = new HashSet<>();
    /** The replies that are spoken while they are written; their calls are wished for one by one. */
    private final Set<Long> writing = new HashSet<>();

    private boolean awaited;
    private boolean unproposed;

    private record Wish(String id, String tool) {}

    CallFacts(Course course, EpisodeFacts episodes, PeopleFacts people) {
        this.course = course;
        this.episodes = episodes;
        this.people = people;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        return switch (moment.kind()) {
            case "agent.writing" -> {
                writing.add(moment.number("reply"));
                yield null;
            }
            case "agent.wish" -> wishedAlone(moment);
            case "agent.reply" -> writing.remove(moment.number("reply")) ? written(moment) : wish(moment);
            case ROOM -> decided(moment);
            default -> null;
        };
    }

    /** A call in the middle of a reply is proposed before the next one is wished for. */
    private @Nullable Fault wishedAlone(Moment moment) {
        if (unproposed) {
            return new Fault("the proposal of the call wished for before", moment.brief());
        }
        unproposed = true;
        return wish(moment);
    }

    /** The end of a reply whose calls were wished for one by one: without any, nothing is awaited after it. */
    private @Nullable Fault written(Moment moment) {
        awaited = moment.payload().get("calls") instanceof Json.Arr(List<Json> calls) && !calls.isEmpty();
        return null;
    }

    private @Nullable Fault wish(Moment moment) {
        if (moment.payload().get("calls") instanceof Json.Arr(List<Json> calls)) {
            awaited = moment.payload().has("about") ? awaited : !calls.isEmpty();
            for (Json each : calls) {
                if (each instanceof Json.Obj call) {
                    wished.add(new Wish(Moment.text(call, "id"), Moment.text(call, "tool")));
                }
            }
        }
        String about = moment.text("about");
        return about.isEmpty() || BESIDE.contains(about) || open.containsKey(about)
                ? null
                : new Fault("an open call " + about, moment.brief());
    }

    /** Whether a rune that says what became of a call that the room never took is right (it has no verdict to follow). */
    boolean isRefusal(Moment moment) {
        return moment.text("status").equals("denied") && refused.remove(moment.text("call_id"));
    }

    private @Nullable Fault decided(Moment moment) {
        Verdict<?> verdict = moment.verdict();
        if (verdict == null || !verdict.isAllowed() || !(verdict.state() instanceof ToolCase.Call call)) {
            if (moment.action().equals("call")) {
                unproposed = false;
                refused.add(moment.target());
            }
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
                    case "cancel" -> byTheRuntime(moment);
                    default -> null;
                };
        if (fault != null) {
            return fault;
        }
        if (call.state() instanceof ToolState.Settled) {
            open.remove(call.id());
        } else {
            open.put(call.id(), call);
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

    /** A repeated id has a suffix of the runtime's, whatever suffix the model made up. */
    private @Nullable String takeWish(String id) {
        Wish found = null;
        for (Wish wish : wished) {
            boolean exact = wish.id().equals(id);
            if (exact || (found == null && CallId.base(wish.id()).equals(CallId.base(id)))) {
                found = wish;
            }
            if (exact) {
                break;
            }
        }
        if (found == null) {
            return null;
        }
        wished.remove(found);
        return found.tool();
    }

    private @Nullable Fault proposed(Moment moment) {
        unproposed = false;
        String id = moment.target();
        String tool = takeWish(id);
        Json.Obj parameters = moment.parameters();
        if (tool == null || !tool.equals(Moment.text(parameters, "tool"))) {
            return new Fault(
                    tool == null ? "an agent.reply that calls " + id : id + " of " + tool,
                    id + " of " + Moment.text(parameters, "tool"));
        }
        String agent = episodes.agentOf(moment.turn());
        if (!moment.actor().equals(agent)) {
            return new Fault("a call by " + agent, "by " + moment.actor());
        }
        long epoch = moment.rune().envelope().leaseEpoch();
        if (Moment.number(parameters, "turn") != moment.turn() || Moment.number(parameters, "epoch") != epoch) {
            return new Fault(
                    "a call of turn " + moment.turn() + " under epoch " + epoch,
                    "turn " + Moment.number(parameters, "turn") + ", epoch " + Moment.number(parameters, "epoch"));
        }
        return course.outside(moment);
    }

    private @Nullable Fault answered(Moment moment, ToolCase.Call call) {
        if (!moment.parameters().has("standing")) {
            return moment.actor().equals("system") ? null : new Fault("a refusal by system", "by " + moment.actor());
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

    private static @Nullable Fault byTheRuntime(Moment moment) {
        return moment.actor().equals("system") ? null : new Fault("a cancel by system", "by " + moment.actor());
    }

    @Override
    public @Nullable Fault turnEnds(long turn, boolean committed, String reason) {
        for (ToolCase.Call call : open.values()) {
            boolean runs = call.state() instanceof ToolState.Dispatched;
            if (call.turn() == turn && (committed || !runs)) {
                return new Fault("the result of call " + call.id(), "the end of turn " + turn);
            }
        }
        wished.clear();
        writing.clear();
        unproposed = false;
        boolean unanswered = awaited && committed;
        awaited = false;
        return unanswered
                ? new Fault("agent.reply to what the calls of turn " + turn + " led to", "its commit")
                : people.leftOpen(turn);
    }

    @Override
    public @Nullable Fault conversationEnds() {
        return open.isEmpty()
                ? people.leftAtEnd()
                : new Fault("the result of call " + open.keySet().iterator().next(), "the end of the conversation");
    }
}
