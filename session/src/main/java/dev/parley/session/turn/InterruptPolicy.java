package dev.parley.session.turn;

import dev.parley.session.settings.Settings;

/** Decides what a voice, or words, do to the turn that is open. Pure: what it sees is all it knows. */
public record InterruptPolicy(Settings settings) {

    /** What the agent is doing. */
    public enum Agent {
        /** Nothing of this turn has begun to sound, or what sounded is over. */
        THINKING,
        /** A reply that may be interrupted has begun, paused or not. */
        SPEAKING,
        /** A reply that voices and typed text may not end (ruling A14). */
        PROTECTED
    }

    /** What follows. */
    public enum Consequence {
        /** The agent goes on. */
        NONE,
        /** Playback waits to see whether words come. */
        PAUSE,
        /** The person has the floor, and the turn ends when their words are known. */
        YIELD,
        /** The turn ends now. */
        ABORT
    }

    /** A voice has lasted as long as it takes to interrupt. */
    public Consequence voiceLasted(Agent agent, boolean speech) {
        boolean waits = settings.hearing().falseInterruptionMs() > 0;
        if (agent == Agent.PROTECTED) {
            return Consequence.NONE;
        }
        if (!speech) {
            return agent == Agent.SPEAKING && waits ? Consequence.PAUSE : Consequence.NONE;
        }
        if (settings.hearing().interruptMinWords() > 0) {
            return Consequence.NONE;
        }
        return waits ? Consequence.YIELD : Consequence.ABORT;
    }

    /** A final transcript has arrived, and so many words are in no turn yet. */
    public Consequence wordsArrived(Agent agent, int wordsWaiting, boolean yielded) {
        boolean enough = yielded || wordsWaiting >= settings.wordsToInterrupt();
        return agent != Agent.PROTECTED && enough ? Consequence.ABORT : Consequence.NONE;
    }

    /** Somebody typed. */
    public Consequence typed(Agent agent) {
        return agent == Agent.PROTECTED ? Consequence.NONE : Consequence.ABORT;
    }
}
