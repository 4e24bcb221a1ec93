package dev.parley.session.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.session.settings.Settings;
import dev.parley.session.turn.InterruptPolicy.Agent;
import dev.parley.session.turn.InterruptPolicy.Consequence;
import org.junit.jupiter.api.Test;

/** Every combination of what the policy can see. */
class InterruptPolicyTest {
    private static InterruptPolicy policy(int minWords, long falseInterruptionMs) {
        Settings.Hearing usual = Settings.DEFAULTS.hearing();
        return new InterruptPolicy(Settings.DEFAULTS.with(new Settings.Hearing(
                usual.vadSilenceMs(), usual.endpointingMs(), usual.interruptAfterMs(), minWords, falseInterruptionMs)));
    }

    @Test
    void protectedSpeechIsEndedByNothingThatPeopleSayOrType() {
        for (int words = 0; words < 3; words++) {
            for (long window : new long[] {0, 2000}) {
                InterruptPolicy policy = policy(words, window);
                assertEquals(Consequence.NONE, policy.voiceLasted(Agent.PROTECTED, true), "A14");
                assertEquals(Consequence.NONE, policy.voiceLasted(Agent.PROTECTED, false), "A14");
                assertEquals(Consequence.NONE, policy.wordsArrived(Agent.PROTECTED, 9, false), "A14");
                assertEquals(Consequence.NONE, policy.typed(Agent.PROTECTED), "A14");
            }
        }
    }

    @Test
    void noiseNeverAborts() {
        for (Agent agent : Agent.values()) {
            for (long window : new long[] {0, 2000}) {
                Consequence consequence = policy(0, window).voiceLasted(agent, false);
                boolean pauses = agent == Agent.SPEAKING && window > 0;
                assertEquals(pauses ? Consequence.PAUSE : Consequence.NONE, consequence);
            }
        }
    }

    @Test
    void aVoiceTakesTheFloorAndWaitsForItsWordsWhereThereIsAWindow() {
        assertEquals(Consequence.YIELD, policy(0, 2000).voiceLasted(Agent.SPEAKING, true));
        assertEquals(Consequence.YIELD, policy(0, 2000).voiceLasted(Agent.THINKING, true));
        assertEquals(Consequence.ABORT, policy(0, 0).voiceLasted(Agent.SPEAKING, true));
        assertEquals(Consequence.ABORT, policy(0, 0).voiceLasted(Agent.THINKING, true));
    }

    @Test
    void whereWordsAreCountedAVoiceAloneDoesNothing() {
        assertEquals(Consequence.NONE, policy(1, 2000).voiceLasted(Agent.SPEAKING, true));
        assertEquals(Consequence.NONE, policy(2, 2000).wordsArrived(Agent.SPEAKING, 1, false));
        assertEquals(Consequence.ABORT, policy(2, 2000).wordsArrived(Agent.SPEAKING, 2, false));
        assertEquals(Consequence.ABORT, policy(0, 2000).wordsArrived(Agent.THINKING, 1, false));
    }

    @Test
    void wordsEndATurnThatHasYieldedHoweverFewTheyAre() {
        assertEquals(Consequence.ABORT, policy(0, 2000).wordsArrived(Agent.SPEAKING, 0, true));
    }

    @Test
    void typedTextTakesTheFloorFromWhateverIsNotProtected() {
        assertEquals(Consequence.ABORT, policy(5, 2000).typed(Agent.SPEAKING));
        assertEquals(Consequence.ABORT, policy(5, 2000).typed(Agent.THINKING));
    }
}
