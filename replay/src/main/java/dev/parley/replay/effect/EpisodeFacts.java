package dev.parley.replay.effect;

import dev.parley.kernel.episode.EpisodeState;
import dev.parley.kernel.episode.RegisteredEpisode;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolStatus;
import dev.parley.kernel.tool.ToolTerms;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Episodes: what is observed was said, what is directed is the call that runs, what is reported is the result that came,
 * and a turn that answers has one.
 */
final class EpisodeFacts implements Facts {
    private static final String ROOM = "verdict.episode";

    private final Course course;
    private final Owed owed;
    private final Map<String, Kept> episodes = new LinkedHashMap<>();
    private final Map<String, Directive> directives = new HashMap<>();
    private final Map<String, ToolResult> results = new HashMap<>();
    private long answered;
    private long writing;
    private long wordsTurn;
    private long words;
    private boolean uncounted;
    private String speaker = "";
    private String answerer = "";

    /** One episode. */
    private static final class Kept {
        private final String agent;
        private long turn;
        private long packets;
        private EpisodeState state = EpisodeState.S0_IDLE;

        Kept(String agent, long turn) {
            this.agent = agent;
            this.turn = turn;
        }
    }

    private record Directive(String episode, String packet, Json.Obj payload) {}

    EpisodeFacts(Course course, Owed owed) {
        this.course = course;
        this.owed = owed;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        return switch (moment.kind()) {
            case "user.words" -> said(moment);
            case "agent.took_over" -> {
                boolean kept = wordsTurn == moment.number("of");
                wordsTurn = moment.turn();
                yield kept ? null : new Fault("the words of turn " + moment.number("of"), moment.brief());
            }
            case "episode.refused" -> {
                Json.Obj header = Moment.object(Moment.object(moment.payload(), "packet"), "header");
                Kept kept = episodes.get(Moment.text(header, "correlation_id"));
                yield kept == null ? null : numbered(kept, Moment.text(header, "packet_id"));
            }
            case ROOM -> decided(moment);
            case "agent.reply", "agent.writing" -> replied(moment);
            default -> null;
        };
    }

    /**
     * An answer of the model comes after what it answers was believed; words of the runtime's own, and the
     * end of a reply that is spoken while it is written, come at any time.
     */
    private @Nullable Fault replied(Moment moment) {
        boolean own = moment.payload().has("about") || moment.number("reply") == writing;
        writing = moment.kind().equals("agent.writing") ? moment.number("reply") : writing;
        answered = moment.turn();
        if (of(moment.turn()) == null) {
            return new Fault("an episode in turn " + moment.turn() + " before it answers", moment.brief());
        }
        return own || isAnswerable(moment.turn())
                ? null
                : new Fault("a belief in turn " + moment.turn() + " before it answers", moment.brief());
    }

    private boolean isAnswerable(long turn) {
        for (Kept kept : episodes.values()) {
            if (kept.turn == turn && mayAnswer(kept.state)) {
                return true;
            }
        }
        return false;
    }

    private static boolean mayAnswer(EpisodeState state) {
        return switch (state) {
            case S0_IDLE, S1_SENSE, S6_EXECUTE -> false;
            case S2_MODEL, S3_DECIDE, S4_VERIFY, S5_AUTHORIZE, S7_REVIEW, S8_ESCALATED, S9_SAFEMODE -> true;
        };
    }

    private @Nullable Kept of(long turn) {
        Kept newest = null;
        for (Kept kept : episodes.values()) {
            newest = kept.turn == turn ? kept : newest;
        }
        return newest;
    }

    private @Nullable Fault said(Moment moment) {
        if (moment.turn() == 0) {
            return null;
        }
        if (wordsTurn != moment.turn()) {
            wordsTurn = moment.turn();
            words = 0;
            uncounted = false;
        }
        String text = moment.payload().text("pii_text");
        uncounted = uncounted || text == null;
        words += text == null ? 0 : count(text);
        speaker = moment.text("by");
        String answered = answerer;
        answerer = "";
        return answered.isEmpty() || answered.equals(speaker.isEmpty() ? "user" : speaker)
                ? course.outside(moment)
                : new Fault("the words of " + answered + ", who answered", "the words of '" + speaker + "'");
    }

