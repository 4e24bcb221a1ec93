package dev.parley.provider.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.Model;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.VirtualTime;
import dev.parley.provider.scripted.Script;
import dev.parley.provider.scripted.ScriptedProvider;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Items 23 and 24: the scripted providers pass every check of the kit, and each broken one fails its check. */
class FakesConformTest {
    @TestFactory
    Stream<DynamicTest> everyFakePassesEveryCheck() {
        return Stream.of(Modality.values())
                .flatMap(modality -> Stream.of(Check.values())
                        .map(check -> DynamicTest.dynamicTest(
                                modality.spelled() + ": " + check.sentence(),
                                () -> assertEquals(
                                        Optional.empty(),
                                        new ConformanceKit(() -> subject(modality, (provider, time) -> provider))
                                                .check(check)))));
    }

    /** A kit that passes everything is worth nothing: each way to break the contract is found by its own check. */
    @TestFactory
    Stream<DynamicTest> everyBreachIsFound() {
        return Stream.of(Breach.values())
                .map(breach -> DynamicTest.dynamicTest(
                        breach.name(),
                        () -> assertTrue(new ConformanceKit(() -> subject(
                                        breach.modality, (provider, time) -> new BrokenProvider(provider, breach)))
                                .check(breach.foundBy)
                                .isPresent())));
    }

    static Subject subject(Modality modality, BiFunction<Provider, VirtualTime, Provider> around) {
        VirtualTime time = new VirtualTime();
        ProviderProfile profile = new ProviderProfile(
                "fake",
                modality,
                true,
                true,
                50,
                new ProviderProfile.Timeouts(2_000, 500),
                ProviderProfile.Limits.NONE);
        Provider provider =
                around.apply(new ScriptedProvider(profile, FakesConformTest::script, time, time.timers()), time);
        return new Subject() {
            @Override
            public Provider provider() {
                return provider;
            }

            @Override
            public ProviderRequest request() {
                return FakesConformTest.request(modality);
            }

            @Override
            public List<AudioFrame> audio() {
                return modality.listens()
                        ? Stream.of(0, 20, 40)
                                .map(at -> AudioFrame.silence(16_000, at, 20))
                                .toList()
                        : List.of();
            }

            @Override
            public void waitUntil(BooleanSupplier done, long ms) {
                time.until(done, ms);
            }
        };
    }

    private static Script script(ProviderRequest request) {
        return switch (request) {
            case ProviderRequest.Transcribe _ ->
                Script.transcript("hello there", 200).stoppingAfter(10);
            case ProviderRequest.Generate _ ->
                Script.answer("I am well, thank you.", 100, 1_000)
                        .stoppingAfter(10)
                        .showingLife();
            case ProviderRequest.Rewrite(String text) ->
                Script.answer(text, 100, 1_000).stoppingAfter(10).showingLife();
            case ProviderRequest.Synthesize spoken -> {
                BigDecimal audioMs = new BigDecimal(200).divide(spoken.rate(), 0, RoundingMode.HALF_UP);
                yield Script.speech(spoken.text(), audioMs.longValueExact(), 200, 16_000)
                        .stoppingAfter(10);
            }
            case ProviderRequest.DetectVoice _ -> Script.voice(100, 300);
            case ProviderRequest.JudgeEnd _ -> Script.endScore(800, 30).stoppingAfter(10);
        };
    }

    private static ProviderRequest request(Modality modality) {
        return switch (modality) {
            case STT -> new ProviderRequest.Transcribe("u1", "en", 16_000, true);
            case LLM -> new ProviderRequest.Generate(new Model.Prompt(List.of(), List.of(), 100), "", List.of(), 1);
            case TTS -> new ProviderRequest.Synthesize("I am well", "", BigDecimal.ONE, BigDecimal.ONE, 16_000, 0);
            case VAD -> new ProviderRequest.DetectVoice(16_000, 500);
            case END_OF_TURN -> new ProviderRequest.JudgeEnd(List.of(), "well", "en", 16_000);
            case FILTER -> new ProviderRequest.Rewrite("I am well, thank you.");
        };
    }
}
