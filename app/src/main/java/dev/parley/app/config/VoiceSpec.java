package dev.parley.app.config;

import java.util.List;

/**
 * What listens and speaks in a conversation with audio.
 *
 * @param words with {@link Stt#SCRIPT}: the n-th utterance of a conversation is the n-th text, and later ones are nothing
 */
public record VoiceSpec(Stt stt, List<String> words, Tts tts, Vad vad) {
    public static final VoiceSpec DEFAULT = new VoiceSpec(Stt.DEFAULT, List.of(), Tts.DEFAULT, Vad.DEFAULT);

    public VoiceSpec {
        words = List.copyOf(words);
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
