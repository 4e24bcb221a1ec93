package dev.parley.app.config;

import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.standin.StandIn;
import dev.parley.speech.models.ModelStore;
import dev.parley.speech.models.SpeechModel;
import dev.parley.speech.sphinx.Recogniser;
import dev.parley.speech.sphinx.SphinxProvider;
import dev.parley.speech.tts.FreeVoiceProvider;
import dev.parley.speech.turn.SmartTurn;
import dev.parley.speech.vad.VoiceDetector;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
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

    /**
     * Makes the providers of a conversation by what they do. What is large is shared by all of them, and loaded with the first.
     *
     * @param recogniser understands what is said, if nothing else is wanted
     */
    public Supplier<Map<Modality, Provider>> voices(Recogniser recogniser) {
        Provider understood = new SphinxProvider(recogniser);
        Provider spoken = new FreeVoiceProvider();
        AtomicBoolean wanted = new AtomicBoolean();
        Optional<SmartTurn> judge = stt == Stt.SCRIPT
                ? Optional.empty()
                : ModelStore.ofUser(System.getenv())
                        .verified(SpeechModel.SMART_TURN)
                        .map(SmartTurn::new);
        return () -> {
            if (wanted.compareAndSet(false, true)) {
                Thread.ofVirtual().name("parley-voice").start(() -> prepare(recogniser));
            }
            return of(understood, spoken, judge);
        };
    }

    private Map<Modality, Provider> of(Provider understood, Provider spoken, Optional<SmartTurn> judge) {
        Map<Modality, Provider> all = new EnumMap<>(Map.of(
                Modality.STT,
                stt == Stt.SCRIPT ? StandIn.script(words) : understood,
                Modality.TTS,
                tts == Tts.TONE ? StandIn.tone() : spoken,
                Modality.VAD,
                vad == Vad.LEVEL ? StandIn.level() : VoiceDetector.best()));
        judge.ifPresent(each -> all.put(Modality.END_OF_TURN, each));
        return all;
    }

    /** Loads what this voice needs, so that nobody waits for it later. */
    public void prepare(Recogniser recogniser) {
        if (stt == Stt.DEFAULT) {
            recogniser.prepare();
        }
        if (tts == Tts.DEFAULT) {
            FreeVoiceProvider.prepare();
        }
    }

    /** What turns speech into words. */
    public enum Stt {
        /** Sphinx, with the phrases of the house. */
        DEFAULT,
        /** Answers with given words, whatever is said. */
        SCRIPT
    }

    /** What turns words into speech. */
    public enum Tts {
        /** FreeTTS. */
        DEFAULT,
        /** A tone of 60 ms per character, at least 300 ms. */
        TONE
    }

    /** What tells voice from silence. */
    public enum Vad {
        /** libfvad, or the energy of frames where that does not run. */
        DEFAULT,
        /** Voice is where the RMS of 20 ms is at least 0.02 of full scale. */
        LEVEL
    }
}
