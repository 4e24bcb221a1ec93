package dev.parley.provider.standin;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.LocalCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Understands what its script says, whatever it hears: the first word soon, all of it when everything was heard. */
final class ScriptCall extends LocalCall {
    private static final int CERTAIN = 1_000;
    private static final int LIKELY = 500;
    private static final long FIRST_WORD_MS = 200;

    private final String text;
    private long heardMs;
    private long fromMs = -1;
    private long toMs;

    ScriptCall(ProviderInvocation invocation, String text, ProviderIngress ingress) {
        super(invocation, ingress);
        this.text = text;
    }

    /** The texts of one conversation. An utterance that is tried again is the same utterance. */
    static final class Texts {
        private static final int KEPT = 8;

        private final List<String> words;
        private final Map<String, Integer> utterances = new LinkedHashMap<>();
        private int next;

        Texts(List<String> words) {
            this.words = List.copyOf(words);
        }

        String of(String utterance) {
            int number = utterances.computeIfAbsent(utterance, _ -> next++);
            if (utterances.size() > KEPT) {
                utterances.remove(utterances.keySet().iterator().next());
            }
            return number < words.size() ? words.get(number) : "";
        }
    }

    @Override
    protected void hear(AudioFrame frame) {
        boolean before = heardMs < FIRST_WORD_MS;
        fromMs = fromMs < 0 ? frame.mediaMs() : fromMs;
        heardMs += frame.durationMs();
        toMs = frame.mediaMs() + frame.durationMs();
        int first = text.indexOf(' ');
        if (before && heardMs >= FIRST_WORD_MS && first > 0) {
            give(new ProviderEvent.PartialTranscript(invocation(), text.substring(0, first), LIKELY));
        }
    }

    @Override
    protected void heardAll() {
        if (!text.isEmpty()) {
            give(new ProviderEvent.FinalTranscript(
                    invocation(), text, CERTAIN, Math.max(0, fromMs), Math.max(0, toMs), List.of()));
        }
    }
}
