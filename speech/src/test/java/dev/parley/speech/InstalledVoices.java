package dev.parley.speech;

import dev.parley.speech.tts.InstalledVoice;
import dev.parley.speech.tts.InstalledVoice.Kind;
import dev.parley.speech.tts.Voice;
import java.util.stream.Stream;

/**
 * The programs of this machine that speak; where there are none, there is nothing to test. Piper has no voice of its own and is tested
 * where {@code PARLEY_PIPER_MODEL} names one.
 */
public final class InstalledVoices {
    private static final String PIPER_MODEL = "PARLEY_PIPER_MODEL";

    private InstalledVoices() {}

    public static Stream<Voice> here() {
        return Stream.of(Kind.values()).filter(InstalledVoices::canSpeak).map(InstalledVoices::of);
    }

    private static boolean canSpeak(Kind kind) {
        return kind.isHere() && (kind != Kind.PIPER || System.getenv(PIPER_MODEL) != null);
    }

    private static Voice of(Kind kind) {
        return kind == Kind.PIPER
                ? InstalledVoice.of(kind, String.valueOf(System.getenv(PIPER_MODEL)))
                : InstalledVoice.of(kind);
    }
}