    private static long count(String text) {
        long counted = 0;
        boolean inside = false;
        for (int i = 0; i < text.length(); i++) {
            boolean blank = " \t\n\r".indexOf(text.charAt(i)) >= 0;
            counted += !blank && !inside ? 1 : 0;
            inside = !blank;
        }
        return counted;
    }

    /** The agent of the episodes of this turn, empty if it has none. */
    String agentOf(long turn) {
        Kept kept = of(turn);
        return kept == null ? "" : kept.agent;
    }

    private @Nullable Fault decided(Moment moment) {
        String id = moment.target();
        Json.Obj packet = moment.parameters();
        Kept kept = episodes.computeIfAbsent(id, _ -> new Kept(moment.actor(), moment.turn()));
        boolean byPerson = moment.action().equals("user_input");
        if (!byPerson && !moment.actor().equals(kept.agent)) {
            return new Fault(id + " written by " + kept.agent, "by " + moment.actor());
        }
        if (byPerson) {
            kept.turn = moment.turn();
            answerer = moment.actor();
        } else if (moment.turn() != kept.turn) {
            return new Fault(id + " in turn " + kept.turn, "in turn " + moment.turn());
        }
        Fault fault = numbered(kept, Moment.text(Moment.object(packet, "header"), "packet_id"));
        if (fault != null) {
            return fault;
        }
        if (moment.verdict() != null && moment.verdict().state() instanceof RegisteredEpisode episode) {
            kept.state = episode.state();
        }
        if (!moment.allows(ROOM)) {
            return null;
        }
        if (byPerson) {
            kept.turn = moment.turn();
        }
        Json.Obj payload = Moment.object(packet, "payload");
        return switch (moment.action()) {
            case "ObservationPacket" -> observed(moment, payload);
            case "DecisionPacket" ->
                answered == moment.turn()
                                || kept.turn != moment.turn()
                                || Moment.text(payload, "decision_outcome").equals("CANCEL")
                        ? null
                        : new Fault("agent.reply in turn " + moment.turn() + " before it is decided", moment.brief());
            case "TaskDirectivePacket" -> directed(moment, packet, payload);
            case "TaskResultPacket" -> reported(payload);
            case "IntegrityAlertPacket" -> alarmed(id, payload);
            default -> null;
        };
    }

    /** The packets of an episode are numbered upwards without a gap, whether they were accepted or not. */
    private static @Nullable Fault numbered(Kept kept, String packetId) {
        int at = packetId.lastIndexOf('_');
        long number = at > 0 ? Moment.digits(packetId, at + 1, 9) : -1;
        if (number < 0) {
            return null;
        }
        if (number != kept.packets + 1) {
            return new Fault(packetId.substring(0, at + 1) + (kept.packets + 1), packetId);
        }
        kept.packets = number;
        return null;
    }

    /** What is observed as the words of a person was said in this turn, by that person. */
    private @Nullable Fault observed(Moment moment, Json.Obj payload) {
        if (!Moment.text(payload, "observation_type").equals("user_input")) {
            boolean heard = wordsTurn == moment.turn() && course.activeTurn() == moment.turn() && !course.hasAsker();
            return heard ? new Fault("the words of turn " + moment.turn() + " observed first", moment.brief()) : null;
        }
        Json.Obj data = Moment.object(payload, "data");
        String by = Moment.text(data, "by");
        long counted = Moment.number(data, "words");
        long said = wordsTurn == moment.turn() ? words : 0;
        boolean known = wordsTurn == moment.turn();
        if ((!uncounted && counted != said) || (known && !by.equals(speaker))) {
            return new Fault(
                    said + " words" + (known ? " of '" + speaker + "'" : ""), counted + " words of '" + by + "'");
        }
        course.asks(by);
        return null;
    }

    private @Nullable Fault directed(Moment moment, Json.Obj packet, Json.Obj payload) {
        String call = Moment.text(payload, "call_id");
        if (!call.isEmpty()) {
            String id = Moment.text(Moment.object(packet, "header"), "packet_id");
            directives.put(call, new Directive(moment.target(), id, payload));
            owed.dispatch(call);
        }
        return course.isHalted() ? new Fault("no directive while the conversation is halted", moment.brief()) : null;
    }

