package dev.parley.app.config;

import dev.parley.provider.Provider;
import dev.parley.speech.tts.InstalledVoice;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What listens and speaks in a conversation with audio.
 *
 * @param words with {@link Stt#SCRIPT}: the n-th utterance of a conversation is the n-th text, and later ones are nothing
 * @param ear with {@link Stt#REMOTE}: the server that writes down
 * @param voice with {@link Tts#REMOTE}: the server that speaks
 * @param installed with {@link Tts#INSTALLED}: the program that speaks
 * @param recordAudio the folder in which sound is kept while everyone has consented, or null for nowhere
 */
public record VoiceSpec(
        Stt stt,
        List<String> words,
        Tts tts,
        Vad vad,
        @Nullable Path recordAudio,
        @Nullable Provider ear,
        @Nullable Provider voice,
        @Nullable InstalledVoice installed) {
    public static final VoiceSpec DEFAULT =
            new VoiceSpec(Stt.DEFAULT, List.of(), Tts.DEFAULT, Vad.DEFAULT, null, null, null, null);

    public VoiceSpec {
        words = List.copyOf(words);
    }

    /** What turns speech into words. */
    public enum Stt {
        /** Sphinx, with the phrases of the house; Moonshine beside it where that was fetched. */
        DEFAULT,
        /** Sphinx alone. */
        PHRASES,
        /** A server. */
        REMOTE,
        /** Answers with given words, whatever is said. */
        SCRIPT
    }

    /** What turns words into speech. */
    public enum Tts {
        /** Hibari where that was fetched, or FreeTTS. */
        DEFAULT,
        /** FreeTTS. */
        FREETTS,
        /** A program of this machine. */
        INSTALLED,
        /** A server. */
        REMOTE,
        /** A tone of 60 ms per character, at least 300 ms. */
        TONE
    }

    /** What tells voice from silence. */
    public enum Vad {
        /** Silero where that was fetched, or libfvad, or the energy of frames where that does not run. */
        DEFAULT,
        /** libfvad, or the energy of frames where that does not run. */
        FVAD,
        /** Voice is where the RMS of 20 ms is at least 0.02 of full scale. */
        LEVEL
    }
}
