package dev.parley.provider.conformance;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import java.math.BigDecimal;

/** A good provider with one breach of the contract put around it. */
final class BrokenProvider implements Provider {
    private final Provider good;
    private final Breach breach;
    private final StringBuilder gathered = new StringBuilder();

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
        if (breach == Breach.IGNORES_THE_RATE && request instanceof ProviderRequest.Synthesize spoken) {
            asked = new ProviderRequest.Synthesize(
                    spoken.text(), spoken.voice(), BigDecimal.ONE, BigDecimal.ONE, spoken.sampleRateHz(), 0);
        }
        ProviderCall call = good.start(invocation, asked, event -> spoil(event, ingress), heard);
        if (breach == Breach.FLOODS_ITS_CALLER) {
            call.grant(Long.MAX_VALUE);
        } else if (breach == Breach.ENDS_WHILE_IT_WAITS) {
            ingress.offer(new ProviderEvent.Ended(invocation, Outcome.SUCCESS));
        }
        return around(call, ingress);
    }

    private boolean spoil(ProviderEvent event, ProviderIngress ingress) {
        return switch (breach) {
            case SAYS_NOTHING_FIRST -> event instanceof ProviderEvent.Started || ingress.offer(event);
            case NEVER_ENDS -> event instanceof ProviderEvent.Ended || ingress.offer(event);
            case FALLS_SILENT -> !(event instanceof ProviderEvent.Started) || ingress.offer(event);
            case GATHERS_ITS_WORDS -> gather(event, ingress);
            case ENDS_TWICE -> twice(event instanceof ProviderEvent.Ended, event, ingress);
            case CHANGES_ITS_MIND -> twice(event instanceof ProviderEvent.EndScored, event, ingress);
            case STOPS_A_VOICE_TWICE -> twice(event instanceof ProviderEvent.VoiceStopped, event, ingress);
            case GOES_ON_WHEN_REFUSED -> {
                ingress.offer(event);
                yield true;
            }
            case SHOWS_ANOTHER_CALL,
                    MIXES_CALLS,
                    TURNS_AUDIO_BACK,
                    TAKES_WORDS_BACK,
                    DECLARES_A_WRONG_LENGTH,
                    PROTECTS_TOO_LATE,
                    ASKS_TWICE_UNDER_ONE_ID -> ingress.offer(event) && more(event, ingress);
            case IGNORES_CANCEL,
                    ENDS_AT_EVERY_CANCEL,
                    IGNORES_THE_TOKEN,
                    SERVES_ANYTHING,
                    LISTENS_FOR_EVER,
                    WANTS_ITS_AUDIO_LIVE,
                    FLOODS_ITS_CALLER,
                    ENDS_WHILE_IT_WAITS,
                    IGNORES_THE_RATE -> ingress.offer(event);
        };
    }

    /** All words come in one piece with the end. */
    private boolean gather(ProviderEvent event, ProviderIngress ingress) {
        if (event instanceof ProviderEvent.TextDelta(ProviderInvocation _, String text)) {
            gathered.append(text);
            return true;
        }
        if (event instanceof ProviderEvent.Ended) {
            ingress.offer(new ProviderEvent.TextDelta(event.invocation(), gathered.toString()));
        }
        return ingress.offer(event);
    }

    private static boolean twice(boolean repeated, ProviderEvent event, ProviderIngress ingress) {
        return ingress.offer(event) && (!repeated || ingress.offer(event));
    }

    /** What a broken call adds after an event of a good one. */
    private boolean more(ProviderEvent event, ProviderIngress ingress) {
        ProviderInvocation call = event.invocation();
        return switch (event) {
            case ProviderEvent.TextDelta delta
            when breach == Breach.PROTECTS_TOO_LATE -> ingress.offer(new ProviderEvent.Delivery(call, false, 0));
            case ProviderEvent.TextDelta delta
            when breach == Breach.ASKS_TWICE_UNDER_ONE_ID ->
                ingress.offer(new ProviderEvent.ToolCallRequested(call, new Model.WantedCall("x", "t", "{}")));
            case ProviderEvent.TextDelta delta -> ingress.offer(new ProviderEvent.TextDelta(other(call), delta.text()));
            case ProviderEvent.AudioChunk chunk
            when breach == Breach.TURNS_AUDIO_BACK ->
                ingress.offer(new ProviderEvent.AudioChunk(call, back(chunk.frame()), chunk.words()));
            case ProviderEvent.AudioLength length
            when breach == Breach.DECLARES_A_WRONG_LENGTH ->
                ingress.offer(new ProviderEvent.AudioLength(call, length.totalMs() + 1));
            case ProviderEvent.FinalTranscript words ->
                ingress.offer(new ProviderEvent.PartialTranscript(call, words.text(), 1));
            default -> true;
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
                return switch (breach) {
                    case LISTENS_FOR_EVER -> true;
                    case WANTS_ITS_AUDIO_LIVE -> frame.mediaMs() == 0 && call.feed(frame);
                    default -> call.feed(frame);
                };
            }

            @Override
            public void grant(long credit) {
                call.grant(credit);
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
