package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.config.Configuration;
import dev.parley.app.voice.Spoken;
import dev.parley.speech.sphinx.Recogniser;
import dev.parley.speech.stt.Understood;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What waits for a yes is released by a yes, and by no word that sounds like one; in noise nobody guesses. */
class NearlyAnswersTest {
    private static final Recogniser RECOGNISER = HousePhrases.recogniser(Configuration.DEFAULT, OwnCommands.NONE);
    private static final int SILENCE = 16 * 300;
    private static final double TENTH = 0.1;

    @Test
    void wordsThatSoundLikeAnAnswerAreAskedBack() {
        assertEquals(
                List.of(),
                Stream.of(
                                "yet",
                                "year",
                                "shore",
                                "share",
                                "chair",
                                "two eggs",
                                "duet",
                                "chew it",
                                "knew it",
                                "confer",
                                "occur",
                                "note",
                                "bell",
                                "castle",
                                "fortune",
                                "forty",
                                "shut",
                                "shop",
                                "be quick",
                                "who",
                                "cancelled",
                                "pencil",
                                "nevermore",
                                "believe it",
                                "shut the drawer",
                                "open the front door")
                        .filter(said -> understood(said, 0).sure())
                        .map(said ->
                                said + " was taken for " + understood(said, 0).text())
                        .toList());
    }

    @Test
    void answersAreUnderstood() {
        for (String said :
                List.of("yes", "yes please", "of course", "go ahead", "no", "no thanks", "never mind", "stop")) {
            Understood found = understood(said, 0);
            assertTrue(found.sure(), said + " was not understood, but " + found);
            assertEquals(HousePhrases.meaning(said), HousePhrases.meaning(found.text()));
        }
    }

    @Test
    void aLittleNoiseHidesNoCommand() {
        for (String said : List.of(
                "living room lights off",
                "switch the living room lights off",
                "volume to eight",
                "delete all",
                "leave it",
                "turn on the kitchen lights",
                "what is the weather in berlin")) {
            Understood found = understood(said, TENTH * TENTH);
            assertTrue(found.sure(), said + " was not understood, but " + found);
            assertEquals(
                    HousePhrases.meaning(said).toLowerCase(Locale.ROOT),
                    HousePhrases.meaning(found.text()).toLowerCase(Locale.ROOT));
        }
    }

    @Test
    void inNoiseACommandIsTakenForItselfOrForNone() {
        for (String said : List.of(
                "turn off the bathroom light",
                "living room lights off",
                "please switch off the lights",
                "turn the kitchen light off please",
                "turn the volume to six",
                "volume three",
                "is it warm in new york",
                "how is the weather in paris")) {
            Understood found = understood(said, TENTH);
            assertTrue(
                    !found.sure() || HousePhrases.meaning(said).equalsIgnoreCase(HousePhrases.meaning(found.text())),
                    said + " was taken for " + found.text());
        }
    }

    /** @param noise its power, as a part of that of the speech */
    private static Understood understood(String said, double noise) {
        byte[] pcm = Spoken.pcm(said);
        short[] sound = new short[pcm.length / 2 + 2 * SILENCE];
        double power = 0;
        for (int i = 0; i < pcm.length / 2; i++) {
            sound[SILENCE + i] = (short) ((pcm[2 * i] & 0xff) | (pcm[2 * i + 1] << 8));
            power += (double) sound[SILENCE + i] * sound[SILENCE + i] / (pcm.length / 2.0);
        }
        Random random = new Random(pcm.length);
        double level = Math.sqrt(power * noise);
        for (int i = 0; i < sound.length; i++) {
            sound[i] = (short) Math.clamp(Math.round(sound[i] + level * random.nextGaussian()), -32_768, 32_767);
        }
        return RECOGNISER.understand(sound);
    }
}
