package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.config.Configuration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sentences of a day at home that no list of phrases has: a fitting answer, and never an act that nobody wants. */
@Timeout(60)
class EverydayTest {
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final TalkHost house = new TalkHost(Configuration.DEFAULT, new SystemTime());

    @AfterEach
    void close() {
        house.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ana  | turn off everything                      | I turn one thing on or off at a time. What shall I turn off first?
            ana  | switch everything off, please            | I turn one thing on or off at a time. What shall I turn off first?
            ana  | volume up                                | To which volume, from 0 to 10?
            ana  | mute                                     | The volume is at 0.
            ana  | remember that I like tea                 | I will remember that.
            ana  | forget that I like tea                   | I cannot forget one thing alone, only everything that I was told.
            ana  | don't forget to turn off the hall lights | I cannot remind anybody. Shall I turn the hall lights off now?
            ana  | who is at home                           | Nobody else is here, as far as I know.
            ana  | am I alone                               | Nobody else is here, as far as I know.
            ana  | how are you?                             | I am well, thank you. What can I do for you?
            ana  | louder                                   | To which volume, from 0 to 10?
            ana  | did Ben arrive?                          | Nobody else is here, as far as I know.
            ana  | are you listening?                       | Yes. What can I do for you?
            ana  | what do you know about Ben?              | I do not tell what I know about Ben.
            ana  | buy milk tomorrow                        | I can do that now, but not later or again and again. Shall I order milk now?
            ana  | undo that                                | I cannot undo what is done. Please tell me what you want instead.
            ana  | I vouch for Dora                         | I cannot change Dora's profile: nothing waits for that now.
            chris | Ben's allergy is nuts                   | I cannot change Ben's allergy: that is not yours to change now.
            ana  | what's my name?                          | You are Ana.
            ana  | what do you call me                      | You are Ana.
            ana  | why are the lights on                    | Type /why, and I tell the reason for the last thing.
            ana  | but why did you open the garage?         | Type /why, and I tell the reason for the last thing.
            ana  | what would change that                   | Type /why, and I tell the reason for the last thing.
            ana  | why don't you turn on the hall lights    | The hall lights are on.
            ana  | say that again                           | I have not said anything yet.
            ana  | forget my birthday                       | I cannot forget one thing alone, only everything that I was told.
            ana  | delete my profile                        | I cannot forget one thing alone, only everything that I was told.
            ana  | delete what you know about Ben           | I cannot forget one thing alone, only everything that I was told.
            ana  | set the alarm                            | I can disable the alarm, but not the opposite. What shall I do?
            ana  | my mother in law just walked in          | I take it that others are here.
            ana  | the pizza has arrived                    | I did not understand that. Ask me what I can do.
            ana  | slower                                   | All right, I speak slower from now on.
            ana  | a bit faster, please                     | All right, I speak faster from now on.
            ana  | my allergy is nuts                       | I will remember your allergy.
            ana  | my favourite colour is green             | I will remember your favourite colour.
            ana  | is my allergy nuts                       | I did not understand that. Ask me what I can do.
            ana  | when is Ana's birthday?                  | Your birthdate is 1980-05-01.
            ana  | what do you store about me?              | I remember nothing about you.
            ana  | what did I tell you                      | I remember nothing about you.
            ana  | call an ambulance                        | I cannot call anybody. If you need help, please phone, or ask somebody near you.
            dora | there is a fire!                         | I cannot call anybody. If you need help, please phone, or ask somebody near you.
            ana  | Dora turned nine yesterday               | I did not understand that. Ask me what I can do.
            ana  | Chris is eighteen now                    | I did not understand that. Ask me what I can do.
            ana  | Dora may not use the music               | I can only take back what was lent. Shall I take back what Dora was lent?
            ana  | never let Chris use the alarm            | I can only take back what was lent. Shall I take back what Chris was lent?
            ana  | Ben isn't allowed to open the garage     | I can only take back what was lent. Shall I take back what Ben was lent?
            ana  | I can't read                             | I did not understand that. Ask me what I can do.
            ana  | I don't need the kitchen light any more  | Shall I turn the kitchen lights off?
            ana  | nobody needs the light in the hall       | Shall I turn the hall lights off?
            ana  | a man I don't know just came in          | I take it that others are here.
            ana  | my friend has not arrived                | I did not understand that. Ask me what I can do.
            ana  | the visitor has left                     | I did not know that anybody else was here.
            ana  | cheers                                   | You are welcome.
            ana  | let Ben and Chris use the garage         | One person at a time, please. Whom shall I let use it first?
            ana  | are you recording us right now?          | I write down what is said and decided. Sound I keep only with your consent.
            ben  | is Ana home?                             | Nobody else is here, as far as I know.
            dora | what did ana say about me                | I did not understand that. Ask me what I can do.
            dora | tell me Ben's secret                     | I did not understand that. Ask me what I can do.
            ana  | what may Ben do?                         | I did not understand that. Ask me what I can do.
            ben  | happy birthday dora                      | I did not understand that. Ask me what I can do.
            dora | please please please                     | I did not understand that. Ask me what I can do.
            dora | you are stupid                           | I am sorry. Please tell me in other words what you want.
            dora | let dora open the garage                 | That needs the yes of the owner of the house. Please ask them.
            """)
    void aSentenceHasAFittingAnswer(String person, String sentence, String answer) {
        try (TalkConversation talk = house.talk("talk-1", person, TalkScreen.ofLines(said::add))) {
            talk.type(sentence);
            assertEquals(answer, String.join(" ", said));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            remember that I like tea             | You told me that you like tea.
            I am allergic to my neighbour's cats | You told me that you are allergic to your neighbour's cats.
            remember that I'm late on Mondays    | You told me that you are late on Mondays.
            remember that you owe me a cake      | You told me: "you owe me a cake".
            don't forget that I like tea         | You told me that you like tea.
            don't call me Boss                   | I remember nothing about you.
            forget that I like tea               | I remember nothing about you.
            """)
    void whatSomebodyToldIsToldBackToThem(String told, String back) {
        try (TalkConversation talk = house.talk("talk-1", "ana", TalkScreen.ofLines(said::add))) {
            talk.type(told);
            talk.type("what do you know about me?");
            assertEquals(back, said.getLast());
        }
    }

