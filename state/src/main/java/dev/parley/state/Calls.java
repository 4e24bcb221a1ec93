package dev.parley.state;

import dev.parley.kernel.event.ConversationEvents.ContextAdded;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.ToolEvents.ToolAbandoned;
import dev.parley.kernel.event.ToolEvents.ToolCallProposed;
import dev.parley.kernel.event.ToolEvents.ToolDispatched;
import dev.parley.kernel.event.ToolEvents.ToolProgressReported;
import dev.parley.kernel.event.ToolEvents.ToolResultDiscarded;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.HouseholdDecided;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls of a conversation as its record tells of them: which ids are used, and which calls have no recorded result.
 * What a call is and may do is known by the tool room.
 *
 * @param ids every id that a call has had
 * @param open the calls without a recorded result, oldest first
 * @param refused the turns of calls that the tool room refused and whose denial is not recorded, by id
 * @param commands the turns in which commands of people were detected that are not done, by the id of their call
 * @param hasContext whether the client has told the agent something that was not said here
 */
public record Calls(
        CallIds ids,
        Map<String, Open> open,
        Map<String, Long> refused,
        Map<String, Long> commands,
        boolean hasContext) {

    /** How far an open call is. */
    public enum Progress {
        PROPOSED,
        ASKED,
        PERMITTED,
        RUNNING,
        /** The room has settled it, and its result is not recorded. */
        SETTLED
    }

    /**
     * A call without a recorded result.
     *
     * @param turn of which its model asked for it
     * @param newest the last event about it
     * @param isDecided whether the tool room decides about it, as it does since the second version of the log
     */
    public record Open(long turn, String tool, Progress progress, long newest, boolean isDecided) {
        private Open at(Progress now) {
            return new Open(turn, tool, now, newest, isDecided);
        }

        private Open seen(long event) {
            return new Open(turn, tool, progress, event, isDecided);
        }
    }

    static final Slice<Calls> SLICE = new CallsSlice();

    static final String CALL = "call";
    /** So many calls without a result are known, however many a record leaves open. */
    private static final int OPEN_MAX = 1_024;

    /** So many refused calls and commands are remembered; an honest conversation has a few at a time. */
    private static final int KEPT = 64;

    private static final Calls NONE = new Calls(CallIds.NONE, Map.of(), Map.of(), Map.of(), false);

    /** Whether this call was proposed and is not settled. */
    public boolean isOpen(String id) {
        Open call = open.get(id);
        return call != null && call.progress != Progress.SETTLED;
    }

    /** The first call that is not settled, or null. */
    public @Nullable String firstOpen() {
        return open.keySet().stream().filter(this::isOpen).findFirst().orElse(null);
    }

    /** Whether the room refused this call as a whole, and its denial is not recorded. */
    public boolean isRefused(String id) {
        return refused.containsKey(id);
    }

    /** The turn of this call, null where it is neither open nor refused. */
    public @Nullable Long turn(String id) {
        Open call = open.get(id);
        return call == null ? refused.get(id) : Long.valueOf(call.turn);
    }

    /** The turn in which the command of this call was detected, null where it is unknown or done. */
    public @Nullable Long commandTurn(String id) {
        return commands.get(id);
    }

    private static final class CallsSlice implements Slice<Calls> {
        @Override
        public Calls initial() {
            return NONE;
        }

        @Override
        public List<Class<? extends Event>> changedBy() {
            return List.of(
                    ToolDecided.class,
                    HouseholdDecided.class,
                    ContextAdded.class,
                    ToolCallProposed.class,
                    ToolDispatched.class,
                    ToolProgressReported.class,
                    ToolResultDiscarded.class,
                    ToolAbandoned.class,
                    ToolSettled.class);
        }

        /** Older snapshots keep calls and not their results, though no call was open. */
        @Override
        public Calls atRest(Calls before) {
            return new Calls(before.ids, Map.of(), Map.of(), Map.of(), before.hasContext);
        }

        @Override
        public Calls apply(Calls before, Recorded event) {
            if (event.type().equals(ToolSettled.class)) {
                return before.closed(String.valueOf(event.rune().payload().text("call_id")));
            }
            return switch (event.event()) {
                case ToolDecided verdict -> before.decided(verdict, event);
                case HouseholdDecided verdict -> before.detected(verdict, event);
                case ContextAdded _ -> before.hasContext ? before : before.told();
                case ToolCallProposed call -> before.made(call.callId(), call.tool(), event, false);
                case ToolDispatched call ->
                    before.moved(call.callId(), Progress.RUNNING).seen(call.callId(), event);
                case ToolProgressReported call -> before.seen(call.callId(), event);
                case ToolResultDiscarded call -> before.seen(call.callId(), event);
                case ToolAbandoned call -> before.seen(call.callId(), event);
                default -> before;
            };
        }
    }

    private Calls decided(ToolDecided verdict, Recorded at) {
        Decided decided = verdict.decided();
        String id = decided.target();
        boolean allowed = decided.isAllowed();
        if (decided.action().equals(CALL)) {
            return allowed ? made(id, tool(verdict), at, true) : refused(id, at.turn());
        }
        Progress now = allowed ? after(decided.action()) : null;
        return (now == null ? this : moved(id, now)).seen(id, at);
    }

    private static String tool(ToolDecided verdict) {
        String tool = verdict.parameters() == null ? null : verdict.parameters().text("tool");
        return tool == null ? "" : tool;
    }

    private static @Nullable Progress after(String action) {
        return switch (action) {
            case "ask" -> Progress.ASKED;
            case "permit", "approve", "admit" -> Progress.PERMITTED;
            case "dispatch" -> Progress.RUNNING;
            case "reject", "expire", "result", "cancel" -> Progress.SETTLED;
            default -> null;
        };
    }

    /** The same call again changes nothing. */
    private Calls made(String id, String tool, Recorded at, boolean isDecided) {
        Open before = isDecided ? open.get(id) : null;
        Open call = before == null
                ? new Open(at.turn(), tool, Progress.PROPOSED, at.id(), isDecided)
                : before.seen(at.id());
        return new Calls(ids.with(id), with(open, id, call, OPEN_MAX), refused, commands, hasContext);
    }

    private Calls refused(String id, long turn) {
        return new Calls(ids.with(id), open, with(refused, id, turn, KEPT), commands, hasContext);
    }

    private Calls moved(String id, Progress now) {
        Open call = open.get(id);
        return call == null ? this : opened(with(open, id, call.at(now), OPEN_MAX));
    }

    private Calls seen(String id, Recorded at) {
        Open call = open.get(id);
        return call == null ? this : opened(with(open, id, call.seen(at.id()), OPEN_MAX));
    }

    private Calls closed(String id) {
        return open.containsKey(id) || refused.containsKey(id)
                ? new Calls(ids, without(open, id), without(refused, id), commands, hasContext)
                : this;
    }

    private Calls opened(Map<String, Open> now) {
        return new Calls(ids, now, refused, commands, hasContext);
    }

    private Calls told() {
        return new Calls(ids, open, refused, commands, true);
    }

    private Calls detected(HouseholdDecided verdict, Recorded at) {
        Json.Obj given = verdict.parameters();
        String call = given == null || !"command".equals(verdict.decided().machine()) ? null : given.text(CALL);
        if (call == null) {
            return this;
        }
        return switch (verdict.decided().action()) {
            case "command_detected" -> new Calls(ids, open, refused, with(commands, call, at.turn(), KEPT), hasContext);
            case "done" -> new Calls(ids, open, refused, without(commands, call), hasContext);
            default -> this;
        };
    }

    private static <V> Map<String, V> with(Map<String, V> map, String id, V value, int most) {
        Map<String, V> all = new LinkedHashMap<>(map);
        all.put(id, value);
        if (all.size() > most) {
            all.remove(all.keySet().iterator().next());
        }
        return Collections.unmodifiableMap(all);
    }

    private static <V> Map<String, V> without(Map<String, V> map, String id) {
        if (!map.containsKey(id)) {
            return map;
        }
        Map<String, V> all = new LinkedHashMap<>(map);
        all.remove(id);
        return Collections.unmodifiableMap(all);
    }
}
