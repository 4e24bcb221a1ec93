package dev.parley;

import dev.parley.kernel.port.RandomSource;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.dispatch.Providers;
import dev.parley.provider.guard.CircuitBreaker;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.provider.guard.RetryPolicy;
import dev.parley.provider.scripted.Script;
import dev.parley.provider.scripted.ScriptedProvider;
import dev.parley.session.SessionHost;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/** A model of the user's own, and a voice that is text: what is shown was heard. */
final class TextProviders implements Providers {
    private static final long SHOWN_MS = 1;
    private static final int SAMPLE_RATE_HZ = 16_000;

    private final Map<Modality, List<GuardedProvider>> providers;
    private final SessionHost.Place place;

    /** @param model shared by all conversations, and its circuit with it */
    TextProviders(GuardedProvider model, SessionHost.Place place) {
        this.place = place;
        this.providers = Map.of(
                Modality.LLM,
                List.of(model),
                Modality.TTS,
                List.of(guarded(new ScriptedProvider(
                        profile(Modality.TTS), TextProviders::shown, place.time(), place.timers()))),
                Modality.STT,
                List.of(guarded(new ScriptedProvider(
                        profile(Modality.STT), TextProviders::missing, place.time(), place.timers()))));
    }

    static ProviderProfile profile(Modality modality) {
        return new ProviderProfile(
                "own",
                modality,
                false,
                true,
                0,
                new ProviderProfile.Timeouts(60_000, 30_000),
                ProviderProfile.Limits.NONE);
    }

    static GuardedProvider guarded(Provider provider) {
        return GuardedProvider.of(provider, CircuitBreaker.live());
    }

    private static Script shown(ProviderRequest request) {
        return request instanceof ProviderRequest.Synthesize spoken
                ? Script.speech(spoken.text(), SHOWN_MS, 0, SAMPLE_RATE_HZ)
                : missing(request);
    }

    private static Script missing(ProviderRequest request) {
        return Script.failing(
                Outcome.error(false, "there is no " + request.modality().spelled() + " here"), 0);
    }

    @Override
    public List<GuardedProvider> of(Modality modality) {
        return providers.getOrDefault(modality, List.of());
    }

    @Override
    public RetryPolicy retry(Modality modality) {
        return modality == Modality.LLM ? RetryPolicy.LIVE : RetryPolicy.NONE;
    }

    @Override
    public ProviderIngress door() {
        return place.providers();
    }

    @Override
    public Executor threads() {
        return place.work();
    }

    @Override
    public RandomSource random() {
        return RandomSource.seeded(place.time().monotonicNanos());
    }
}