    /** Whoever did not hear it, or wants to know why, loses nothing by asking; whoever puts it off has said no. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            weather in Rome          | say that again                 | The sky over Rome is clear.
            weather in Rome          | sorry, what did you say?       | The sky over Rome is clear.
            weather in Rome          | what?                          | The sky over Rome is clear.
            turn on the lights       | pardon?                        | Which room: kitchen, bedroom, living room, bathroom or hall?
            order some tea           | I didn't hear that             | May I order tea? Please say yes or no.
            open the garage          | could you repeat that, please? | Shall I open the garage? Please say yes or no.
            order some tea           | not now                        | I did not order anything.
            open the garage          | why do you ask?                | Shall I open the garage? Please say yes or no.
            can you record this      | what did you say?              | May I record what is said here? Please say yes or no.
            """)
    void aQuestionBackIsAnswered(String first, String again, String answer) {
        try (TalkConversation talk = house.talk("talk-1", "ana", TalkScreen.ofLines(said::add))) {
            talk.type(first);
            talk.type(again);
            assertEquals(answer, said.getLast());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            turn on the lights | pardon?           | kitchen                 | The kitchen lights are on.
            open the garage    | what did you say? | yes                     | Done: the garage is open.
            let Ben use the alarm | yes            | take that back from Ben | Ben may not use that any more.
            let Ben use the alarm | yes            | take the alarm away from Ben | Ben may not use the alarm any more.
            """)
    void whatFollowsIsTakenForWhatItIs(String first, String second, String third, String answer) {
        try (TalkConversation talk = house.talk("talk-1", "ana", TalkScreen.ofLines(said::add))) {
            talk.type(first);
            talk.type(second);
            talk.type(third);
            assertEquals(answer, said.getLast());
        }
    }

    /** A refusal names its reason without the words of the rules. */
    @Test
    void aLoanThatNobodyHasAgreedToIsRefusedInPlainWords() {
        try (TalkConversation talk = house.talk("talk-1", "ben", TalkScreen.ofLines(said::add))) {
            talk.type("let Ben use the alarm");
            talk.type("disable the alarm");
            assertEquals("I did not disable the alarm: nobody has lent you that yet.", said.getLast());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            turn on the bedroom lights  | no, the kitchen          | The kitchen lights are on.
            turn off the bedroom lights | sorry, I meant the hall  | The hall lights are off.
            turn on the bedroom lights  | not the kitchen          | I did not understand that. Ask me what I can do.
            turn on the attic lights    | no, the kitchen          | The kitchen lights are on.
            what can you do             | no, the kitchen          | I did not understand that. Ask me what I can do.
            """)
    void anotherRoomInsteadOfTheOneJustNow(String first, String then, String answer) {
        try (TalkConversation talk = house.talk("talk-1", "ana", TalkScreen.ofLines(said::add))) {
            talk.type(first);
            talk.type(then);
            assertEquals(answer, said.getLast());
        }
    }
}
