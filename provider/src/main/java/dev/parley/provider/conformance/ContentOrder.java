package dev.parley.provider.conformance;

import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.WordMark;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the events of one call in order and finds the first that contradicts those before it. */
final class ContentOrder {
    private static final long UNKNOWN = -1;

    private final Set<String> toolCalls = new HashSet<>();
    private long heardToMs;
    private long spokenToMs = Long.MIN_VALUE;
    private long spokenMs;
    private long lengthMs = UNKNOWN;
    private long wordMs;
    private boolean partial;
    private boolean text;
    private boolean voiced;

    private ContentOrder() {}

    static Optional<String> fault(List<ProviderEvent> events) {
        ContentOrder order = new ContentOrder();
        for (ProviderEvent event : events) {
            String fault = order.next(event);
            if (fault != null) {
                return Optional.of(fault);
            }
        }
        return Optional.empty();
    }

    private @Nullable String next(ProviderEvent event) {
        return switch (event) {
            case ProviderEvent.PartialTranscript _ -> {
                partial = true;
                yield null;
            }
            case ProviderEvent.FinalTranscript words -> heard(words);
            case ProviderEvent.NotUnderstood _ -> {
                partial = false;
                yield null;
            }
            case ProviderEvent.Delivery _ -> text ? "how an answer is to be spoken came after its text" : null;
            case ProviderEvent.TextDelta _ -> {
                text = true;
                yield null;
            }
            case ProviderEvent.ToolCallRequested wish ->
                toolCalls.add(wish.call().callId())
                        ? null
                        : "two calls have the id " + wish.call().callId();
            case ProviderEvent.AudioLength length -> {
                lengthMs = length.totalMs();
                yield null;
            }
            case ProviderEvent.AudioChunk chunk -> spoken(chunk);
            case ProviderEvent.VoiceStarted _ -> voice(true);
            case ProviderEvent.VoiceStopped _ -> voice(false);
            case ProviderEvent.Ended ended -> ended(ended.outcome());
            case ProviderEvent.Started _, ProviderEvent.Alive _, ProviderEvent.EndScored _, ProviderEvent.Used _ ->
                null;
        };
    }

    private @Nullable String heard(ProviderEvent.FinalTranscript words) {
        partial = false;
        if (words.fromMediaMs() < heardToMs || words.toMediaMs() < words.fromMediaMs()) {
            return "a final transcript from " + words.fromMediaMs() + " ms followed one up to " + heardToMs + " ms";
        }
        heardToMs = words.toMediaMs();
        return null;
    }

    private @Nullable String spoken(ProviderEvent.AudioChunk chunk) {
        long fromMs = chunk.frame().mediaMs();
        if (fromMs < spokenToMs) {
            return "audio at " + fromMs + " ms followed audio up to " + spokenToMs + " ms";
        }
        spokenToMs = fromMs + chunk.frame().durationMs();
        spokenMs += chunk.frame().durationMs();
        for (WordMark mark : chunk.words()) {
            if (mark.fromMs() < wordMs) {
                return "the word at " + mark.fromMs() + " ms followed one at " + wordMs + " ms";
            }
            wordMs = mark.fromMs();
        }
        return null;
    }

    private @Nullable String voice(boolean starts) {
        boolean alternates = voiced != starts;
        voiced = starts;
        return alternates ? null : "a voice that " + (starts ? "speaks began" : "is silent stopped");
    }

    private @Nullable String ended(Outcome outcome) {
        if (partial && outcome.isSuccess()) {
            return "the last words were never final";
        }
        return lengthMs != UNKNOWN && outcome.isSuccess() && lengthMs != spokenMs
                ? spokenMs + " ms of audio where " + lengthMs + " ms were declared"
                : null;
    }
}
