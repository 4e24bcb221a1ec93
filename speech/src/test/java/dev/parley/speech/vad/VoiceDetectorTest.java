package dev.parley.speech.vad;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderEvent.VoiceStarted;
import dev.parley.provider.ProviderEvent.VoiceStopped;
import dev.parley.provider.ProviderRequest;
import dev.parley.speech.Fetched;
import dev.parley.speech.Sound;
import dev.parley.speech.models.SpeechModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A voice is found where it is, and nowhere else. */
class VoiceDetectorTest {
    private static final int SILENCE_MS = 200;

    private static List<ProviderEvent> heard(VoiceDetector detector, List<AudioFrame> frames) {
        return Sound.run(detector, new ProviderRequest.DetectVoice(Sound.RATE_HZ, SILENCE_MS), frames);
    }

    private static Stream<VoiceDetector> detectors() {
        return Stream.concat(
                Stream.of(VoiceDetector.best(), VoiceDetector.byEnergy()),
                Fetched.made(SpeechModel.SILERO, VoiceDetector::silero));
    }

    @TestFactory
    Stream<DynamicTest> aSentenceIsOneVoiceWithItsBeginningAndItsEnd() {
        return detectors()
                .map(detector -> DynamicTest.dynamicTest(detector.profile().name(), () -> {
                    List<AudioFrame> frames = Sound.frames("turn on the kitchen lights", 600, 800);
                    List<ProviderEvent> events = heard(detector, frames);
                    long lengthMs = frames.size() * 20L;
                    VoiceStarted began = (VoiceStarted) events.get(1);
                    VoiceStopped ended = (VoiceStopped) events.get(events.size() - 2);
                    assertTrue(Math.abs(began.mediaMs() - 620) <= 120, "it begins at " + began.mediaMs());
                    assertTrue(Math.abs(ended.mediaMs() - (lengthMs - 800)) <= 160, "it ends at " + ended.mediaMs());
                    assertEquals(4, events.size(), "a pause between words does not end it: " + events);
                }));
    }

    @TestFactory
    Stream<DynamicTest> silenceClicksAndFaintNoiseAreNoVoice() {
        return detectors()
                .map(detector -> DynamicTest.dynamicTest(detector.profile().name(), () -> {
                    Random random = new Random(7);
                    List<AudioFrame> frames = new ArrayList<>();
                    for (int i = 0; i < 150; i++) {
                        byte[] pcm = new byte[640];
                        for (int at = 0; at < pcm.length; at += 2) {
                            pcm[at] = (byte) (random.nextInt(31) - 15);
                            pcm[at + 1] = (byte) (pcm[at] < 0 ? -1 : 0);
                        }
                        if (i % 40 == 20) {
                            pcm[301] = 90;
                        }
                        frames.add(new AudioFrame(pcm, Sound.RATE_HZ, i * 20L, 20));
                    }
                    assertEquals(2, heard(detector, frames).size());
                }));
    }

    @Test
    void theLibraryRunsOnThisMachine() {
        assertEquals("", VoiceDetector.fault());
    }
}
