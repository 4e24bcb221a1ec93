package dev.parley.speech;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.conformance.Check;
import dev.parley.provider.conformance.ConformanceKit;
import dev.parley.provider.conformance.Subject;
import dev.parley.speech.hibari.Hibari;
import dev.parley.speech.models.SpeechModel;
import dev.parley.speech.moonshine.Moonshine;
import dev.parley.speech.sphinx.Recogniser;
import dev.parley.speech.stt.PhrasesFirst;
import dev.parley.speech.stt.TranscriberProvider;
import dev.parley.speech.tts.SpeakingProvider;
import dev.parley.speech.vad.VoiceDetector;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every part of the voice keeps the contract of providers. */
class VoicesConformTest {
    private static final Recogniser RECOGNISER = new Recogniser(
            () -> new Phrases().add("(turn on|turn off) the lights").decoy("turn on the radio"),
            _ -> List.of(),
            text -> text);

    private static final List<AudioFrame> SPEECH = Sound.of("turn on the lights");

    private static final ProviderRequest SPOKEN = new ProviderRequest.Synthesize(
            "The kitchen lights are on, and it is late.", "", BigDecimal.ONE, BigDecimal.ONE, Sound.RATE_HZ, 0);

    private static Stream<Subject> subjects() {
        return Stream.concat(builtIn(), fetched());
    }

    private static Stream<Subject> fetched() {
        return Stream.of(
                        Fetched.made(SpeechModel.SILERO, VoiceDetector::silero)
                                .map(silero ->
                                        new Whole(silero, new ProviderRequest.DetectVoice(Sound.RATE_HZ, 60), SPEECH)),
                        Fetched.made(SpeechModel.MOONSHINE, Moonshine::in)
                                .map(moonshine -> new Whole(
                                        new TranscriberProvider(new PhrasesFirst(RECOGNISER, moonshine)),
                                        new ProviderRequest.Transcribe("u1", "en", Sound.RATE_HZ, true),
                                        SPEECH)),
                        Stream.concat(Fetched.made(SpeechModel.HIBARI, Hibari::in), InstalledVoices.here())
                                .map(voice -> new Whole(new SpeakingProvider(voice), SPOKEN, List.of())))
                .flatMap(subjects -> subjects);
    }

    private static Stream<Subject> builtIn() {
        return Stream.of(
                new Whole(VoiceDetector.best(), new ProviderRequest.DetectVoice(Sound.RATE_HZ, 60), SPEECH),
                new Whole(VoiceDetector.byEnergy(), new ProviderRequest.DetectVoice(Sound.RATE_HZ, 60), SPEECH),
                new Whole(
                        new TranscriberProvider(RECOGNISER),
                        new ProviderRequest.Transcribe("u1", "en", Sound.RATE_HZ, true),
                        SPEECH),
                new Whole(new SpeakingProvider(SpeakingProvider.freeTts()), SPOKEN, List.of()));
    }

    /** All of these work where they are called, so there is nothing to wait for. */
    private record Whole(Provider provider, ProviderRequest request, List<AudioFrame> audio) implements Subject {
        @Override
        public void waitUntil(BooleanSupplier done, long ms) {
            boolean _ = done.getAsBoolean();
        }
    }

    @TestFactory
    Stream<DynamicTest> everyPartKeepsTheContract() {
        return subjects()
                .flatMap(subject -> Stream.of(Check.values())
                        .map(check -> DynamicTest.dynamicTest(
                                subject.provider().profile().name() + ": " + check.sentence(),
                                () -> assertEquals(Optional.empty(), new ConformanceKit(() -> subject).check(check)))));
    }
}
