package dev.parley.agent.turn;

import dev.parley.agent.record.Recorder;
import dev.parley.agent.record.ViolationRune;
import dev.parley.kernel.Invariant;
import dev.parley.kernel.Violation;
import java.util.List;

/**
 * The turns of a session, which opens, ends and records them. Nothing is decided here a second time: what an agent borrows
 * is held to the order of turns and to one at a time, and whatever breaks that is recorded.
 */
public final class LentTurns implements Turns {
    private static final List<Invariant<TurnFact>> INVARIANTS =
            List.of(TurnInvariants.SEQUENTIAL, TurnInvariants.ORDER);

    private final String conversation;
    private final Recorder recorder;
    private long lent;
    private long last;

    public LentTurns(String conversation, Recorder recorder) {
        this.conversation = conversation;
        this.recorder = recorder;
    }

    @Override
    public synchronized TurnStart start(String agent) {
        return start(agent, last + 1);
    }

    @Override
    public synchronized TurnStart start(String agent, long turn) {
        TurnFact fact = new TurnFact.Starting(agent, turn, lent, last);
        for (Invariant<TurnFact> invariant : INVARIANTS) {
            String reason = invariant.check().failure(fact);
            if (reason != null) {
                Violation violation = new Violation(invariant.id(), invariant.level(), reason);
                recorder.append(List.of(
                        ViolationRune.of(conversation, violation).withTurn(turn).withAgent(agent)));
                return new TurnStart.Refused(invariant.id(), reason);
            }
        }
        lent = turn;
        last = turn;
        return new TurnStart.Started(turn);
    }

    @Override
    public synchronized boolean complete(long turn, String reason) {
        return giveBack(turn);
    }

    @Override
    public synchronized boolean interrupt(long turn, String reason) {
        return giveBack(turn);
    }

    @Override
    public synchronized boolean fail(long turn, String reason) {
        return giveBack(turn);
    }

    private boolean giveBack(long turn) {
        boolean held = lent == turn;
        lent = held ? 0 : lent;
        return held;
    }

    /** The session sees for itself whether a turn is alive, what was said in it, and what a lost process left. */
    @Override
    public void alive(long turn) {}

    @Override
    public void userSaid(long turn, String agent, String by, String text) {}

    @Override
    public void assistantSaid(long turn, String agent, String text) {}

    @Override
    public void recover() {}
}
