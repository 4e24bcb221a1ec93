package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.config.Configuration;
import dev.parley.kernel.people.YesOrNo;
import dev.parley.session.settings.Cues;
import dev.parley.speech.Phrases;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a voice can say means what the same words mean when they are typed. */
class HousePhrasesTest {
    private static final List<String> NAMES = List.of("ana", "ben");
    private static final Cues CUES = new Cues(List.of("stop", "be quiet"), List.of("mhm"));

    @Test
    void everyPhraseOfAToolIsAWishForThatToolAndForNoOther() {
        Set<String> without =
                new HashSet<>(HousePhrases.of(Set.of(), NAMES, CUES).sentences());
        for (String tool : HousePhrases.TOOLS) {
            Set<String> phrases =
                    new HashSet<>(HousePhrases.of(Set.of(tool), NAMES, CUES).sentences());
            phrases.removeAll(without);
            assertTrue(phrases.size() > 3, tool);
            phrases.removeIf(
                    phrase -> phrase.matches("(?:in )?the (?:" + String.join("|", Slots.ROOMS) + ")(?: please)?"));
            for (String phrase : phrases) {
                Intents.Found found = Intents.read(phrase);
                assertNotNull(found, phrase);
                assertEquals(tool, found.wish().tool(), phrase);
                boolean isTooLoud = phrase.matches(".*\\b(?:eleven|twelve|twenty)\\b.*");
                boolean isRoomless = Intents.roomless(phrase) != null;
                assertEquals(isTooLoud || isRoomless, found.instead() != null, phrase);
                assertEquals(
                        isRoomless,
                        tool.endsWith("light") && Slots.rooms(phrase).isEmpty(),
                        phrase);
            }
        }
    }

    @Test
    void everyRoomCanBeSaidInAnswerToTheQuestionForOne() {
        Set<String> phrases = HousePhrases.of(HousePhrases.TOOLS, NAMES, CUES).sentences();
        Slots slots = new Slots(NAMES);
        for (String room : Slots.ROOMS) {
            assertTrue(phrases.contains("in the " + room), room);
            assertEquals(room, slots.answer("room", "in the " + room));
        }
    }

    @Test
    void whatIsNoToolIsNoWish() {
        HousePhrases.of(Set.of(), NAMES, CUES).sentences().forEach(phrase -> assertNull(Intents.of(phrase), phrase));
    }

    @Test
    void noPhraseStopsTheHouseUnlessItIsAStopWord() {
        Phrases phrases = HousePhrases.of(HousePhrases.TOOLS, NAMES, CUES);
        assertEquals(
                Set.of("stop", "be quiet"),
                Set.copyOf(phrases.sentences().stream().filter(CUES::stops).toList()));
    }

    @Test
    void yesAndNoAreAmongThem() {
        Set<String> phrases = HousePhrases.of(Set.of(), NAMES, CUES).sentences();
        assertTrue(
                phrases.stream().filter(each -> YesOrNo.of(each) == YesOrNo.YES).count() >= 10);
        assertTrue(
                phrases.stream().filter(each -> YesOrNo.of(each) == YesOrNo.NO).count() >= 7);
    }

    @Test
    void attentionIsKnownInEverySpellingOfARecogniser() {
        Cues cues = HousePhrases.forVoices(Configuration.DEFAULT).settings().cues();
        for (String written : List.of(
                "Mm-hmm.",
                "Mhmm",
                "Mhm.",
                "Hmm.",
                "OK.",
                "Okay, ok.",
                "Uh-huh.",
                "Yeah.",
                "Yep.",
                "Oh, I see.",
                "Right.")) {
            assertTrue(cues.isBackchannel(written), written);
        }
        for (String written : List.of("Okay, turn on the lights.", "I see a cat", "Stop.", "No.", "Oh no.")) {
            assertFalse(cues.isBackchannel(written), written);
        }
    }

    @Test
    void aDecoyIsNeverAPhrase() {
        Phrases phrases = HousePhrases.of(HousePhrases.TOOLS, NAMES, CUES);
        Set<String> both = new HashSet<>(phrases.decoys());
        both.retainAll(phrases.sentences());
        assertEquals(Set.of(), both);
    }
}
