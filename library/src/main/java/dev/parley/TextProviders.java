package dev.parley;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.RandomSource;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
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
import java.util.function.BooleanSupplier;

/** A model of the user's own, and voices: real ones, or one that is text, where what is shown was heard. */
final class TextProviders implements Providers {
    static final ProviderProfile.Timeouts TIMEOUTS = new ProviderProfile.Timeouts(60_000, 30_000);

    private static final long SHOWN_MS = 1;
    private static final int SAMPLE_RATE_HZ = 16_000;

    private final Map<Modality, List<GuardedProvider>> providers;
    private final SessionHost.Place place;

    private TextProviders(Map<Modality, List<GuardedProvider>> providers, SessionHost.Place place) {
        this.place = place;
        this.providers = providers;
    }

    /**
     * Words are shown.
     *
     * @param model shared by all conversations, and its circuit with it
     * @param wordMs how long a word is shown at normal rate; 0 for no pace
     */
    static TextProviders shown(GuardedProvider model, SessionHost.Place place, long wordMs) {
        return of(model, place, Map.of(), () -> true, wordMs);
    }

    /** Words are spoken by these voices; each sentence is shown instead where that is wanted or there is no voice. */
    static TextProviders spoken(
            GuardedProvider model, SessionHost.Place place, Map<Modality, Provider> voices, BooleanSupplier shows) {
        return of(model, place, voices, shows, 0);
    }

    /** The same, with a node between model and voice. */
    TextProviders with(Provider filter) {
        Map<Modality, List<GuardedProvider>> all = new EnumMap<>(providers);
        all.put(Modality.FILTER, List.of(guarded(filter)));
        return new TextProviders(all, place);
    }

    private static TextProviders of(
            GuardedProvider model,
            SessionHost.Place place,
            Map<Modality, Provider> voices,
            BooleanSupplier shows,
            long wordMs) {
        Map<Modality, List<GuardedProvider>> all = new EnumMap<>(Modality.class);
        voices.forEach((modality, provider) -> all.put(modality, List.of(guarded(provider))));
        all.put(Modality.LLM, List.of(model));
        Provider text = new ScriptedProvider(
                profile(Modality.TTS), request -> shown(request, wordMs), place.time(), place.timers());
        Provider voice = voices.get(Modality.TTS);
        all.put(Modality.TTS, List.of(guarded(voice == null ? text : new EitherVoice(voice, text, shows))));
        all.computeIfAbsent(
                Modality.STT,
                modality -> List.of(guarded(new ScriptedProvider(
                        profile(modality), TextProviders::missing, place.time(), place.timers()))));
        return new TextProviders(all, place);
    }

    /** A voice that is heard, and one that is only seen where that is wanted. */
    private record EitherVoice(Provider heard, Provider seen, BooleanSupplier shows) implements Provider {
        @Override
        public ProviderProfile profile() {
            return heard.profile();
        }

        @Override
        public boolean runsOnLoop() {
            return heard.runsOnLoop();
        }

        @Override
        public ProviderCall start(
                ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
            return (shows.getAsBoolean() ? seen : heard).start(invocation, request, ingress, token);
        }
    }

    private static ProviderProfile profile(Modality modality) {
        return profile(modality, TIMEOUTS);
    }

    static ProviderProfile profile(Modality modality, ProviderProfile.Timeouts timeouts) {
        return new ProviderProfile("own", modality, false, true, 0, timeouts, ProviderProfile.Limits.NONE);
    }

    static GuardedProvider guarded(Provider provider) {
        return GuardedProvider.of(provider, CircuitBreaker.live());
    }

    private static Script shown(ProviderRequest request, long wordMs) {
        return request instanceof ProviderRequest.Synthesize spoken
                ? Script.speech(spoken.text(), shownMs(spoken.text(), spoken.rate(), wordMs), 0, SAMPLE_RATE_HZ)
                : missing(request);
    }

    private static long shownMs(String text, BigDecimal rate, long wordMs) {
        BigDecimal normal = BigDecimal.valueOf(Words.count(text) * wordMs);
        return Math.max(SHOWN_MS, normal.divide(rate, 0, RoundingMode.HALF_UP).longValue());
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
