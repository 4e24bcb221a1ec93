package dev.parley.provider;

import dev.parley.kernel.port.Model;
import java.util.List;

/** What a call reports. Immutable, offered from the provider's thread, and followed by nothing once it {@link Ended}. */
public sealed interface ProviderEvent {
    ProviderInvocation invocation();

    /** What it costs of the credit that its call was granted. */
    default long cost() {
        return 0;
    }

    /** The call has begun at the provider. */
    record Started(ProviderInvocation invocation) implements ProviderEvent {}

    /**
     * A sign of life: the call goes on and may report nothing for a while. Its silence is counted from the end of that
     * while.
     *
     * @param quietMs how long; {@link #UNTIL_IT_REPORTS} for as long as it likes
     */
    record Alive(ProviderInvocation invocation, long quietMs) implements ProviderEvent {
        public static final long UNTIL_IT_REPORTS = Long.MAX_VALUE;

        public Alive {
            if (quietMs < 0) {
                throw new IllegalArgumentException("a while is not negative");
            }
        }
    }

    /** What the words seem to be so far; a later one replaces it. */
    record PartialTranscript(ProviderInvocation invocation, String text, int confidencePermille)
            implements ProviderEvent {}

    /**
     * What the words are; it is not taken back. A call that listens on gives one for every stretch of speech.
     *
     * @param words where each word lies, if the provider knows
     * @param whole whether they are a whole sentence for certain, because the provider knows its sentences from their first
     *     word to their last
     */
    record FinalTranscript(
            ProviderInvocation invocation,
            String text,
            int confidencePermille,
            long fromMediaMs,
            long toMediaMs,
            List<WordMark> words,
            boolean whole)
            implements ProviderEvent {
        public FinalTranscript {
            words = List.copyOf(words);
        }

        /** Words that may go on. */
        public FinalTranscript(
                ProviderInvocation invocation,
                String text,
                int confidencePermille,
                long fromMediaMs,
                long toMediaMs,
                List<WordMark> words) {
            this(invocation, text, confidencePermille, fromMediaMs, toMediaMs, words, false);
        }
    }

    /**
     * Somebody spoke, and the provider is not sure enough of any words to have them acted on. It comes in place of a final
     * transcript.
     *
     * @param confidencePermille how sure it is of the best words it has
     * @param nearest what was said as likely as anything else that it knows; nothing where that is not known
     */
    record NotUnderstood(
            ProviderInvocation invocation,
            int confidencePermille,
            long fromMediaMs,
            long toMediaMs,
            List<String> nearest)
            implements ProviderEvent {
        public NotUnderstood {
            nearest = List.copyOf(nearest);
        }
    }

    /**
     * How the answer is to be spoken. It comes before the answer's first text; without it the answer is an ordinary one.
     *
     * @param interruptible whether voices and typed text may end it (ruling A14)
     * @param authoredMs how long the answer takes to speak at normal rate, if its author says so; 0 if not
     * @param authoredWords how many words these are, so that a part of the answer takes its part of the time; 0 if unknown
     */
    record Delivery(ProviderInvocation invocation, boolean interruptible, long authoredMs, long authoredWords)
            implements ProviderEvent {
        /** Of an answer whose length is not known yet. */
        public Delivery(ProviderInvocation invocation, boolean interruptible, long authoredMs) {
            this(invocation, interruptible, authoredMs, 0);
        }
    }

    /** The next piece of an answer. */
    record TextDelta(ProviderInvocation invocation, String text) implements ProviderEvent {
        @Override
        public long cost() {
            return text.length();
        }
    }

    /** The model asks for a tool; more text and more calls may follow. The arguments are what the model wrote, unread. */
    record ToolCallRequested(ProviderInvocation invocation, Model.WantedCall call) implements ProviderEvent {}

    /** How long the speech will be in all, if the provider knows. It comes before the last audio. */
    record AudioLength(ProviderInvocation invocation, long totalMs) implements ProviderEvent {}

    /** The next piece of speech, and the words that begin in it, if the provider knows them. */
    record AudioChunk(ProviderInvocation invocation, AudioFrame frame, List<WordMark> words) implements ProviderEvent {
        public AudioChunk {
            words = List.copyOf(words);
        }

        @Override
        public long cost() {
            return frame.durationMs();
        }
    }

    /** Someone began to speak. */
    record VoiceStarted(ProviderInvocation invocation, long mediaMs) implements ProviderEvent {}

    /** Nobody speaks any more. */
    record VoiceStopped(ProviderInvocation invocation, long mediaMs) implements ProviderEvent {}

    /**
     * How sure it is that the person has finished.
     *
     * @param method by what it was judged: the name of a model or of a rule
     * @param complete whether the score is high enough in the provider's own eyes
     */
    record EndScored(ProviderInvocation invocation, String method, int scorePermille, boolean complete)
            implements ProviderEvent {
        public EndScored {
            if (scorePermille < 0 || scorePermille > 1000) {
                throw new IllegalArgumentException("a score is between 0 and 1000");
            }
        }
    }

    /** What the call cost so far. */
    record Used(ProviderInvocation invocation, long inputTokens, long outputTokens) implements ProviderEvent {
        public Used {
            if (inputTokens < 0 || outputTokens < 0) {
                throw new IllegalArgumentException("a call cannot cost less than nothing");
            }
        }

        public long tokens() {
            long sum = inputTokens + outputTokens;
            return sum < 0 ? Long.MAX_VALUE : sum;
        }
    }

    /** The end of the call: exactly one, and the last event. */
    record Ended(ProviderInvocation invocation, Outcome outcome) implements ProviderEvent {}
}
