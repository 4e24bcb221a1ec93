package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.config.Configuration;
import dev.parley.kernel.json.Json;
import dev.parley.session.people.Understanding.Act;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only a whole sentence of the list consents to a recording; whatever refuses, doubts, reports or asks does not. */
@Timeout(120)
class ConsentWordsTest {
    private static final String ASKED = "May I record what is said here? Please say yes or no.";

    private static final List<String> REFUSALS = List.of(
            "no problem, but do not record this",
            "I do not mind you, but I refuse to be recorded",
            "Okay, delete the recording",
            "okay, but you may not record me",
            "fine, just stop recording",
            "yes, stop the recording",
            "you can forget about recording us",
            "I'm happy when you do not record me",
            "I am fine without a recording",
            "all right, no more recordings please",
            "you may listen, but do not record this",
            "go ahead, but without recording me",
            "I agree that recording is forbidden here",
            "I am glad that nobody is recording me",
            "I allow no recording",
            "I consent to nothing, so do not record me",
            "I don\u2019t agree to be recorded",
            "I won't accept that you record me",
            "You can't record me, okay?",
            "don't record this, ok?",
            "okay, never record me again",
            "I permit neither recording nor photographs",
            "yes, I object to being recorded",
            "I would be happy to see the recording deleted",
            "alright, erase the recording",
            "okay, wipe the recordings",
            "you may delete my recording",
            "you can throw away the recording",
            "I agree, enough recording",
            "you could stop recording me",
            "will you please stop recording me?",
            "I am comfortable now that you no longer record me",
            "good, the recording is over",
            "why not stop the recording",
            "no objection to you, but I hate recordings",
            "it is okay that you do not keep what I say",
            "you are welcome to stop recording",
            "feel free to end the recording",
            "permission to record us is withdrawn, ok",
            "I accept everything except that nobody may record this",
            "please record nothing",
            "I decline the recording, thanks, all right",
            "I take back my consent",
            "I revoke the consent I gave you",
            "please revoke my consent",
            "yes I changed my mind about the recording",
            "I approve of you not recording this");

    private static final List<String> DOUBTS = List.of(
            "I doubt that you can record me",
            "Few people agree to recordings",
            "I don't mind being recorded",
            "you may record this\uFF1F",
            "you may record this?",
            "you may record this\u061F",
            "you may record this; ok",
            "you may record this...",
            "you may record this. . .",
            "you may record this \uD83D\uDE45",
            "you may reco\u0433d this recording",
            "perhaps you may record this",
            "maybe you can record me",
            "you can record me",
            "my lawyer agrees to recordings",
            "the others are happy to be recorded",
            "Ben is fine with recording",
            "everybody else agreed to be recorded",
            "the recording is okay",
            "I am happy with the recording",
            "you may hardly record this",
            "you may only record this",
            "you may record this but only me",
            "you may record this later",
            "I might agree to the recording",
            "I should agree to the recording",
            "I would be happy to be recorded by a friend",
            "few would allow you to record this",
            "okay, recording",
            "yes or perhaps to the recording",
            "sure you may record this",
            "oh, you may record this",
            "do not stop recording",
            "I have no objection to being recorded",
            "the law allows recordings",
            "it is possible to consent to recordings");

    private static final List<String> OTHERS = List.of(
            "Ben said you may record this",
            "she told me that I consent to the recording",
            "\u201Cyou may record this\u201D is what he wrote",
            "you may record this if Ben agrees",
            "it is okay if you do not keep what I say",
            "unless I object you may record this",
            "\u201EYou may record this\u201C",
            "\"I agree to be recorded\"",
            "are you recording me",
            "did Ben agree to be recorded",
            "is it okay to record this",
            "who said that you may record us",
            "what if you may record me",
            "may I agree to the recording",
            "I agree to disagree",
            "I agree to nothing");

    private static final List<String> CONSENTS = List.of(
            "you may record this",
            "You may record this.",
            "Yes, you may record us!",
            "you may record this \uD83D\uDC4D",
            "feel free to record us",
            "you have my permission to record",
            "recording is fine with me",
            "I allow you to record me",
            "go ahead and record this talk",
            "it is okay to record what I say",
            "I give my consent to the recording",
            "you may remember my voice",
            "I agree that you keep my voice",
            "I consent to being recorded",
            "It's fine with me if you store what I say",
            "It\u2019s fine with me if you store what I say",
            "you are allowed to remember what I tell you",
            "I agree to the recording",
            "I'm happy to be recorded");

