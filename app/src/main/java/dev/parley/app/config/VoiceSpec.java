package dev.parley.app.config;

import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.standin.StandIn;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What listens and speaks in a conversation with audio.
 *
 * @param words with {@link Stt#SCRIPT}: the n-th utterance of a conversation is the n-th text, and later ones are nothing
 * @param recordAudio the folder in which sound is kept while everyone has consented, or null for nowhere
 */
public record VoiceSpec(
        Stt stt,
        List<String> words,
        Tts tts,
        Vad vad,
        @Nullable Path recordAudio) {
    public static final VoiceSpec DEFAULT = new VoiceSpec(Stt.DEFAULT, List.of(), Tts.DEFAULT, Vad.DEFAULT, null);

    public VoiceSpec {
        words = List.copyOf(words);
    }

    /** Whether this build has everything that the voice is made of; so far there are only stand-ins. */
    public boolean isAvailable() {
        return stt == Stt.SCRIPT && tts == Tts.TONE && vad == Vad.LEVEL;
    }

    /** The providers of a conversation by what they do. */
    public Map<Modality, Provider> providers() {
        return Map.of(Modality.STT, StandIn.script(words), Modality.TTS, StandIn.tone(), Modality.VAD, StandIn.level());
    }

    /** What turns speech into words. */
    public enum Stt {
        DEFAULT,
        /** Answers with given words, whatever is said. */
        SCRIPT
    }

    /** What turns words into speech. */
    public enum Tts {
        DEFAULT,
        /** A tone of 60 ms per character, at least 300 ms. */
        TONE
    }

    /** What tells voice from silence. */
    public enum Vad {
        DEFAULT,
        /** Voice is where the RMS of 20 ms is at least 0.02 of full scale. */
        LEVEL
    }
}
