package dev.parley.session.turn;

import dev.parley.kernel.event.ControlEvents.BargedIn;
import dev.parley.session.event.Reply;
import dev.parley.session.listen.Hearing;
import dev.parley.session.listen.Said;
import dev.parley.session.listen.Segment;
import dev.parley.session.port.People;
import dev.parley.session.record.Recorder;
import dev.parley.session.think.Preemption;
import java.util.List;

/**
 * What a person's voice does to the open turn: the agent pauses, gives up the floor until the words are known, or stops.
 * After a false interruption it goes on.
 */
final class BargeIn implements Hearing {
    static final Reply ASK_AGAIN =
            new Reply("Sorry, I did not understand that. Can you say it in other words?", 0, true, List.of(), 0);

    /** A sound this short that is no words for certain is a cough, or somebody who shows that they listen, more often than a wish. */
    private static final long BRIEF_MS = 700;

    /** Whoever makes another one so soon wants something: words over a loud answer come in pieces, and a stop is said again. */
    private static final long SOON_MS = 1_000;

    private final Floor floor;
    private final Recorder recorder;
    private final Preemption preemption;
    /** When the last sound ended that was passed over. */
    private long passedOverUntilMs = -SOON_MS - 1;

    private final People people;

    BargeIn(Floor floor, Recorder recorder, Preemption preemption, People people) {
        this.people = people;
        this.floor = floor;
        this.recorder = recorder;
        this.preemption = preemption;
    }

    @Override
    public void voiceLasted(Segment segment) {
        OpenTurn turn = floor.open();
        if (turn == null || turn.isYielded()) {
            return;
        }
        boolean awaited = floor.tools().questions().isAwaited(turn.id)
                && turn.speech.lines().isIdle();
        switch (awaited
                ? InterruptPolicy.Consequence.NONE
                : floor.policy().voiceLasted(turn.agent(), segment.isSpeech())) {
            case NONE -> {}
            case PAUSE -> turn.speech.pause(segment);
            case YIELD -> yieldTo(turn, segment);
            case ABORT -> floor.interrupt(turn, segment.by());
        }
    }

    private void yieldTo(OpenTurn turn, Segment segment) {
        turn.speech.hush();
        recorder.write(new BargedIn(null), turn.id);
        turn.yieldTo(segment);
        floor.tools().yielded(turn.id);
    }

    @Override
    public void voiceStopped(Segment segment) {
        OpenTurn turn = floor.open();
        if (turn != null) {
            turn.speech.voiceStopped(segment, segment.endedAtMs());
        }
    }

    @Override
    public void wordsArrived(Segment segment) {
        OpenTurn turn = floor.open();
        if (turn == null) {
            return;
        }
        if (answersQuestion(turn, segment)) {
            return;
        }
        switch (floor.policy().wordsArrived(turn.agent(), floor.ear().wordsWaiting(), turn.isYielded())) {
            case ABORT -> floor.interrupt(turn, segment.by());
            case NONE, PAUSE, YIELD -> turn.speech.goOn();
        }
    }

    /** Spoken words that answer the open question are taken out of those that wait for a turn. */
    private boolean answersQuestion(OpenTurn turn, Segment segment) {
        List<Said> waiting = floor.ear().waiting();
        long fromMs = waiting.stream().mapToLong(Said::fromMs).reduce(segment.beganAtMs(), Math::min);
        if (!floor.isAnswer(waiting, fromMs)) {
            return false;
        }
        floor.ear().take();
        Segment yieldedTo = turn.yieldedTo();
        if (turn == floor.open() && yieldedTo != null) {
            goOn(turn, yieldedTo);
        } else {
            turn.speech.goOn();
        }
        return true;
    }

    @Override
    public void hush() {
        floor.hush();
    }

    @Override
    public void stopHeard(Segment segment) {
        floor.stopHeard(segment.by());
    }

    @Override
    public void keepUnanswered(Said said) {
        floor.waiting().recordWords(0, List.of(said));
    }

    @Override
    public boolean answers(String text, String by) {
        OpenTurn turn = floor.open();
        if (turn == null) {
            return floor.tools().questions().isAgentAsking() || people.asks().isAwaited();
        }
        List<Said> waiting = floor.ear().waiting();
        String all = waiting.isEmpty() ? text : Said.joined(waiting) + " " + text;
        return floor.tools().questions().isAnswer(turn.id, all);
    }

    @Override
    public void backchannelHeard(Segment segment) {
        OpenTurn turn = floor.open();
        if (turn == null) {
            return;
        }
        if (turn.yieldedTo() == segment && turn.isGivenUp()) {
            floor.interrupt(turn, segment.by());
            return;
        }
        turn.speech.goOnAfter(segment);
        if (turn.yieldedTo() == segment) {
            keepFloor(turn);
        }
    }

    @Override
    public void wordsLost(Segment segment) {
        OpenTurn turn = floor.open();
        if (turn == null) {
            floor.written().lost();
        }
        if (turn != null && !turn.isYielded()) {
            turn.speech.goOn();
        }
        if (turn == null || turn.yieldedTo() != segment) {
            return;
        }
        if (turn.isGivenUp()) {
            floor.interrupt(turn, segment.by());
            return;
        }
        goOn(turn, segment);
    }

    @Override
    public boolean isAnswering() {
        return floor.open() != null;
    }

    /**
     * Asked once for every sentence; a question that is open stays open, and is not answered by what nobody understood. A brief sound
     * ends no answer: whoever meant something by it hears that the agent goes on, and says it again, which does.
     */
    @Override
    public void notUnderstood(Segment segment) {
        OpenTurn turn = floor.open();
        if (turn != null && floor.tools().questions().isOpen(turn.id)) {
            wordsLost(segment);
            return;
        }
        boolean isAlone = segment.beganAtMs() - passedOverUntilMs > SOON_MS;
        if (turn != null && !turn.isGivenUp() && isAlone && segment.isAtMost(BRIEF_MS)) {
            passedOverUntilMs = segment.endedAtMs();
            backchannelHeard(segment);
            return;
        }
        if (turn != null
                && floor.policy().wordsArrived(turn.agent(), Integer.MAX_VALUE, turn.isYielded())
                        != InterruptPolicy.Consequence.ABORT) {
            turn.speech.goOn();
            return;
        }
        if (turn != null) {
            floor.interrupt(turn, segment.by());
        }
        if (!floor.handovers().isTakenOver()) {
            floor.speakUnasked(ASK_AGAIN);
        }
    }

    /** The interruption was false: the agent keeps the floor. */
    private void goOn(OpenTurn turn, Segment segment) {
        turn.speech.voiceStopped(segment, recorder.nowMs());
        keepFloor(turn);
    }

    private void keepFloor(OpenTurn turn) {
        turn.takeBack();
        floor.approvalsChanged(turn.id);
        floor.resume(turn);
        turn.loop.thaw();
        floor.tools().goOn();
    }

    @Override
    public void wordsChanged() {
        preemption.abandon();
    }

    @Override
    public void wordsKnown() {
        preemption.begin(
                Said.joined(floor.ear().waiting()), Said.speaker(floor.ear().waiting()));
    }

    @Override
    public void personFinished() {
        floor.openNext();
    }
}
