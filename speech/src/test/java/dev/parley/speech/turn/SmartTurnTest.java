package dev.parley.speech.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnxruntime.OrtException;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.conformance.Check;
import dev.parley.provider.conformance.ConformanceKit;
import dev.parley.provider.conformance.Subject;
import dev.parley.speech.Fetched;
import dev.parley.speech.Sound;
import dev.parley.speech.models.SpeechModel;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The model where it was fetched. */
class SmartTurnTest {
    private record Whole(Provider provider, ProviderRequest request, List<AudioFrame> audio) implements Subject {
        @Override
        public void waitUntil(BooleanSupplier done, long ms) {
            boolean _ = done.getAsBoolean();
        }
    }

    @TestFactory
    Stream<DynamicTest> aFetchedModelKeepsTheContractAndKnowsAWholeSentence() {
        return Fetched.made(SpeechModel.SMART_TURN, SmartTurn::in).flatMap(judge -> {
            Subject subject = new Whole(
                    judge,
                    new ProviderRequest.JudgeEnd(List.of(), "", "en", Sound.RATE_HZ),
                    Sound.of("turn on the kitchen lights"));
            return Stream.concat(
                    Stream.of(DynamicTest.dynamicTest(
                            "a whole sentence is told from one that is not", () -> finished(judge))),
                    Stream.of(Check.values())
                            .map(check -> DynamicTest.dynamicTest(
                                    check.sentence(),
                                    () -> assertEquals(
                                            Optional.empty(), new ConformanceKit(() -> subject).check(check)))));
        });
    }

    private static void finished(SmartTurn judge) throws OrtException {
        int whole = judge.score(sound("Turn on the kitchen lights."));
        int begun = judge.score(sound("Turn on the kitchen lights and the"));
        assertTrue(begun < whole, "one that is not finished scores " + begun + ", a whole one " + whole);
    }

    private static float[] sound(String text) {
        List<AudioFrame> frames = Sound.frames(text, 0, 200);
        float[] sound = new float[frames.size() * 320];
        int at = 0;
        for (AudioFrame frame : frames) {
            byte[] pcm = frame.pcm();
            for (int i = 0; i < pcm.length; i += 2) {
                sound[at++] = (short) ((pcm[i] & 0xff) | (pcm[i + 1] << 8)) / 32_768f;
            }
        }
        return sound;
    }
}
