package dev.parley.speech;

import dev.parley.speech.tts.InstalledVoice;
import dev.parley.speech.tts.InstalledVoice.Kind;
import dev.parley.speech.tts.Voice;
import java.util.stream.Stream;

/** The programs of this machine that speak without a model of their own; where there are none, there is nothing to test. */
public final class InstalledVoices {
    private InstalledVoices() {}

    public static Stream<Voice> here() {
        return Stream.of(Kind.FLITE, Kind.ESPEAK_NG).filter(Kind::isHere).map(InstalledVoice::of);
    }
}
