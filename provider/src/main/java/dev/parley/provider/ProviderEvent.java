package dev.parley.provider;

import dev.parley.kernel.json.Json;

/** What a call tells. Immutable, offered from the provider's thread, and followed by nothing once it {@link Ended}. */
public sealed interface ProviderEvent {
    ProviderInvocation invocation();

    /** The call has begun at the provider. */
    record Started(ProviderInvocation invocation) implements ProviderEvent {}

    /** What the words seem to be so far; a later one replaces it. */
    record PartialTranscript(ProviderInvocation invocation, String text, int confidencePermille)
            implements ProviderEvent {}

    /** What the words are; it is not taken back. */
    record FinalTranscript(
            ProviderInvocation invocation, String text, int confidencePermille, long fromMediaMs, long toMediaMs)
            implements ProviderEvent {}

    /** The next piece of an answer. */
    record TextDelta(ProviderInvocation invocation, String text) implements ProviderEvent {}

    /** The model asks for a tool. */
    record ToolCallRequested(ProviderInvocation invocation, String callId, String tool, Json.Obj arguments)
            implements ProviderEvent {}

    /** The next piece of speech, and the words it speaks where the provider knows them. */
    record AudioChunk(ProviderInvocation invocation, AudioFrame frame, String words) implements ProviderEvent {}

    /** Someone began to speak. */
    record VoiceStarted(ProviderInvocation invocation, long mediaMs) implements ProviderEvent {}

    /** Nobody speaks any more. */
    record VoiceStopped(ProviderInvocation invocation, long mediaMs) implements ProviderEvent {}

    /** What the call cost so far. */
    record Used(ProviderInvocation invocation, long inputTokens, long outputTokens) implements ProviderEvent {}

    /** The end of the call: exactly one, and the last event. */
    record Ended(ProviderInvocation invocation, Outcome outcome) implements ProviderEvent {}
}
