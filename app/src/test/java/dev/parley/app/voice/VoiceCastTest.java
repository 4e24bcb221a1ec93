package dev.parley.app.voice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.config.Configuration;
import dev.parley.app.config.ConfigurationReader;
import dev.parley.app.config.VoiceSpec;
import dev.parley.app.talk.HousePhrases;
import dev.parley.app.talk.OwnCommands;
import dev.parley.provider.Modality;
import dev.parley.speech.models.ModelStore;
import dev.parley.speech.models.SpeechModel;
import dev.parley.speech.tts.InstalledVoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was fetched and is not whole is named, and the default voice goes on. */
class VoiceCastTest {
    @TempDir
    Path folder;

    private VoiceCast cast() {
        return cast(VoiceSpec.DEFAULT);
    }

    private VoiceCast cast(VoiceSpec spec) {
        return new VoiceCast(
                spec,
                HousePhrases.hearing(Configuration.DEFAULT, OwnCommands.NONE),
                new ModelStore(folder, _ -> "no-client"));
    }

    private static Map<Modality, String> names(VoiceCast cast) {
        return cast.get().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().profile().name()));
    }

    private static final Map<Modality, String> DEFAULT_NAMES =
            Map.of(Modality.STT, "sphinx", Modality.TTS, "freetts", Modality.VAD, "fvad");

    @Test
    void withoutAnyModelTheDefaultVoiceIsHeardAndNothingIsSaidAboutIt() {
        assertEquals(DEFAULT_NAMES, names(cast()));
        assertEquals(List.of(), cast().faults());
    }

    @Test
    void everyDamagedModelIsNamedInOneLineAndTheDefaultTakesItsPlace() throws IOException {
        for (SpeechModel model : SpeechModel.ALL) {
            Path of = Files.createDirectories(folder.resolve(model.name()));
            for (SpeechModel.Bundle bundle : model.bundles()) {
                for (SpeechModel.Member member : bundle.members()) {
                    Files.writeString(of.resolve(member.name()), "not a model");
                }
            }
        }
        VoiceCast cast = cast();
        assertEquals(DEFAULT_NAMES, names(cast));
        assertEquals(SpeechModel.ALL.size(), cast.faults().size());
        for (SpeechModel model : SpeechModel.ALL) {
            assertEquals(
                    1,
                    cast.faults().stream()
                            .filter(fault -> fault.startsWith("the model " + model.name() + " is damaged"))
                            .count());
        }
        assertTrue(cast.faults().stream().allMatch(fault -> fault.lines().count() == 1));
    }

    @Test
    void aModelThatIsCutOffIsDamagedToo() throws IOException {
        Files.createDirectories(folder.resolve("moonshine"));
        VoiceCast cast = cast();
        assertEquals("sphinx", names(cast).get(Modality.STT));
        assertEquals(1, cast.faults().size());
    }

    @Test
    void aProgramThatIsNotHereOrCannotSpeakIsNamedAndFreeTtsSpeaks() throws IOException {
        Path file = Files.writeString(
                folder.resolve("parley.yaml"), "voice: {tts: {kind: piper, model: no-such-model.onnx}}\n");
        VoiceCast cast = cast(ConfigurationReader.read(file).voice());
        cast.prepare();
        assertEquals("freetts", names(cast).get(Modality.TTS));
        assertEquals(1, cast.faults().size());
        assertTrue(cast.faults().getFirst().contains("piper"), cast.faults().toString());
    }

    @Test
    void aProgramThatIsHereSpeaks() throws IOException {
        Path file = Files.writeString(folder.resolve("parley.yaml"), "voice: {tts: flite}\n");
        VoiceCast cast = cast(ConfigurationReader.read(file).voice());
        cast.prepare();
        boolean here = InstalledVoice.Kind.FLITE.isHere();
        assertEquals(here ? "flite" : "freetts", names(cast).get(Modality.TTS));
        assertEquals(here ? 0 : 1, cast.faults().size());
    }
}
