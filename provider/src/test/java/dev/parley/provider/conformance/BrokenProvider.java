package dev.parley.provider.conformance;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;

/** A good provider with one breach of the contract put around it. */
final class BrokenProvider implements Provider {
    private final Provider good;
    private final Breach breach;

    BrokenProvider(Provider good, Breach breach) {
        this.good = good;
        this.breach = breach;
    }

    @Override
    public ProviderProfile profile() {
        return good.profile();
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        CancelToken heard = breach == Breach.IGNORES_THE_TOKEN ? CancelToken.NEVER : token;
        ProviderRequest asked = breach == Breach.SERVES_ANYTHING
                        && request.modality() != profile().modality()
                ? FakesConformTest.subject(profile().modality(), (provider, time) -> provider)
                        .request()
                : request;
        return around(good.start(invocation, asked, event -> spoil(event, ingress), heard), ingress);
    }

    private boolean spoil(ProviderEvent event, ProviderIngress ingress) {
        return switch (breach) {
            case SAYS_NOTHING_FIRST -> event instanceof ProviderEvent.Started || ingress.offer(event);
            case NEVER_ENDS -> event instanceof ProviderEvent.Ended || ingress.offer(event);
            case ENDS_TWICE ->
                ingress.offer(event) && (!(event instanceof ProviderEvent.Ended) || ingress.offer(event));
            case GOES_ON_WHEN_REFUSED -> {
                ingress.offer(event);
                yield true;
            }
            case SHOWS_ANOTHER_CALL, MIXES_CALLS ->
                ingress.offer(
                        event instanceof ProviderEvent.TextDelta delta
                                ? new ProviderEvent.TextDelta(other(delta.invocation()), delta.text())
                                : event);
            case TURNS_AUDIO_BACK ->
                ingress.offer(
                        event instanceof ProviderEvent.AudioChunk chunk
                                ? new ProviderEvent.AudioChunk(chunk.invocation(), back(chunk.frame()), chunk.words())
                                : event);
            case IGNORES_CANCEL, ENDS_AT_EVERY_CANCEL, IGNORES_THE_TOKEN, SERVES_ANYTHING, LISTENS_FOR_EVER ->
                ingress.offer(event);
        };
    }

    private static ProviderInvocation other(ProviderInvocation invocation) {
        return invocation.again("other", invocation.provider(), 9);
    }

    private static AudioFrame back(AudioFrame frame) {
        return new AudioFrame(frame.pcm(), frame.sampleRateHz(), -frame.mediaMs(), frame.durationMs());
    }

    private ProviderCall around(ProviderCall call, ProviderIngress ingress) {
        return new ProviderCall() {
            @Override
            public ProviderInvocation invocation() {
                return call.invocation();
            }

            @Override
            public boolean feed(AudioFrame frame) {
                return breach == Breach.LISTENS_FOR_EVER || call.feed(frame);
            }

            @Override
            public void finishInput() {
                call.finishInput();
            }

            @Override
            public void cancel() {
                if (breach == Breach.ENDS_AT_EVERY_CANCEL) {
                    ingress.offer(new ProviderEvent.Ended(invocation(), Outcome.cancelled("again")));
                } else if (breach != Breach.IGNORES_CANCEL) {
                    call.cancel();
                }
            }
        };
    }
}
