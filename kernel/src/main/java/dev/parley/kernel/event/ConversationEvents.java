package dev.parley.kernel.event;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Visibility;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a conversation begins and resumes, and the settings by which it runs. */
public sealed interface ConversationEvents extends Event {

    /**
     * A plain conversation names its speaker and people, a scripted one its scenario and seed.
     *
     * @param speaker the person who speaks where no other is named; empty for an unidentified voice
     * @param people the ids of those whose identity is confirmed from the start
     * @param time {@code live} or {@code virtual}; absent in logs of before it was recorded
     * @param owner the client that the conversation belongs to
     * @param socket the protocol by which the client is connected
     * @param audio true if the conversation has an audio connection; otherwise absent
     * @param callSid the id of the phone call at Twilio
     * @param scenario the script as it was read
     * @param about further fields of the program; when read, the whole payload
     */
    @Kind(value = "session.created", means = "A conversation began.", visibility = Visibility.INTERNAL)
    record SessionCreated(
            String name,
            @Nullable String speaker,
            @Nullable List<String> people,
            @Nullable String time,
            @Nullable String owner,
            @Nullable String socket,
            @Nullable Boolean audio,
            @Nullable String callSid,
            @Nullable Long seed,
            @About(Personal.EVERYBODY) Json.@Nullable Obj scenario,
            @Inline Json.Obj about)
            implements ConversationEvents {
        /** The same, by live or by virtual time. */
        public SessionCreated by(String newTime) {
            return new SessionCreated(
                    name, speaker, people, newTime, owner, socket, audio, callSid, seed, scenario, about);
        }
    }

    /**
     * @param turns the turns that were closed
     * @param unknown the calls that may have run
     * @param cancelled the calls that had not run
     * @param replies the replies that were still playing
     */
    @Kind(value = "session.resumed", means = "A conversation that another runtime had left open was resumed.")
    record SessionResumed(
            String reason, List<Long> turns, List<String> unknown, List<String> cancelled, List<Long> replies)
            implements ConversationEvents {}

    /** How often an agent that fails is restarted. */
    record AgentRestartLimit(long max, long withinMs) {}

    /** What an agent may use. A limit that is absent is unlimited; an absent outcome is terminate. */
    record AgentAllowance(
            @Nullable Long timeMs,
            @Nullable Long tokens,
            @Nullable Long toolCalls,
            @Nullable String onExhausted) {}

    /**
     * @param parent the agent that supervises this one
     * @param restart absent if the agent is not restarted
     * @param budget absent if the agent has no budget of its own
     */
    record RosterAgent(
            String id,
            long priority,
            String parent,
            @Nullable AgentRestartLimit restart,
            @Nullable AgentAllowance budget) {}

    record RosterHuman(String id, long priority) {}

    /**
     * @param agents absent if there is one agent only
     * @param humans the operators who may take over; absent if there are none
     */
    @Kind(
            value = "session.roster",
            means = "The participants that may hold the floor were declared.",
            visibility = Visibility.INTERNAL)
    record RosterDeclared(
            @Nullable List<RosterAgent> agents, @Nullable List<RosterHuman> humans) implements ConversationEvents {}

    /**
     * @param profile how much of the specification the pipeline uses, for example basic or advanced
     * @param commitOn the node at which a turn is committed
     * @param recording the recording level
     */
    @Kind(
            value = "session.pipeline",
            means = "The pipeline that all turns share was resolved.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record PipelineResolved(
            String format,
            String pipeline,
            String version,
            String profile,
            String commitOn,
            Json.Obj budgets,
            Json.Arr nodes,
            Json.Arr edges,
            Json.Arr degrade,
            String recording,
            List<String> metrics)
            implements ConversationEvents {}

    /**
     * @param turn 0, since the plan is for listening before the first turn
     * @param bindings the providers of each node, in the order in which they are tried
     * @param seed a whole number as text, since it may exceed what a JSON number holds exactly
     * @param hash the digest of the whole plan
     */
    @Kind(
            value = "session.plan",
            means = "The plan for listening was frozen.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record SessionPlanFrozen(
            String conversation,
            long turn,
            long epoch,
            String admission,
            Json.Obj bindings,
            Json.Obj capabilities,
            String posture,
            String seed,
            String hash)
            implements ConversationEvents {}

    /**
     * @param value true or false under the key {@code halted}; free under keys of extensions, whose events are internal
     */
    @Kind(value = "session.state", means = "A value of the durable session state changed.")
    record SessionStateChanged(String key, Json value) implements ConversationEvents {}

    /**
     * @param eventId the event after which the snapshot was taken
     * @param digest the digest of its content
     */
    @Kind(
            value = "session.snapshot",
            means = "A snapshot of the conversation was stored, and the log vouches for it.",
            lane = Lane.TELEMETRY,
            visibility = Visibility.INTERNAL)
    record SnapshotVouched(
            @About(Personal.EVERYBODY) long eventId,
            @About(Personal.EVERYBODY) String digest) implements ConversationEvents {}

    /** @param role system, user or assistant */
    @Kind(value = "session.context", means = "The client added a message to the context of the model.")
    record ContextAdded(
            String role, @About(Personal.EVERYBODY) String piiText) implements ConversationEvents {}

    /** @param once true if the instructions are for the next reply alone; otherwise absent */
    @Kind(value = "session.instructed", means = "The client gave the model instructions.")
    record InstructionsGiven(
            @About(Personal.EVERYBODY) String piiText,
            @Nullable Boolean once) implements ConversationEvents {}

    /**
     * @param tools whether the model is offered any tools
     * @param tokensMax the most tokens of one reply, 0 for no limit
     * @param once true if the limits are for the next reply alone; otherwise absent
     */
    @Kind(value = "session.bounded", means = "The client limited the replies of the model.")
    record ReplyLimitsSet(
            @Nullable Boolean tools,
            long tokensMax,
            @Nullable Boolean once) implements ConversationEvents {}

    /** @param speechRate a decimal number, 1 for normal */
    @Kind(value = "session.paced", means = "The client set the speech rate.")
    record SpeechRateSet(Json speechRate) implements ConversationEvents {}

    /**
     * @param silenceMs the silence that ends an utterance
     * @param interrupts whether speech interrupts a reply
     */
    @Kind(
            value = "session.listening",
            means = "The client set the endpointing and whether speech interrupts.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record EndpointingSet(long silenceMs, boolean interrupts) implements ConversationEvents {}

    /** @param held true if words wait until the client requests a reply */
    @Kind(
            value = "session.answers",
            means = "The client set whether replies wait for its request.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record ReplyHoldSet(boolean held) implements ConversationEvents {}
}