    /** Whether the episode has directed exactly this call. */
    @Nullable
    Fault directs(ToolCall call, ToolTerms terms, String permit) {
        Directive directive = directives.get(call.callId());
        if (directive == null) {
            return new Fault("a directive for call " + call.callId(), "its dispatch");
        }
        Json.Obj method = Moment.object(directive.payload(), "execution_method");
        String token = terms.safety().changesTheWorld() ? permit : "";
        boolean same = Moment.text(method, "tool_id").equals(call.tool())
                && Moment.text(method, "arguments_sha256").equals(call.argumentsSha256())
                && Moment.text(directive.payload(), "authorization_token_id").equals(token);
        return same
                ? null
                : new Fault(
                        "a directive for " + call.tool() + " with " + call.argumentsSha256(),
                        "a directive " + directive.payload().text());
    }

    /** The one result of a call is what its episode has to report. */
    void settled(ToolResult result) {
        if (directives.containsKey(result.callId())) {
            results.put(result.callId(), result);
        }
    }

    private @Nullable Fault reported(Json.Obj payload) {
        String answered = Moment.text(payload, "directive_packet_id");
        for (Map.Entry<String, Directive> each : directives.entrySet()) {
            if (each.getValue().packet().equals(answered)) {
                ToolResult result = results.remove(each.getKey());
                directives.remove(each.getKey());
                String status = Moment.text(payload, "tool_status");
                boolean same = result != null
                        && result.status().printed().equals(status)
                        && status(result.status()).equals(Moment.text(payload, "result_status"));
                return same
                        ? null
                        : new Fault(
                                result == null
                                        ? "tool.result of call " + each.getKey()
                                        : result.status().printed(),
                                Moment.text(payload, "result_status") + " (" + status + ")");
            }
        }
        return null;
    }

    private static String status(ToolStatus status) {
        return switch (status) {
            case SUCCESS -> "SUCCESS";
            case CANCELLED -> "CANCELLED";
            case ERROR, TIMEOUT, DENIED, SANDBOX_VIOLATION, UNKNOWN -> "FAILURE";
        };
    }

    /** In safe mode nothing is directed any more. */
    private @Nullable Fault alarmed(String episode, Json.Obj payload) {
        if (Moment.text(payload, "severity").equals("CRITICAL")) {
            directives.values().removeIf(directive -> directive.episode().equals(episode));
        }
        return null;
    }

    @Override
    public void remember(Moment past) {
        if (past.kind().equals("user.words")) {
            said(past);
        }
    }

    @Override
    public @Nullable Fault turnEnds(long turn, boolean committed, String reason) {
        for (Map.Entry<String, Kept> each : episodes.entrySet()) {
            boolean left = each.getValue().turn == turn && isLeft(each.getValue().state);
            if (left && (committed || !runs(each.getKey()))) {
                return new Fault("the end of episode " + each.getKey(), "the end of turn " + turn);
            }
        }
        episodes.values().removeIf(kept -> kept.state == EpisodeState.S0_IDLE);
        return null;
    }

    private boolean runs(String episode) {
        return directives.values().stream()
                .anyMatch(directive -> directive.episode().equals(episode));
    }

    /** Whether an episode in this state has still to be closed: one that waits for a person or an act cannot be. */
    private static boolean isLeft(EpisodeState state) {
        return switch (state) {
            case S0_IDLE, S4_VERIFY, S5_AUTHORIZE, S8_ESCALATED -> false;
            case S1_SENSE, S2_MODEL, S3_DECIDE, S6_EXECUTE, S7_REVIEW, S9_SAFEMODE -> true;
        };
    }

    @Override
    public @Nullable Fault conversationEnds() {
        for (Map.Entry<String, Kept> each : episodes.entrySet()) {
            if (isLeft(each.getValue().state)) {
                return new Fault("the end of episode " + each.getKey(), "the end of the conversation");
            }
        }
        return null;
    }
}
