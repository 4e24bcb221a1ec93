package dev.parley.session.turn;

import dev.parley.session.listen.Segment;
import dev.parley.session.speak.Cut;
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
    private Hold hold = new Hold.Agents();

    /** Who has the floor while the turn is open. */
    private sealed interface Hold {
        record Agents() implements Hold {}

        /** Somebody took it while the agent spoke, and their words are not known yet. If there are none, the agent goes on. */
        record Lent(Segment to) implements Hold {}

        /** Somebody took it before anything was heard: the turn never speaks, and nothing in it can be answered. */
        record GivenUp(Segment to) implements Hold {}
    }

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

    /** Somebody takes the floor: what is being said pauses, and what nobody has heard of yet is never said. */
    void yieldTo(Segment segment) {
        boolean speaking = speech.lines().hasBegun();
        loop.freeze();
        if (speaking) {
            hold = new Hold.Lent(segment);
            hold();
            speech.pause(segment);
            speech.suspend();
        } else {
            hold = new Hold.GivenUp(segment);
            stop();
            loop.cancel();
            speech.cut(Cut.of("interrupted", segment.by()));
        }
    }

    /** The interruption was false, and the floor is the agent's again. */
    void takeBack() {
        hold = new Hold.Agents();
    }

    /** Whether somebody has taken the floor without their words being known yet. */
    boolean isYielded() {
        return yieldedTo() != null;
    }

    /** Whose voice has the floor, or null while it is the agent's. */
    @Nullable
    Segment yieldedTo() {
        return switch (hold) {
            case Hold.Agents _ -> null;
            case Hold.Lent(Segment to) -> to;
            case Hold.GivenUp(Segment to) -> to;
        };
    }

    /** Whether it never speaks any more. */
    boolean isGivenUp() {
        return hold instanceof Hold.GivenUp;
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
        if (isYielded() || speech.lines().isPaused()) {
            return "listening";
        }
        return isSpeaking() ? "speaking" : "thinking";
    }

    boolean isSpeaking() {
        return speech.lines().isSpeaking();
    }
}
