package dev.parley.provider;

import java.util.Locale;
import java.util.Optional;

/** What a provider does. */
public enum Modality {
    /** Speech to text. */
    STT,
    /** Text to text, with tool calls. */
    LLM,
    /** Text to speech. */
    TTS,
    /** Speech or silence. */
    VAD,
    /** Whether a person has finished speaking or only pauses. */
    END_OF_TURN,
    /** Text to text, on its way from the model to the voice. */
    FILTER;

    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether its calls are fed audio. */
    public boolean listens() {
        return this == STT || this == VAD || this == END_OF_TURN;
    }

    public static Optional<Modality> of(String spelled) {
        for (Modality modality : values()) {
            if (modality.spelled().equals(spelled)) {
                return Optional.of(modality);
            }
        }
        return Optional.empty();
    }
}
