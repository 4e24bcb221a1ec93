package dev.parley.app.talk;

import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.RandomSource;
import dev.parley.provider.Modality;
import dev.parley.provider.ModelProvider;
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
import dev.parley.session.listen.Words;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * A model, and a voice that is text: what is shown was heard. Nothing of this blocks, so
 * it runs on the loop itself.
 */
final class BuiltInProviders implements Providers {
    /** How long it takes to show a reply that is shown at once. */
    private static final long AT_ONCE_MS = 1;

    private static final int SAMPLE_RATE_HZ = 16_000;
    private static final ProviderProfile.Timeouts TIMEOUTS = new ProviderProfile.Timeouts(60_000, 30_000);

    private final Map<Modality, List<GuardedProvider>> providers;
    private final ProviderIngress door;
    private final long paceMs;

    /** @param paceMs how long a word is shown at normal rate; 0 for no pace */
    BuiltInProviders(Provider model, SessionHost.Place place, long paceMs) {
        this.door = place.providers();
        this.paceMs = paceMs;
        this.providers = Map.of(
                Modality.LLM,
                guarded(model),
                Modality.TTS,
                guarded(new ScriptedProvider(profile(Modality.TTS), this::shown, place.time(), place.timers())),
                Modality.STT,
                guarded(new ScriptedProvider(
                        profile(Modality.STT), BuiltInProviders::unheard, place.time(), place.timers())));
    }

    /** A model and the voices of a conversation that is held in sound. */
    BuiltInProviders(Provider model, SessionHost.Place place, Map<Modality, Provider> voices) {
        this.door = place.providers();
        this.paceMs = 0;
        Map<Modality, List<GuardedProvider>> all = new EnumMap<>(Modality.class);
        voices.forEach((modality, provider) -> all.put(modality, guarded(provider)));
        all.put(Modality.LLM, guarded(model));
        this.providers = all;
    }

    /** The same, with a node between model and voice. */
    BuiltInProviders with(Provider filter) {
        Map<Modality, List<GuardedProvider>> all = new EnumMap<>(providers);
        all.put(Modality.FILTER, guarded(filter));
        return new BuiltInProviders(all, door, paceMs);
    }

    private BuiltInProviders(Map<Modality, List<GuardedProvider>> providers, ProviderIngress door, long paceMs) {
        this.providers = providers;
        this.door = door;
        this.paceMs = paceMs;
    }

    /** A model that answers at once. */
    static Provider atOnce(Model model) {
        return new ModelProvider(profile(Modality.LLM), model, Runnable::run);
    }

    private static ProviderProfile profile(Modality modality) {
        return new ProviderProfile("built-in", modality, false, true, 0, TIMEOUTS, ProviderProfile.Limits.NONE);
    }

    private static List<GuardedProvider> guarded(Provider provider) {
        return List.of(GuardedProvider.of(provider, CircuitBreaker.live()));
    }

    private Script shown(ProviderRequest request) {
        return request instanceof ProviderRequest.Synthesize spoken
                ? Script.speech(spoken.text(), shownMs(spoken.text(), spoken.rate()), 0, SAMPLE_RATE_HZ)
                : unheard(request);
    }

    private static Script unheard(ProviderRequest request) {
        return Script.failing(
                Outcome.error(false, "there is no " + request.modality().spelled() + " here"), 0);
    }

    private long shownMs(String text, BigDecimal rate) {
        BigDecimal normal = BigDecimal.valueOf(Words.count(text) * paceMs);
        return Math.max(AT_ONCE_MS, normal.divide(rate, 0, RoundingMode.HALF_UP).longValue());
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
        return door;
    }

    @Override
    public Executor threads() {
        return Runnable::run;
    }

    @Override
    public RandomSource random() {
        return RandomSource.seeded(0);
    }
}
