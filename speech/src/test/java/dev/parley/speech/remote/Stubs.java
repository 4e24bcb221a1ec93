package dev.parley.speech.remote;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.speech.Phrases;
import dev.parley.speech.Sound;
import dev.parley.speech.sphinx.Recogniser;
import dev.parley.speech.stt.StopWordsBeside;
import dev.parley.speech.tts.SpeakingProvider;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What servers answer when all is well, and a call to one of them with all that it reported. */
final class Stubs {
    static final ProviderRequest SPEAK =
            new ProviderRequest.Synthesize("It is fine.", "", BigDecimal.ONE, BigDecimal.ONE, Sound.RATE_HZ, 0);
    static final ProviderRequest LISTEN = new ProviderRequest.Transcribe("u1", "en", Sound.RATE_HZ, true);
    private static final Pattern SPEED = Pattern.compile("\"speed\":([0-9.]+)");

    private Stubs() {}

    static RemoteVoice voice(StubServer server) {
        return new RemoteVoice(Endpoint.http(server.url("http"), "m", "", _ -> null), "v");
    }

    static RemoteEar ear(StubServer server) {
        return new RemoteEar(Endpoint.http(server.url("http"), "m", "", _ -> null));
    }

    static StreamingEar streaming(StubServer server) {
        return new StreamingEar(Endpoint.socket(server.url("ws"), "m", "", _ -> null));
    }

    private static final Recogniser STOPS = new Recogniser(
            () -> new Phrases().add("(stop|yes|no|open the garage)"), SpeakingProvider::phones, text -> text);

    /** With somebody here who knows the word that stops. */
    static Provider stopsBeside(Provider far) {
        return new StopWordsBeside(far, STOPS, "stop"::equals);
    }

    /** Half a second of a loud tone at 24 kHz, slower or faster as the request says. */
    static byte[] tone(String request) {
        Matcher speed = SPEED.matcher(request);
        double rate = speed.find() ? Double.parseDouble(speed.group(1)) : 1;
        byte[] pcm = new byte[2 * (int) (12_000 / rate)];
        for (int i = 0; i < pcm.length / 2; i++) {
            int sample = (int) (20_000 * Math.sin(2 * Math.PI * 440 * (i + 10) / 24_000));
            pcm[2 * i] = (byte) sample;
            pcm[2 * i + 1] = (byte) (sample >> 8);
        }
        return pcm;
    }

    static String result(boolean last, String transcript) {
        return "{\"type\":\"Results\",\"is_final\":" + last + ",\"channel\":{\"alternatives\":[{\"transcript\":\""
                + transcript + "\",\"confidence\":0.97,\"words\":[{\"word\":\"turn\",\"start\":0.1,\"end\":0.25}]}]}}";
    }

    /** A call and what it reported. */
    static final class Running {
        private final List<ProviderEvent> events = new ArrayList<>();
        private final CountDownLatch ended = new CountDownLatch(1);
        private final Runnable whenHeard;
        private final ProviderCall call;

        Running(Provider provider, ProviderRequest request) {
            this(provider, request, () -> {});
        }

        /** @param whenHeard is told of every piece of sound */
        Running(Provider provider, ProviderRequest request, Runnable whenHeard) {
            this.whenHeard = whenHeard;
            call = provider.start(
                    new ProviderInvocation(
                            "c1", provider.profile().name(), provider.profile().modality(), "test", 1, "key", 1, 1),
                    request,
                    this::take,
                    CancelToken.NEVER);
        }

        private synchronized boolean take(ProviderEvent event) {
            events.add(event);
            if (event instanceof ProviderEvent.AudioChunk) {
                whenHeard.run();
            }
            if (event instanceof ProviderEvent.Ended) {
                ended.countDown();
            }
            return true;
        }

        ProviderCall call() {
            return call;
        }

        synchronized List<ProviderEvent> events() {
            return List.copyOf(events);
        }

        <T extends ProviderEvent> List<T> of(Class<T> kind) {
            return events().stream().filter(kind::isInstance).map(kind::cast).toList();
        }

        /** Lets it do its work and tells how that ended. */
        Outcome outcome() throws InterruptedException {
            call.grant(Long.MAX_VALUE);
            for (AudioFrame frame : Sound.of("stop")) {
                call.feed(frame);
            }
            call.finishInput();
            return end();
        }

        Outcome end() throws InterruptedException {
            ended.await();
            return of(ProviderEvent.Ended.class).getFirst().outcome();
        }
    }
}
