package dev.parley.speech.stt;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.LocalCall;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;

/** {@code stt: default}: gives the words that its transcriber finds, and says so when it is not sure of any. */
public final class TranscriberProvider implements Provider {
    private final Transcriber transcriber;
    private final ProviderProfile profile;

    public TranscriberProvider(Transcriber transcriber) {
        this.transcriber = transcriber;
        this.profile = new ProviderProfile(
                transcriber.name(),
                Modality.STT,
                true,
                true,
                500,
                new ProviderProfile.Timeouts(60_000, 20_000),
                new ProviderProfile.Limits(20_000, 20_000, 1 << 20));
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
                (call, wanted, events) ->
                        new UtteranceCall(call, (ProviderRequest.Transcribe) wanted, events, transcriber));
    }
}
