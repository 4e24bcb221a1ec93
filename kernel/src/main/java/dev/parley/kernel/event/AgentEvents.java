package dev.parley.kernel.event;

import dev.parley.kernel.rune.Visibility;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What agents write, request and use, and what happens when one of them fails. */
public sealed interface AgentEvents extends Event {

    /** A tool that a reply requests. Its arguments are in the verdict of the tool room. */
    record RequestedTool(String id, String tool) {}

    /**
     * What a question of the household asks for.
     *
     * @param machine the machine that waits for the answer; all fields are absent if the question is no longer open
     * @param target the person that the change concerns
     * @param of the person who has to answer
     */
    record HouseholdQuestion(
            @Nullable String machine,
            @Nullable String target,
            @Nullable String of) {}

    /** @param restarts how many restarts still counted when the agent failed */
    @Kind(value = "agent.down", means = "An agent failed or used up its budget.", visibility = Visibility.INTERNAL)
    record AgentWentDown(String agent, String reason, String parent, long restarts) implements AgentEvents {}

    /**
     * @param words the event with which a human who has taken over said this; absent for all other replies
     * @param about the call or the occasion that the runtime's own words are about
     * @param asks what the question asks for, where the reply is a question of the household
     * @param unfinished true if the turn ended while the model was still writing; otherwise absent
     */
    @Kind(value = "agent.reply", means = "A reply was written by the model, by a human or by the runtime.")
    record AgentReplied(
            long reply,
            String piiText,
            boolean interruptible,
            List<RequestedTool> calls,
            @Nullable Long words,
            @Nullable String about,
            @Nullable HouseholdQuestion asks,
            @Nullable Boolean unfinished)
            implements AgentEvents {}

    /**
     * @param restarts how many restarts count now, this one included
     * @param max how many restarts are allowed within {@code withinMs}
     */
    @Kind(value = "agent.restarted", means = "A failed agent was restarted.", visibility = Visibility.INTERNAL)
    record AgentRestarted(String agent, long restarts, long max, long withinMs) implements AgentEvents {}

    /**
     * @param reply the number of this sentence, by which its playback is recorded
     * @param of the number of the reply that it belongs to
     * @param streamed true if the model was still writing the reply; otherwise absent
     */
    @Kind(value = "agent.sentence", means = "A sentence of a reply was released for speech.")
    record AgentSentenceReleased(
            long reply, long of, @Nullable Boolean streamed, String piiText) implements AgentEvents {}

    /** The fields are totals of the whole conversation. */
    @Kind(
            value = "agent.spent",
            means = "The usage of an agent that has a budget was recorded at the end of its turn.",
            visibility = Visibility.INTERNAL)
    record AgentUsageRecorded(String agent, long ms, long tokens, long toolCalls) implements AgentEvents {}

    /** @param state listening, thinking or speaking */
    @Kind(value = "agent.state", means = "The agent changed between listening, thinking and speaking.")
    record AgentStateChanged(String state) implements AgentEvents {}

    /** @param of the turn in which the words were left unanswered */
    @Kind(
            value = "agent.took_over",
            means = "An agent began to answer words that a failed agent had left unanswered.",
            visibility = Visibility.INTERNAL)
    record AgentTookOver(String agent, long of) implements AgentEvents {}

    @Kind(value = "agent.wish", means = "The model requested a tool while it was still writing its reply.")
    record AgentToolRequested(long reply, List<RequestedTool> calls) implements AgentEvents {}

    @Kind(value = "agent.writing", means = "The model began to stream a reply.")
    record AgentReplyStarted(long reply, boolean interruptible) implements AgentEvents {}

    /** @param words the event with which a human who has taken over said this; absent for all other replies */
    @Kind(
            value = "agent.unsaid",
            means = "A reply that still waited for a turn was left to the next host.",
            visibility = Visibility.INTERNAL)
    record ReplyDeferred(
            String piiText,
            long audioMs,
            boolean interruptible,
            @Nullable Long words) implements AgentEvents {}

    /** @param of the event with which the reply was deferred */
    @Kind(
            value = "agent.said_later",
            means = "A turn was opened to deliver a deferred reply.",
            visibility = Visibility.INTERNAL)
    record ReplyDelivered(long of) implements AgentEvents {}
}
