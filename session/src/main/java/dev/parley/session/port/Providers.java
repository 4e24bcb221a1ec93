package dev.parley.session.port;

import dev.parley.kernel.people.privacy.TonePolicy.Tone;
import dev.parley.kernel.port.Model;
import dev.parley.provider.ProviderInvocation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The providers as the loop calls them: every request returns at once, every answer is an event. */
public interface Providers {
    /** The names to try for this kind, in order of preference; never empty. */
    List<String> names(ProviderKind kind);

    void start(Call call);

    /** The answer is no longer wanted. A provider that goes on answering is ignored. */
    void cancel(long callId);

    /** Everything that was asked for has been used; the call is over. */
    void release(long callId);

    /**
     * One attempt at one provider.
     *
     * @param invocation who calls whom for which turn, and the key under which a provider does the same work once
     */
    record Call(long id, ProviderKind kind, String name, Ask ask, ProviderInvocation invocation) {}

    /** What is asked of a provider. */
    sealed interface Ask {
        /** Transcribe this segment of speech, to its end. */
        record Transcribe(String segment) implements Ask {}

        /**
         * Answer these words, or these settled calls where there are any.
         *
         * @param tone how to speak to who listens, or null where the conversation knows nobody
         * @param prompt the conversation so far and the tools there are
         */
        record Think(
                String text,
                List<String> settledCalls,
                @Nullable Tone tone,
                Model.Prompt prompt) implements Ask {
            public Think {
                settledCalls = List.copyOf(settledCalls);
            }
        }

        /** Speak this text; what was already played is left out. */
        record Synthesize(String text, long audioMs, Manner manner) implements Ask {}
    }
}
