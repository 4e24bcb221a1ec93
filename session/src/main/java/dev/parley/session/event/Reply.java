package dev.parley.session.event;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.RequestedTool;
import dev.parley.kernel.json.Json;
import dev.parley.state.CountedWords;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the model answered: something to say, tools to call, both, or nothing.
 *
 * @param says the text to speak, empty for none
 * @param audioMs how long the text takes to speak at normal rate
 * @param interruptible whether voices and typed text may end it (ruling A14)
 * @param words the event at which a human who has taken over said this; 0 for what nobody but the agent or the runtime says
 */
public record Reply(
        String says, long audioMs, boolean interruptible, List<ToolRequest> calls, long tokens, long words) {
    /** How long the runtime's own words take to speak, where no voice knows it better. */
    private static final long MS_PER_WORD = 350;

    public static final Reply EMPTY = new Reply("", 0, true, List.of(), 0);

    public Reply(String says, long audioMs, boolean interruptible, List<ToolRequest> calls, long tokens) {
        this(says, audioMs, interruptible, calls, tokens, 0);
    }

    public Reply {
        calls = List.copyOf(calls);
    }

    public boolean speaks() {
        return !says.isEmpty();
    }

    public boolean isEmpty() {
        return says.isEmpty() && calls.isEmpty();
    }

    /** The same reply in other words. */
    public Reply saying(String words) {
        return new Reply(words, audioMs, interruptible, calls, tokens, this.words);
    }

    /**
     * The event that records this reply under this number.
     *
     * @param about the call or the occasion that the runtime's own words are about; null for all others
     */
    public AgentReplied recorded(long number, @Nullable String about) {
        List<RequestedTool> requested =
                calls.stream().map(ToolRequest::recorded).toList();
        return new AgentReplied(number, says, interruptible, requested, words == 0 ? null : words, about, null, null);
    }

    /**
     * A tool that the model asks for.
     *
     * @param untilMs when a person has to have said yes, by the steady clock; 0 for a call that nobody was asked about before
     */
    public record ToolRequest(String id, String tool, Json.Obj args, long untilMs) {
        public ToolRequest(String id, String tool, Json.Obj args) {
            this(id, tool, args, 0);
        }

        /** The same wish, about which somebody is asked again. */
        public ToolRequest until(long newUntilMs) {
            return new ToolRequest(id, tool, args, newUntilMs);
        }

        /** The request as it is recorded; the tool room records the arguments. */
        public RequestedTool recorded() {
            return new RequestedTool(id, tool);
        }
    }

    /** What a human has said who has taken over, at this event. */
    public static Reply ofHuman(String says, long words) {
        Reply own = own(says);
        return new Reply(says, own.audioMs, own.interruptible, own.calls, own.tokens, words);
    }

    /** Words of the runtime itself. */
    public static Reply own(String words) {
        return new Reply(words, CountedWords.count(words) * MS_PER_WORD, true, List.of(), 0);
    }
}
