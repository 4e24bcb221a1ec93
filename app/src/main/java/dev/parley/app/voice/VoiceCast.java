package dev.parley.app.voice;

import dev.parley.app.config.VoiceSpec;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.standin.StandIn;
import dev.parley.speech.hibari.Hibari;
import dev.parley.speech.models.ModelStore;
import dev.parley.speech.models.ModelStore.Presence;
import dev.parley.speech.models.SpeechModel;
import dev.parley.speech.moonshine.Moonshine;
import dev.parley.speech.stt.PhrasesFirst;
import dev.parley.speech.stt.StopWordsBeside;
import dev.parley.speech.stt.Transcriber;
import dev.parley.speech.stt.TranscriberProvider;
import dev.parley.speech.tts.InstalledVoice;
import dev.parley.speech.tts.SpeakingProvider;
import dev.parley.speech.tts.Voice;
import dev.parley.speech.turn.SmartTurn;
import dev.parley.speech.vad.VoiceDetector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who listens and speaks in conversations with audio: what the configuration names, and for each part that it leaves open the best that
 * is here. A fetched model that is damaged, or does not run on this machine, is named in a line and the default takes its place.
 */
public final class VoiceCast implements Supplier<Map<Modality, Provider>> {
    private final VoiceSpec spec;
    private final Hearing hearing;
    private final ModelStore store;
    private final AtomicBoolean prepared = new AtomicBoolean();
    private final ReentrantLock choosing = new ReentrantLock();
    private final List<String> faults = new ArrayList<>();
    private @Nullable Parts chosen;

    private record Parts(
            Transcriber ear,
            Voice voice,
            Provider detector,
            @Nullable SmartTurn judge) {}

    /**
     * @param hearing what may be said
     * @param store where fetched models are
     */
    public VoiceCast(VoiceSpec spec, Hearing hearing, ModelStore store) {
        this.spec = spec;
        this.hearing = hearing;
        this.store = store;
    }

    /** The providers of one more conversation. What is large is shared by all, and loaded with the first. */
    @Override
    public Map<Modality, Provider> get() {
        if (prepared.compareAndSet(false, true)) {
            // It computes for seconds, and a virtual thread would hold up the sockets that long.
            Thread.ofPlatform().name("parley-voice").daemon().start(this::load);
        }
        Parts parts = parts();
        Map<Modality, Provider> all = new EnumMap<>(Map.of(
                Modality.STT,
                ear(parts),
                Modality.TTS,
                voice(parts),
                Modality.VAD,
                spec.vad() == VoiceSpec.Vad.LEVEL ? StandIn.level() : parts.detector));
        if (parts.judge != null) {
            all.put(Modality.END_OF_TURN, parts.judge);
        }
        return all;
    }

    private Provider ear(Parts parts) {
        return switch (spec.stt()) {
            case SCRIPT -> StandIn.script(spec.words());
            case REMOTE -> new StopWordsBeside(Objects.requireNonNull(spec.ear()), hearing.phrases(), hearing.stops());
            case DEFAULT, PHRASES -> new TranscriberProvider(parts.ear);
        };
    }

    private Provider voice(Parts parts) {
        return switch (spec.tts()) {
            case TONE -> StandIn.tone();
            case REMOTE -> Objects.requireNonNull(spec.voice());
            case DEFAULT, FREETTS, INSTALLED -> new SpeakingProvider(parts.voice);
        };
    }

    /** Loads what this voice needs, so that nobody waits for it later. */
    public void prepare() {
        if (prepared.compareAndSet(false, true)) {
            load();
        }
    }

    private void load() {
        try {
            loaded(parts());
        } catch (RuntimeException | LinkageError e) {
            choosing.lock();
            try {
                faults.add("a part of the voice does not run here, and the default voice goes on: " + e.getMessage());
                chosen = new Parts(hearing.phrases(), SpeakingProvider.freeTts(), VoiceDetector.best(), null);
            } finally {
                choosing.unlock();
            }
            loaded(parts());
        }
    }