    private static List<String> actions(String sentence) {
        return ConsentWords.acts(sentence).stream().map(Act::action).toList();
    }

    private static List<String> not(List<String> sentences, List<String> expected) {
        return sentences.stream()
                .filter(each -> !expected.equals(actions(each)))
                .map(each -> each + " -> " + actions(each))
                .toList();
    }

    @Test
    void everyWholeSentenceOfTheListConsents() {
        assertEquals(List.of(), not(CONSENTS, List.of("consent_request", "explicit_grant")));
        assertEquals(List.of("consent_request", "explicit_grant"), actions("I consent to sharing"));
    }

    @Test
    void everyRefusalIsOneWhateverElseIsSaid() {
        assertEquals(
                List.of(),
                REFUSALS.stream()
                        .filter(each -> !actions(each).equals(List.of("revoke"))
                                && !actions(each).equals(List.of("explicit_denial")))
                        .map(each -> each + " -> " + actions(each))
                        .toList());
    }

    @Test
    void everyDoubtAboutARecordingIsAsked() {
        assertEquals(List.of(), not(DOUBTS, List.of("consent_request")));
    }

    @Test
    void whatOthersSayAndWhatIsAskedIsNothing() {
        assertEquals(List.of(), not(OTHERS, List.of()));
    }

    @Test
    void noneOfThemIsTakenForAConsentInAConversation() {
        List<String> all =
                Stream.of(REFUSALS, DOUBTS, OTHERS).flatMap(List::stream).toList();
        assertTrue(all.size() >= 90, all.size() + " sentences");
        List<String> granted = new ArrayList<>();
        try (TalkHost house = new TalkHost(Configuration.DEFAULT, new SystemTime());
                TalkConversation talk = house.talk("talk-1", "ana", TalkScreen.ofLines(_ -> {}))) {
            long before = 0;
            for (String each : all) {
                talk.type(each);
                long now = talk.recorded().runes().stream()
                        .filter(rune -> "explicit_grant".equals(rune.payload().text("action")))
                        .count();
                if (now != before) {
                    granted.add(each);
                }
                before = now;
                talk.type("no");
            }
        }
        assertEquals(List.of(), granted);
    }

    @Test
    void aRefusalEndsARecordingThatWasAllowed() {
        List<String> said = new CopyOnWriteArrayList<>();
        try (TalkHost house = new TalkHost(Configuration.DEFAULT, new SystemTime());
                TalkConversation talk = house.talk("talk-1", "ana", TalkScreen.ofLines(said::add))) {
            List.of("you may record this", "no problem, but do not record this", "I doubt that you can record me")
                    .forEach(talk::type);
            assertEquals(
                    List.of(
                            "Thank you. I may record what is said here until you take that back, or we part.",
                            "All right, I do not record what is said here any more.",
                            ASKED),
                    said);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nobody else is here?",
                "we are alone?",
                "We are alone\uFF1F",
                "we are alone\u061F",
                "everybody has left\u037E",
                "are we alone?",
                "I am alone, right?",
                "Nobody else is here? Fine",
                "nobody else is here? hello",
                "is it only me here?",
                "there is nobody here but me?",
                "the visitor left\uFF1F"
            })
    void aQuestionIsNoStatementThatThePersonIsAlone(String question) {
        try (TalkHost house = new TalkHost(Configuration.DEFAULT, new SystemTime());
                TalkConversation talk = house.talk("talk-1", "ana", TalkScreen.ofLines(_ -> {}))) {
            talk.type("someone arrived");
            talk.type(question);
            assertEquals(
                    List.of("someone arrived"),
                    talk.recorded().runes().stream()
                            .filter(rune -> List.of("explicit_statement", "participant_left")
                                    .contains(String.valueOf(rune.payload().text("action"))))
                            .map(rune -> String.valueOf(
                                    rune.payload().get("parameters") instanceof Json.Obj given
                                            ? given.text("statement")
                                            : ""))
                            .toList());
        }
    }
}
