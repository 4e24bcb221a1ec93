package dev.parley;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.session.people.Understanding;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A recogniser on a thread of its own, which does what takes long about understanding its words there, before they enter the
 * conversation. Words that stop the agent enter at once: no turn answers them, so that nothing reads what they mean.
 */
record UnderstoodSpeech(
        Provider recogniser, Understanding understanding, Consumer<String> scan, Predicate<String> stops)
        implements Provider {
    /** These voices, with this understanding of what is heard. A recogniser that runs on the conversation's thread stays. */
    static Map<Modality, Provider> beside(
            Map<Modality, Provider> voices,
            Understanding understanding,
            Consumer<String> scan,
            Predicate<String> stops) {
        Provider recogniser = voices.get(Modality.STT);
        if (recogniser == null || recogniser.runsOnLoop()) {
            return voices;
        }
        Map<Modality, Provider> all = new EnumMap<>(voices);
        all.put(Modality.STT, new UnderstoodSpeech(recogniser, understanding, scan, stops));
        return all;
    }

    @Override
    public ProviderProfile profile() {
        return recogniser.profile();
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        return recogniser.start(
                invocation,
                request,
                event -> {
                    read(event);
                    return ingress.offer(event);
                },
                token);
    }

    private void read(ProviderEvent event) {
        switch (event) {
            case ProviderEvent.PartialTranscript guessed -> scan.accept(guessed.text());
            case ProviderEvent.FinalTranscript heard -> {
                scan.accept(heard.text());
                if (!stops.test(heard.text()) && understanding.takesLong(heard.text())) {
                    understanding.prepare(heard.text());
                }
            }
            default -> {
                // Nothing was heard.
            }
        }
    }
}
