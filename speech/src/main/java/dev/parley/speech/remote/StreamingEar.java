package dev.parley.speech.remote;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A recogniser behind {@code /listen} that hears while somebody speaks, over a socket, and writes down as it hears. */
public final class StreamingEar implements Provider {
    private static final int RATE_HZ = 16_000;
    private static final ProviderProfile PROFILE = new ProviderProfile(
            "deepgram",
            Modality.STT,
            true,
            false,
            500,
            new ProviderProfile.Timeouts(60_000, 15_000),
            new ProviderProfile.Limits(1_000, 1_000, 1 << 20));

    private final Endpoint endpoint;

    public StreamingEar(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public ProviderProfile profile() {
        return PROFILE;
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        StreamingCall call = new StreamingCall(invocation, ingress, endpoint.place());
        call.offer(new ProviderEvent.Started(invocation));
        token.onCancel(call::cancel);
        if (request instanceof ProviderRequest.Transcribe wanted && wanted.sampleRateHz() == RATE_HZ) {
            call.begin(endpoint, path(wanted), wanted.partials());
        } else {
            call.fail(Outcome.error(false, "deepgram writes down speech, at " + RATE_HZ + " Hz"));
        }
        return call;
    }

    private String path(ProviderRequest.Transcribe wanted) {
        return String.format(
                Locale.ROOT,
                "/listen?encoding=linear16&sample_rate=%d&channels=1&punctuate=true&interim_results=%b&model=%s&language=%s",
                RATE_HZ,
                wanted.partials(),
                URLEncoder.encode(endpoint.model(), StandardCharsets.UTF_8),
                URLEncoder.encode(wanted.language(), StandardCharsets.UTF_8));
    }
}