    private void loaded(Parts parts) {
        if (spec.stt() != VoiceSpec.Stt.SCRIPT) {
            parts.ear.prepare();
        }
        if (spec.tts() != VoiceSpec.Tts.TONE && spec.tts() != VoiceSpec.Tts.REMOTE) {
            parts.voice.prepare();
        }
        if (parts.judge != null) {
            parts.judge.prepare();
        }
    }

    /** Whether words are found in this process, by {@link #ear}. */
    public boolean understandsHere() {
        return spec.stt() == VoiceSpec.Stt.DEFAULT || spec.stt() == VoiceSpec.Stt.PHRASES;
    }

    /** Who finds the words. */
    public Transcriber ear() {
        return parts().ear;
    }

    /** What was fetched, is wanted and is damaged, each in one line; nothing is loaded for that. */
    public List<String> damaged() {
        return SpeechModel.ALL.stream()
                .filter(model -> isWanted(model) && store.presence(model) == Presence.DAMAGED)
                .map(VoiceCast::damaged)
                .toList();
    }

    private static String damaged(SpeechModel model) {
        return "the model " + model.name() + " is damaged and is not used; parley models get " + model.name()
                + " fetches it again";
    }

    private boolean isWanted(SpeechModel model) {
        if (model.equals(SpeechModel.HIBARI)) {
            return spec.tts() == VoiceSpec.Tts.DEFAULT;
        }
        if (model.equals(SpeechModel.SILERO)) {
            return spec.vad() == VoiceSpec.Vad.DEFAULT;
        }
        return spec.stt() == VoiceSpec.Stt.DEFAULT
                || (model.equals(SpeechModel.SMART_TURN) && spec.stt() == VoiceSpec.Stt.REMOTE);
    }

    /** What was fetched and cannot be used, each in one line. */
    public List<String> faults() {
        parts();
        return List.copyOf(faults);
    }

    private Parts parts() {
        choosing.lock();
        try {
            Parts present = chosen;
            if (present == null) {
                present = new Parts(
                        bestEar(), bestVoice(), bestDetector(), fetched(SpeechModel.SMART_TURN, SmartTurn::in));
                chosen = present;
            }
            return present;
        } finally {
            choosing.unlock();
        }
    }

    private Transcriber bestEar() {
        Transcriber anything = fetched(
                SpeechModel.MOONSHINE,
                folder -> Moonshine.in(folder, hearing.words().get()));
        return anything == null ? hearing.phrases() : new PhrasesFirst(hearing.phrases(), anything);
    }

    private Voice bestVoice() {
        InstalledVoice program = spec.installed();
        if (program != null && program.kind().isHere()) {
            return program;
        }
        if (program != null) {
            faults.add(program.name() + " is not installed, and FreeTTS speaks in its place");
        }
        Voice pleasant = fetched(SpeechModel.HIBARI, Hibari::in);
        return pleasant == null ? SpeakingProvider.freeTts() : pleasant;
    }

    private Provider bestDetector() {
        VoiceDetector silero = fetched(SpeechModel.SILERO, VoiceDetector::silero);
        return silero == null ? VoiceDetector.best() : silero;
    }

    private interface Maker<T> {
        T of(Path folder) throws IOException;
    }

    private <T> @Nullable T fetched(SpeechModel model, Maker<T> maker) {
        if (!isWanted(model)) {
            return null;
        }
        Optional<Path> here = store.verified(model);
        if (here.isEmpty()) {
            if (store.presence(model) == Presence.DAMAGED) {
                faults.add(damaged(model));
            }
            return null;
        }
        try {
            return maker.of(here.get());
        } catch (IOException | RuntimeException | LinkageError e) {
            faults.add("the model " + model.name() + " does not run here and is not used: " + e.getMessage());
            return null;
        }
    }
}
