package dev.parley.speech.vad;

import io.github.givimad.libfvadjni.VoiceActivityDetector;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** The voice activity detector of WebRTC, as libfvad packs it. */
final class FvadJudge implements FrameJudge {
    private final VoiceActivityDetector detector;

    /** Why the library does not run here, empty if it does; found out once. */
    private static final class Library {
        static final String FAULT = fault();

        private static String fault() {
            try {
                VoiceActivityDetector.loadLibrary();
                VoiceActivityDetector.newInstance().close();
                return "";
            } catch (IOException | RuntimeException | LinkageError e) {
                return String.valueOf(e.getMessage());
            }
        }
    }

    private FvadJudge(VoiceActivityDetector detector) {
        this.detector = detector;
    }

    static String fault() {
        return Library.FAULT;
    }

    /** A judge for 16 kHz, or null where the library does not run. */
    static @Nullable FvadJudge open() {
        if (!Library.FAULT.isEmpty()) {
            return null;
        }
        try {
            VoiceActivityDetector detector = VoiceActivityDetector.newInstance();
            detector.setMode(VoiceActivityDetector.Mode.AGGRESSIVE);
            detector.setSampleRate(VoiceActivityDetector.SampleRate.fromValue(16_000));
            return new FvadJudge(detector);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean isVoice(short[] samples) {
        try {
            return detector.process(samples);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        detector.close();
    }
}
