package dev.parley.kernel.port;

import dev.parley.kernel.json.Json;
import java.util.List;
import java.util.Objects;

/**
 * A language model, as an agent sees it: a conversation in, words and wishes out. What it says is data; a wish for a tool
 * becomes an act only through the machines.
 */
@FunctionalInterface
public interface Model {

    /** May block; a cancelled token means that nobody waits for the answer any more. */
    Reply reply(Prompt prompt, CancelToken cancel) throws ModelFailure;

    /**
     * The same for a model that hands over what it has written while it still writes, so that a person hears the first
     * sentence early.
     *
     * @return what was not handed over, and the cost of all of it
     */
    default Reply reply(Prompt prompt, CancelToken cancel, Draft draft) throws ModelFailure {
        return reply(prompt, cancel);
    }

    /** Where a model leaves what it has written so far, in order. What was left here is not taken back. */
    interface Draft {
        /** The next words, of any length. */
        void text(String words);

        /** A wish, when it is complete. */
        void call(WantedCall call);
    }

    /**
     * What the model is given.
     *
     * @param tokensMax how much the whole exchange may cost
     * @param style how to speak to who listens, in a sentence; empty where nothing is known about them
     * @param agent which agent of the conversation answers
     * @param notes what this agent is told that nobody said, such as that an agent which it looks after has ended
     */
    record Prompt(
            List<Message> messages,
            List<ToolOffer> tools,
            long tokensMax,
            String style,
            String agent,
            List<String> notes) {
        public Prompt {
            messages = List.copyOf(messages);
            tools = List.copyOf(tools);
            notes = List.copyOf(notes);
        }

        public Prompt(List<Message> messages, List<ToolOffer> tools, long tokensMax) {
            this(messages, tools, tokensMax, "", "", List.of());
        }
    }

    /** One entry of the conversation so far. */
    sealed interface Message {
        record UserSaid(String by, String text) implements Message {}

        record AssistantSaid(String text) implements Message {}

        record AssistantCalled(WantedCall call) implements Message {}

        record ToolAnswered(String callId, String tool, String status, Json content) implements Message {}
    }

    /** A tool the model may ask for. */
    record ToolOffer(String name, String description, Json.Obj inputSchema) {}

    /** A wish: the arguments are the text that the model wrote, unread. */
    record WantedCall(String callId, String tool, String arguments) {
        public WantedCall {
            Objects.requireNonNull(callId, "a wanted call has no id");
            Objects.requireNonNull(tool, "a wanted call names no tool");
            Objects.requireNonNull(arguments, "a wanted call has no arguments; none are written {}");
        }
    }

    /** What came back, and what it cost. */
    record Reply(String text, List<WantedCall> calls, long tokensUsed) {
        public Reply {
            Objects.requireNonNull(text, "a reply has no text; none is written as an empty one");
            calls = List.copyOf(calls);
            if (tokensUsed < 0) {
                throw new IllegalArgumentException("a reply cannot cost less than nothing: " + tokensUsed + " tokens");
            }
        }

        public static Reply says(String text) {
            return new Reply(text, List.of(), 0);
        }

        /**
         * One wish, whose call is named after its tool.
         *
         * @param arguments a JSON object
         */
        public static Reply call(String tool, String arguments) {
            return calls(new WantedCall(tool, tool, arguments));
        }

        public static Reply calls(WantedCall... calls) {
            return new Reply("", List.of(calls), 0);
        }
    }

    /** The model could not answer. */
    final class ModelFailure extends Exception {
        private final boolean retryable;
        private final long retryAfterMs;

        public ModelFailure(String reason, boolean retryable) {
            this(reason, retryable, 0);
        }

        private ModelFailure(String reason, boolean retryable, long retryAfterMs) {
            super(reason);
            this.retryable = retryable;
            this.retryAfterMs = retryAfterMs;
        }

        /** The model has too much to do, and may be asked again after so long; 0 if it does not say. */
        public static ModelFailure busy(String reason, long retryAfterMs) {
            return new ModelFailure(reason, true, retryAfterMs);
        }

        public boolean retryable() {
            return retryable;
        }

        /** How long to wait before the next attempt; 0 where nobody says. */
        public long retryAfterMs() {
            return retryAfterMs;
        }
    }
}
