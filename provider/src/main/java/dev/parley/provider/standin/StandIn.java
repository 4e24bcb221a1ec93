package dev.parley.provider.standin;

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

/** The stand-ins for a voice, as a configuration names them. */
public final class StandIn implements Provider {
    private static final ProviderProfile.Timeouts TIMEOUTS = new ProviderProfile.Timeouts(60_000, 10_000);

    private final ProviderProfile profile;
    private final LocalCall.Maker calls;

    private StandIn(String name, Modality modality, LocalCall.Maker calls) {
        this.profile = new ProviderProfile(name, modality, true, true, 0, TIMEOUTS, ProviderProfile.Limits.NONE);
        this.calls = calls;
    }

    /** {@code vad: level}: hears a voice where 20 ms have an RMS of at least 0.02 of full scale. */
    public static Provider level() {
        return new StandIn(
                "level",
                Modality.VAD,
                (invocation, request, ingress) ->
                        new LevelCall(invocation, ((ProviderRequest.DetectVoice) request).silenceMs(), ingress));
    }

    /** {@code stt: script}: understands the n-th utterance as the n-th of these texts, and the rest as nothing. */
    public static Provider script(List<String> words) {
        ScriptCall.Texts texts = new ScriptCall.Texts(words);
        return new StandIn(
                "script",
                Modality.STT,
                (invocation, request, ingress) -> new ScriptCall(
                        invocation, texts.of(((ProviderRequest.Transcribe) request).utterance()), ingress));
    }

    /** {@code tts: tone}: speaks a tone of 60 ms for every character, and of 300 ms at least. */
    public static Provider tone() {
        return new StandIn(
                "tone",
                Modality.TTS,
                (invocation, request, ingress) ->
                        new ToneCall(invocation, (ProviderRequest.Synthesize) request, ingress));
    }

    @Override
    public ProviderProfile profile() {
        return profile;
    }

    @Override
    public boolean runsOnLoop() {
        return true;
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        return LocalCall.open(profile, invocation, request, ingress, token, calls);
    }
}
