package dev.parley.speech.tts;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.LocalCall;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import java.util.List;
import java.util.stream.Collectors;

/** {@code tts: default}: speaks with its voice, clause by clause. */
public final class SpeakingProvider implements Provider {
    private static final int TEXT_BYTES_MAX = 1 << 16;

    private final Voice voice;
    private final ProviderProfile profile;

    public SpeakingProvider(Voice voice) {
        this.voice = voice;
        this.profile = new ProviderProfile(
                voice.name(),
                Modality.TTS,
                true,
                true,
                200,
                new ProviderProfile.Timeouts(60_000, 10_000),
                new ProviderProfile.Limits(20_000, 20_000, TEXT_BYTES_MAX));
    }

    /** FreeTTS, which comes with the program. */
    public static Voice freeTts() {
        return new FreeVoice();
    }

    /** A whole number in words. */
    public static String number(long number) {
        return SpokenNumber.cardinal(number);
    }

    /** A text in the words that are said: numbers, times and money are spelled out. */
    public static String spoken(String text) {
        return SpokenText.clauses(text).stream().map(SpokenText.Clause::said).collect(Collectors.joining(" "));
    }

    /** How a word is likely to be pronounced, in the names of phones that recognisers use. */
    public static List<String> phones(String word) {
        return FreeVoice.phones(word);
    }

    @Override
    public ProviderProfile profile() {
        return profile;
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        return LocalCall.open(
                profile,
                invocation,
                request,
                ingress,
                token,
                (call, wanted, events) -> new SpeakingCall(call, (ProviderRequest.Synthesize) wanted, events, voice));
    }
}
