package dev.parley.session.settings;

import dev.parley.kernel.tool.ToolRoom.Taint;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.pipeline.spec.Observability.RecordingLevel;

/**
 * How a conversation is held.
 *
 * @param hearing when somebody speaks, has finished, or takes the floor
 * @param bounds after which what does not end by itself is ended
 * @param budget what one turn may use, where it is not unlimited; otherwise the pipeline says
 * @param recording how much of the conversation is kept (ruling D5)
 * @param agency how careful the agent is before it acts
 * @param roster the agents that may have the floor
 * @param deadAir what happens when an open turn is silent for long
 * @param cues words that stop everything, and words that only show that somebody listens
 */
public record Settings(
        Hearing hearing,
        Bounds bounds,
        Preemptive preemptive,
        BudgetSpec budget,
        RecordingLevel recording,
        Agency agency,
        Roster roster,
        DeadAir deadAir,
        Cues cues) {

    public static final Settings DEFAULTS = new Settings(
            new Hearing(500, 500, 500, 0, 2000),
            new Bounds(150, 30_000, 0, 60_000),
            Preemptive.OFF,
            BudgetSpec.unlimited(),
            RecordingLevel.L1,
            Agency.SCRIPTED,
            Roster.ALONE,
            DeadAir.UNNOTICED,
            Cues.NONE);

    /**
     * When somebody speaks, has finished, or takes the floor.
     *
     * @param vadSilenceMs silence after which nobody counts as speaking
     * @param endpointingMs silence after which what was said counts as complete
     * @param interruptAfterMs how long a voice must last to take the floor
     * @param interruptMinWords how many words it takes to take the floor; with 0 the voice alone does
     * @param falseInterruptionMs how long a paused reply waits for words before it goes on; with 0 nothing is paused
     */
    public record Hearing(
            long vadSilenceMs,
            long endpointingMs,
            long interruptAfterMs,
            int interruptMinWords,
            long falseInterruptionMs) {
        /** After so much silence somebody who judges ends of turns is asked, where there is one. */
        public static final long JUDGED_AFTER_MS = 200;

        /** How much longer than silence has to last somebody is waited for who seems to go on. */
        public static final long PATIENCE_MS = 1_500;

        /** The same of somebody who has said a whole sentence for certain. */
        public static final long WHOLE_PATIENCE_MS = 750;

        /** Silence after which somebody has finished as far as silence tells. */
        public long silenceMs() {
            return Math.max(vadSilenceMs, endpointingMs);
        }
    }

    /**
     * After how long something is ended that does not end by itself.
     *
     * @param cancelDeadlineMs after which what ignores a cancel is given up
     * @param approvalTimeoutMs after which an unanswered approval has expired
     * @param reconnectGraceMs how long a turn outlives its connection
     * @param stuckTurnMs after which an open turn that records nothing is ended
     */
    public record Bounds(long cancelDeadlineMs, long approvalTimeoutMs, long reconnectGraceMs, long stuckTurnMs) {}

    /**
     * How careful the agent is before it acts.
     *
     * @param asksAloud whether a question about a call is spoken and answered in words
     * @param verifiesFirst whether an act is checked against the present company before it is decided
     * @param taint for how long an act asks for a yes once something from outside has entered the prompt (ruling E10)
     * @param approverNamed whether a program approves calls in place of people (ruling B15); a command of the house still needs the
     *     yes of who gave it
     */
    public record Agency(boolean asksAloud, boolean verifiesFirst, Taint taint, boolean approverNamed) {
        /** Of a scenario that says nothing else. */
        public static final Agency SCRIPTED = new Agency(false, false, Taint.OFF, false);

        /** Of a conversation with people, in which a language model may answer. */
        public static final Agency LIVE = new Agency(true, false, Taint.LASTING, false);

        public Agency withApprover() {
            return new Agency(asksAloud, verifiesFirst, taint, true);
        }

        /** Of an agent that follows rules and reads no answers of earlier turns. */
        public Agency ofRules() {
            return new Agency(asksAloud, verifiesFirst, taint == Taint.LASTING ? Taint.TURN : taint, approverNamed);
        }
    }

    /**
     * How long an open turn may be silent before it is noticed.
     *
     * @param afterMs 0 for never
     * @param filler what is said then; empty for nothing
     */
    public record DeadAir(long afterMs, String filler) {
        public static final DeadAir UNNOTICED = new DeadAir(0, "");
    }

    /** What is done before a turn opens. */
    public enum Preemptive {
        OFF,
        LLM,
        LLM_AND_TTS
    }

    /**
     * The same for a far end that has its own idea of when somebody has finished and when they interrupt: at once, or never
     * by their voice.
     */
    public Settings listening(long silenceMs, boolean interrupts) {
        return with(new Hearing(silenceMs, silenceMs, 0, interrupts ? 0 : Integer.MAX_VALUE, 0));
    }

    public Settings with(Hearing other) {
        return new Settings(other, bounds, preemptive, budget, recording, agency, roster, deadAir, cues);
    }

    public Settings with(BudgetSpec other) {
        return new Settings(hearing, bounds, preemptive, other, recording, agency, roster, deadAir, cues);
    }

    public Settings with(RecordingLevel other) {
        return new Settings(hearing, bounds, preemptive, budget, other, agency, roster, deadAir, cues);
    }

    public Settings with(Agency other) {
        return new Settings(hearing, bounds, preemptive, budget, recording, other, roster, deadAir, cues);
    }

    public Settings with(Roster other) {
        return new Settings(hearing, bounds, preemptive, budget, recording, agency, other, deadAir, cues);
    }

    public Settings with(DeadAir other) {
        return new Settings(hearing, bounds, preemptive, budget, recording, agency, roster, other, cues);
    }

    public Settings with(Cues other) {
        return new Settings(hearing, bounds, preemptive, budget, recording, agency, roster, deadAir, other);
    }

    /** How many words are enough to interrupt once they have been understood. */
    public int wordsToInterrupt() {
        return Math.max(1, hearing.interruptMinWords());
    }
}
