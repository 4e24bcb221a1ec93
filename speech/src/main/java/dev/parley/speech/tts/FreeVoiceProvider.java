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

/** {@code tts: default}: speaks with a voice that comes with the program. */
public final class FreeVoiceProvider implements Provider {
    private static final int REHEARSALS = 3;
    private static final int TEXT_BYTES_MAX = 1 << 16;
    private static final ProviderProfile PROFILE = new ProviderProfile(
            "freetts",
            Modality.TTS,
            true,
            true,
            200,
            new ProviderProfile.Timeouts(60_000, 10_000),
            new ProviderProfile.Limits(1_000, 64, TEXT_BYTES_MAX));

    /** Loads the voice and says something to nobody, so that the first sentence waits for nothing. */
    public static void prepare() {
        for (int i = 0; i < REHEARSALS; i++) {
            FreeVoice.say("I am ready to speak now.", 1);
        }
    }

    /** How a word is likely to be pronounced, in the names of phones that recognisers use. */
    public static List<String> phones(String word) {
        return FreeVoice.phones(word);
    }

    @Override
    public ProviderProfile profile() {
        return PROFILE;
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        return LocalCall.open(
                PROFILE,
                invocation,
                request,
                ingress,
                token,
                (call, wanted, events) -> new SpeakingCall(call, (ProviderRequest.Synthesize) wanted, events));
    }
}
