package dev.parley.session.turn;

import dev.parley.session.listen.Segment;
import dev.parley.session.speak.Speech;
import dev.parley.session.think.ReplyLoop;
import dev.parley.session.time.BudgetWatch;
import org.jspecify.annotations.Nullable;

/** The turn that is open. Dropping it drops everything that belonged to it alone. */
final class OpenTurn {
    final long id;
    /** The words that it answers, and whose they are. */
    final String text;

    final String by;
    /** The agent that answers; empty if nobody has the floor. */
    final String agent;

    private final BudgetWatch budget;
    private final BudgetWatch path;
    final Speech speech;
    final ReplyLoop loop;
    /** Who has taken the floor without their words being known yet, and whether the agent was speaking. */
    @Nullable
    Yielded yielded;

    /** The person speaks; the turn waits for their words. */
    record Yielded(Segment to, boolean whileSpeaking) {}

    OpenTurn(
            long id,
            String text,
            String by,
            String agent,
            BudgetWatch budget,
            BudgetWatch path,
            Speech speech,
            ReplyLoop loop) {
        this.id = id;
        this.text = text;
        this.by = by;
        this.agent = agent;
        this.budget = budget;
        this.path = path;
        this.speech = speech;
        this.loop = loop;
    }

    /** The time of the turn runs. */
    void run() {
        budget.run();
        path.run();
    }

    /** It stands still, because somebody else is waited for. */
    void hold() {
        budget.hold();
        path.hold();
    }

    /** No more of it is counted. */
    void stop() {
        budget.stop();
        path.stop();
    }

    /** All that is said in the turn is made; its first word may still be on its way. */
    void isMade() {
        budget.stop();
    }

    /** Whether somebody took the floor before anything of it was heard: it never speaks, and nothing in it can be answered. */
    boolean isGivenUp() {
        return yielded != null && !yielded.whileSpeaking();
    }

    InterruptPolicy.Agent agent() {
        if (speech.lines().isProtected()) {
            return InterruptPolicy.Agent.PROTECTED;
        }
        return speech.lines().hasBegun() ? InterruptPolicy.Agent.SPEAKING : InterruptPolicy.Agent.THINKING;
    }

    /** Whether the agent has the floor and nothing of it is heard. */
    boolean isSilent() {
        return !state().equals("listening") && !speech.lines().isHeard();
    }

    String state() {
        if (yielded != null || speech.lines().isPaused()) {
            return "listening";
        }
        return isSpeaking() ? "speaking" : "thinking";
    }

    boolean isSpeaking() {
        return speech.lines().isSpeaking();
    }
}
