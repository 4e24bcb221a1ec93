package dev.parley.session.event;

import dev.parley.kernel.event.ToolEvents.WorkspaceCheckpointed;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.privacy.Prepared;
import dev.parley.kernel.rune.RuneEnvelope;
import dev.parley.provider.ProviderEvent;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** A fact that reached the conversation. {@code by} is the person concerned, empty where nobody is named. */
public sealed interface SessionEvent {
    /** Whether it overtakes what a person says and a provider answers: stop, takeover and authority. */
    default boolean isUrgent() {
        return isStop() || this instanceof TakenOver || this instanceof LeaseRevoked;
    }

    /** Whether it stops everything at once, so that what was typed before it is not answered. */
    default boolean isStop() {
        return this instanceof StopRequested || this instanceof StopTyped;
    }

    /** Whether a voice carries words or is only a sound. */
    enum VoiceKind {
        SPEECH,
        NOISE
    }

    /**
     * When something in the sound happened, where that is not the moment in which it became known.
     *
     * @param agoMs how long ago it happened
     * @param mediaMicros where on the media line, or {@link RuneEnvelope#NO_MEDIA_TIME}
     */
    record Heard(long agoMs, long mediaMicros) {
        public static final Heard NOW = new Heard(0, RuneEnvelope.NO_MEDIA_TIME);
    }

    record VoiceBegan(String segment, VoiceKind kind, String by, Heard heard) implements SessionEvent {
        public VoiceBegan(String segment, VoiceKind kind, String by) {
            this(segment, kind, by, Heard.NOW);
        }
    }

    record VoiceEnded(String segment, Heard heard) implements SessionEvent {
        public VoiceEnded(String segment) {
            this(segment, Heard.NOW);
        }
    }

    /** The far end has played so much of a reply. */
    record PlaybackReported(long reply, long playedMs) implements SessionEvent {}

    /**
     * The far end reports after the end of a reply that less of it was heard than was counted.
     *
     * @param lessMs how much less
     * @param words how many of its words that are
     */
    record HeardLess(long reply, long playedMs, long lessMs, long words) implements SessionEvent {}

    record TextTyped(String text, String by) implements SessionEvent {}

    /** A stop is among words that a person typed: it acts before the words enter, which follow as {@link TextOvertaken}. */
    record StopTyped(String by) implements SessionEvent {}

    /** Words that are remembered and that no turn answers: a stop has overtaken them, or is among them and has acted. */
    record TextOvertaken(String text, String by) implements SessionEvent {}

    /** Somebody wrote words that wait for the next turn and open none. */
    record TextAdded(String text, String by) implements SessionEvent {}

    /** From now on the far end has another idea of when somebody has finished, and whether a voice interrupts. */
    record ListeningChanged(long silenceMs, boolean interrupts) implements SessionEvent {}

    /**
     * The far end tells its agent how to behave; an empty text takes that back. What the agent may do is decided as before.
     *
     * @param once for the next answer alone, in place of what holds otherwise
     */
    record Instructed(String text, boolean once) implements SessionEvent {}

    /**
     * The far end tells its agent what went before, in nobody's name: no person has said it, and no person answers for it.
     *
     * @param role {@code assistant} for what the agent is to take for its own words, else {@code system}
     */
    record ContextGiven(String role, String text) implements SessionEvent {}

    /**
     * The far end bounds what its agent answers. What a call may do is decided as before.
     *
     * @param tools whether the model is offered any tools
     * @param tokensMax how long one answer of the model may be; 0 for no bound of the far end's
     * @param once for the next answer alone, in place of what holds otherwise
     */
    record AnswersBounded(boolean tools, long tokensMax, boolean once) implements SessionEvent {}

    /** The far end wants to be spoken to at this rate, 1 for normal. A person's own wish stands above it. */
    record SpeechPaced(BigDecimal rate) implements SessionEvent {}

    /** From now on words wait until an answer is wanted, or no longer. */
    record AnswersHeld(boolean held) implements SessionEvent {}

    /** Words that wait are to be answered, as soon as they are known; where there are none something is said all the same. */
    record AnswerWanted() implements SessionEvent {}

    /** The explicit stop: a button, a stop word, a key. */
    record StopRequested(String by) implements SessionEvent {}

    record ApprovalAnswered(String call, boolean approved, String by) implements SessionEvent {}

    /**
     * Somebody who runs the house answers in no person's name (ruling B15); who it is was checked where they came in.
     *
     * @param role as what they were let in
     * @param key by what, in a form from which it cannot be told
     */
    record OperatorAnswered(String call, boolean approved, String role, String key) implements SessionEvent {}

    /** The approver whom the program has named answers, for no person (ruling B15). */
    record ApproverAnswered(String call, boolean approved) implements SessionEvent {}

    record Disconnected() implements SessionEvent {}

    record Reconnected() implements SessionEvent {}

    record Muted() implements SessionEvent {}

    record Unmuted() implements SessionEvent {}

    record Stalled(long forMs) implements SessionEvent {}

    /** A transport that stalled shows signs of life again. */
    record TransportFlowed() implements SessionEvent {}

    /** The line is well and the person has been quiet for a while. */
    record FellSilent() implements SessionEvent {}

