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
import dev.parley.provider.guard.Guards;
import dev.parley.provider.guard.RetryPolicy;
import dev.parley.provider.scripted.Script;
import dev.parley.provider.scripted.ScriptedProvider;
import dev.parley.session.SessionHost;
import dev.parley.state.CountedWords;
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

    private static final String OWN = "own";
    private static final long SHOWN_MS = 1;
    private static final int SAMPLE_RATE_HZ = 16_000;

    private final Map<Modality, List<GuardedProvider>> providers;
    private final GuardedProvider model;
    private final SessionHost.Place place;
    private final BooleanSupplier shows;
    private final GuardedProvider shown;

    private TextProviders(
            Map<Modality, List<GuardedProvider>> voices,
            GuardedProvider model,
            SessionHost.Place place,
            BooleanSupplier shows,
            GuardedProvider shown) {
        this.model = model;
        this.place = place;
        this.shows = shows;
        this.shown = shown;
        this.providers = new EnumMap<>(Modality.class);
        this.providers.putAll(voices);
        this.providers.put(Modality.LLM, List.of(model));
        this.providers.computeIfAbsent(
                Modality.STT,
                modality -> List.of(guarded(new ScriptedProvider(
                        profile(OWN, modality, TIMEOUTS), TextProviders::missing, place.time(), place.timers()))));
    }

    /**
     * Words are shown.
     *
     * @param model shared by all conversations, and its circuit with it
     * @param wordMs how long a word is shown at normal rate; 0 for no pace
     */
    static TextProviders shown(GuardedProvider model, SessionHost.Place place, long wordMs) {
        return new TextProviders(Map.of(), model, place, () -> true, shown(place, OWN, wordMs));
    }

    /**
     * Words are spoken by these voices; each sentence is shown instead where that is wanted or there is no voice.
     *
     * @param guards the limits and circuits of the voices, shared by all conversations
     */
    static TextProviders spoken(
            GuardedProvider model,
            SessionHost.Place place,
            Map<Modality, Provider> voices,
            BooleanSupplier shows,
            Guards guards) {
        Map<Modality, List<GuardedProvider>> all = new EnumMap<>(Modality.class);
        voices.forEach((modality, provider) -> all.put(modality, List.of(guards.guarded(provider))));
        Provider voice = voices.get(Modality.TTS);
        String name = voice == null ? OWN : voice.profile().name();
        return new TextProviders(all, model, place, shows, shown(place, name, 0));
    }

    /** The same, with a node between model and voice. */
    TextProviders with(Provider filter) {
        Map<Modality, List<GuardedProvider>> all = new EnumMap<>(providers);
        all.put(Modality.FILTER, List.of(guarded(filter)));
        return new TextProviders(all, model, place, shows, shown);
    }

    /** What stands in for a voice where words are shown: under its name, because a turn is bound to that. */
    private static GuardedProvider shown(SessionHost.Place place, String name, long wordMs) {
        return guarded(new ScriptedProvider(
                profile(name, Modality.TTS, TIMEOUTS),
                request -> shown(request, wordMs),
                place.time(),
                place.timers()));
    }

    static ProviderProfile profile(Modality modality, ProviderProfile.Timeouts timeouts) {
        return profile(OWN, modality, timeouts);
    }

    private static ProviderProfile profile(String name, Modality modality, ProviderProfile.Timeouts timeouts) {
        return new ProviderProfile(name, modality, false, true, 0, timeouts, ProviderProfile.Limits.NONE);
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
        BigDecimal normal = BigDecimal.valueOf(CountedWords.count(text) * wordMs);
        return Math.max(SHOWN_MS, normal.divide(rate, 0, RoundingMode.HALF_UP).longValue());
    }

    private static Script missing(ProviderRequest request) {
        return Script.failing(
                Outcome.error(false, "there is no " + request.modality().spelled() + " here"), 0);
    }

    @Override
    public List<GuardedProvider> of(Modality modality) {
        boolean isShown = modality == Modality.TTS && (shows.getAsBoolean() || !providers.containsKey(modality));
        return isShown ? List.of(shown) : providers.getOrDefault(modality, List.of());
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
