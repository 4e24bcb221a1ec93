package dev.parley.provider.standin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.VirtualTime;
import dev.parley.provider.WordMark;
import dev.parley.provider.conformance.Check;
import dev.parley.provider.conformance.ConformanceKit;
import dev.parley.provider.conformance.Subject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The stand-ins for a voice are real providers, and do what the configuration promises of them. */
class StandInTest {
    private static final ProviderRequest LISTEN = new ProviderRequest.Transcribe("u1", "en", 16_000, true);
    private static final ProviderRequest DETECT = new ProviderRequest.DetectVoice(16_000, 60);

    @TestFactory
    Stream<DynamicTest> everyStandInPassesEveryCheck() {
        return Stream.of(
                        conforms("tone", StandIn::tone, speak("Good morning, Ana.", "1", "1")),
                        conforms("script", () -> StandIn.script(List.of("turn it on", "stop")), LISTEN),
                        conforms("level", StandIn::level, DETECT))
                .flatMap(tests -> tests);
    }

    private static Stream<DynamicTest> conforms(String name, Supplier<Provider> maker, ProviderRequest request) {
        return Stream.of(Check.values())
                .map(check -> DynamicTest.dynamicTest(
                        name + ": " + check.sentence(),
                        () -> assertEquals(
                                Optional.empty(),
                                new ConformanceKit(() -> subject(maker.get(), request)).check(check))));
    }

    private static Subject subject(Provider provider, ProviderRequest request) {
        VirtualTime time = new VirtualTime();
        return new Subject() {
            @Override
            public Provider provider() {
                return provider;
            }

            @Override
            public ProviderRequest request() {
                return request;
            }

            @Override
            public List<AudioFrame> audio() {
                return request.modality().listens() ? frames(0, 300, true) : List.of();
            }

            @Override
            public void waitUntil(BooleanSupplier done, long ms) {
                time.until(done, ms);
            }
        };
    }

    @Test
    void aToneTakesSixtyMillisecondsForACharacterAndThreeHundredAtLeast() {
        assertEquals(600, lengthMs(speak("ten chars!", "1", "1")));
        assertEquals(300, lengthMs(speak("no", "1", "1")));
        assertEquals(1200, lengthMs(speak("ten chars!", "0.5", "1")));
        assertEquals(660, lengthMs(speak("ten chars!", "1", "2")), "a longer pause after the mark");
    }

    @Test
    void aToneSaysWhereItsWordsLie() {
        List<WordMark> marks = new ArrayList<>();
        events(StandIn.tone(), speak("I am here", "1", "1"), List.of()).forEach(event -> {
            if (event instanceof ProviderEvent.AudioChunk chunk) {
                marks.addAll(chunk.words());
            }
        });
        assertEquals(
                List.of(new WordMark("I", 0, 60), new WordMark("am", 120, 240), new WordMark("here", 300, 540)), marks);
    }

    @Test
    void aVoiceIsHeardWhereTheLevelIsReachedAndEndsWhereItWasLoudLast() {
        List<AudioFrame> audio = new ArrayList<>(frames(0, 100, false));
        audio.addAll(frames(100, 300, true));
        audio.addAll(frames(300, 340, false));
        audio.addAll(frames(340, 400, true));
        audio.addAll(frames(400, 600, false));
        List<String> heard = events(StandIn.level(), DETECT, audio).stream()
                .map(event -> switch (event) {
                    case ProviderEvent.VoiceStarted(ProviderInvocation _, long at) -> "began " + at;
                    case ProviderEvent.VoiceStopped(ProviderInvocation _, long at) -> "ended " + at;
                    default -> "";
                })
                .filter(text -> !text.isEmpty())
                .toList();
        assertEquals(List.of("began 100", "ended 400"), heard);
    }

    @Test
    void theLevelIsTwoHundredthsOfFullScale() {
        assertTrue(isHeard(656), "0.02 of 32768 is 655.36");
        assertTrue(!isHeard(655));
    }

    private static boolean isHeard(int amplitude) {
        byte[] pcm = new byte[640];
        for (int i = 0; i < pcm.length; i += 2) {
            int sample = i % 4 == 0 ? amplitude : -amplitude;
            pcm[i] = (byte) sample;
            pcm[i + 1] = (byte) (sample >> 8);
        }
        return events(StandIn.level(), DETECT, List.of(new AudioFrame(pcm, 16_000, 0, 20))).stream()
                .anyMatch(ProviderEvent.VoiceStarted.class::isInstance);
    }

    @Test
    void theNthUtteranceIsTheNthTextAndThenNothing() {
        Provider script = StandIn.script(List.of("Hello there", "Stop it"));
        assertEquals("Hello there", words(script, "u1"));
        assertEquals("Hello there", words(script, "u1"), "tried again it is the same utterance");
        assertEquals("Stop it", words(script, "u2"));
        assertEquals("", words(script, "u3"));
    }

    private static String words(Provider script, String utterance) {
        return events(script, new ProviderRequest.Transcribe(utterance, "en", 16_000, true), frames(0, 300, true))
                .stream()
                .filter(ProviderEvent.FinalTranscript.class::isInstance)
                .map(event -> ((ProviderEvent.FinalTranscript) event).text())
                .reduce("", String::concat);
    }

    private static long lengthMs(ProviderRequest request) {
        return events(StandIn.tone(), request, List.of()).stream()
                .mapToLong(ProviderEvent::cost)
                .sum();
    }

    private static List<ProviderEvent> events(Provider provider, ProviderRequest request, List<AudioFrame> audio) {
        List<ProviderEvent> events = new ArrayList<>();
        Modality modality = request.modality();
        ProviderCall call = provider.start(
                new ProviderInvocation("c1", "x", modality, "c", 1, "k", 1, 1),
                request,
                events::add,
                CancelToken.NEVER);
        call.grant(Long.MAX_VALUE);
        audio.forEach(call::feed);
        call.finishInput();
        return events;
    }

    private static ProviderRequest speak(String text, String rate, String pauses) {
        return new ProviderRequest.Synthesize(text, "", new BigDecimal(rate), new BigDecimal(pauses), 16_000, 0);
    }

    private static List<AudioFrame> frames(int fromMs, int toMs, boolean loud) {
        return IntStream.iterate(fromMs, at -> at < toMs, at -> at + 20)
                .mapToObj(at -> {
                    byte[] pcm = new byte[640];
                    for (int i = 0; loud && i < pcm.length; i += 2) {
                        pcm[i + 1] = (byte) (i % 4 == 0 ? 32 : -32);
                    }
                    return new AudioFrame(pcm, 16_000, at, 20);
                })
                .toList();
    }
}