    /** The agent begins to speak unasked. */
    record AgentSpokeFirst(Reply reply) implements SessionEvent {}

    /** An operator lets a halted conversation go on (ruling X4); who it is was checked where they came in. */
    record OperatorResumed(String operator, String reason) implements SessionEvent {}

    record LeaseRevoked() implements SessionEvent {}

    record LeaseRotated() implements SessionEvent {}

    /** What agents, plugins and humans who take over want of the floor. */
    sealed interface OfFloor extends SessionEvent {}

    /**
     * An agent of the roster wants the floor or gives it away.
     *
     * @param act {@code claim}, {@code transfer}, {@code release} or {@code interrupt}
     * @param to to whom the floor is transferred, else empty
     */
    record AgentActed(String agent, String act, String to) implements OfFloor {}

    /**
     * By what right somebody who runs the house acts; empty where the program itself lets them.
     *
     * @param key by which key or token, in a form from which it cannot be told
     */
    record Role(String role, String key) {
        public static final Role OF_THE_PROGRAM = new Role("", "");
    }

    /** What a human of the roster wants, and by what right. */
    sealed interface OfHuman extends OfFloor {
        String human();

        Role by();

        /** What they want, as the record names it. */
        default String act() {
            return switch (this) {
                case TakenOver _ -> "take_over";
                case HumanSaid _ -> "say";
                case GivenBack _ -> "give_back";
            };
        }
    }

    /** A human of the roster takes the floor: the agent falls silent, and no model is asked until they give it back. */
    record TakenOver(String human, Role by) implements OfHuman {}

    /** The human who has the floor says something. */
    record HumanSaid(String human, String text, Role by) implements OfHuman {
        /** The program itself lets them. */
        public HumanSaid(String human, String text) {
            this(human, text, Role.OF_THE_PROGRAM);
        }
    }

    /** The human who has the floor gives it back to the agent that had it. */
    record GivenBack(String human, Role by) implements OfHuman {}

    /** Whoever runs an agent of the roster has lost it. */
    record AgentFailed(String agent) implements SessionEvent {}

    /** A plugin wants to change how the next reply is spoken. */
    record PluginChanged(String plugin, Json.Obj change) implements OfFloor {}

    record OverrideRequested(String action, Json.Obj parameters, String by) implements SessionEvent {}

    /** A person has changed, in another of their conversations, how they want to be spoken to in all of them. */
    record OverrideKept(String person) implements SessionEvent {}

    /** Somebody has deleted what the house knew of its people, in another conversation. */
    record HouseForgot() implements SessionEvent {}

    /** A person's own yes or no to the command that waits for it. */
    record CommandAnswered(String command, boolean yes, String by) implements SessionEvent {}

    /** Something about the people present, in the household's own words. */
    record PeopleChanged(String machine, String action, String target, Json.Obj parameters, String by)
            implements SessionEvent {}

    /** A provider reports something about one call. */
    record ProviderReported(ProviderEvent event) implements SessionEvent {}

    /** The journal has everything up to this event on disk. */
    record RecordKept(long eventId) implements SessionEvent {}

    /** The journal will never have on disk what it was given. */
    record RecordLost(String reason) implements SessionEvent {}

    /**
     * A tool came back.
     *
     * @param reason why it ended otherwise than well, empty where nothing is known
     * @param ready what guarding a long result takes, worked out where the tool ran, so that no carrier waits for it
     */
    record ToolFinished(
            String call,
            ToolStatus status,
            Json result,
            String reason,
            @Nullable Prepared ready) implements SessionEvent {
        public ToolFinished(String call, ToolStatus status, Json result, String reason) {
            this(call, status, result, reason, Prepared.of(result));
        }

        public ToolFinished(String call, ToolStatus status, Json result) {
            this(call, status, result, "");
        }
    }

    /** These words, which wait for their turn together, were read on another thread and can be understood at once. */
    record WordsRead(String text) implements SessionEvent {}

    /**
     * The arguments of a call were checked by the schema of its tool, before anything is decided about it.
     *
     * @param mismatch why they do not fit, empty if they do
     */
    record ToolFitted(String call, String mismatch) implements SessionEvent {}

    /**
     * The sandbox has looked at a call that may run.
     *
     * @param violation what it has against it, empty for nothing
     */
    record ToolChecked(String call, String violation, Kept kept) implements SessionEvent {
        public ToolChecked(String call, String violation) {
            this(call, violation, Kept.NOTHING);
        }
    }

    /**
     * What was kept before a call may change it.
     *
     * @param what the event that records it; null if nothing was kept for this call
     * @param failure why it could not be kept, empty where it could
     */
    record Kept(@Nullable WorkspaceCheckpointed what, String failure) {
        public static final Kept NOTHING = new Kept(null, "");
    }

    /** A call that runs reports how far it has come. */
    record ToolProgressed(String call, Json progress) implements SessionEvent {}

    /** How a call that ran came back. */
    enum ToolStatus {
        SUCCESS,
        ERROR,
        CANCELLED,
        /** The tool tried to leave the sandbox while it ran. */
        SANDBOX_VIOLATION
    }
}
