package dev.parley.session.turn;

import dev.parley.kernel.event.AgentEvents.AgentTookOver;
import dev.parley.kernel.event.AgentEvents.ReplyDelivered;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.Reply;
import dev.parley.session.listen.Said;
import dev.parley.session.port.HouseSays;
import dev.parley.session.port.People;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.supervise.Supervisor;
import dev.parley.session.think.Preemption;
import dev.parley.session.think.Thought;
import dev.parley.session.tool.LeftQuestion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens the next turn for what waits for it, and numbers turns upwards. */
final class TurnOpening {
    private final Floor floor;
    private final TurnAdmission admission;
    private final TurnFactory factory;
    private final NextTurn next;
    private final Preemption preemption;
    private final Recorder recorder;
    private final People people;
    private final SpeechStreams streams;
    private final Supervisor supervisor;
    private final boolean asksAloud;
    private boolean refused;
    /** The words that are being read for the next turn; empty for none. */
    private String reading = "";
    /** The words that were read last. */
    private String read = "";

    TurnOpening(
            Floor floor,
            FloorParts parts,
            TurnAdmission admission,
            TurnFactory factory,
            NextTurn next,
            Preemption preemption) {
        this.floor = floor;
        this.admission = admission;
        this.factory = factory;
        this.next = next;
        this.preemption = preemption;
        this.recorder = parts.recorder();
        this.people = parts.people();
        this.streams = parts.streams();
        this.supervisor = parts.supervisor();
        this.asksAloud = parts.settings().agency().asksAloud();
    }

    /** The number of the turn that was opened last; every number that was used counts where another runtime goes on. */
    long lastTurn() {
        return recorder.state().turns().last();
    }

    /** Replies are numbered on from those that are recorded. */
    void countOn() {
        factory.countOn();
    }

    /**
     * Words come first, then what an agent left unanswered, then questions that were left open, then what an agent says unasked,
     * or is asked to say without words. What no turn may open for waits on, and so do words that are still to be read.
     */
    void openNext() {
        refused = false;
        if (isReading()) {
            return;
        }
        List<Said> said = next.takeWords();
        if (!said.isEmpty()) {
            openFor(said);
            return;
        }
        NextTurn.Unanswered left = next.unanswered();
        if (left != null) {
            openAgain(left);
            return;
        }
        List<LeftQuestion> questions = next.questions();
        if (!questions.isEmpty()) {
            openForQuestions(questions);
            return;
        }
        NextTurn.Unasked unasked = next.unasked(supervisor.isHumanSpeaking());
        if (unasked != null && unasked.asks()) {
            openToAsk(unasked);
        } else if (unasked != null) {
            openUnasked(unasked);
        } else if (next.isWish()) {
            openForWish();
        }
    }

    /**
     * Whether the words for the next turn are being read elsewhere. Each line was read before it entered; what waits together is
     * understood together, and what that takes no conversation waits for. Words are read once: those that came to wait meanwhile
     * make another text.
     */
    boolean isReading() {
        String text = Said.joined(next.ahead());
        if (text.isEmpty() || text.equals(read)) {
            return false;
        }
        if (!text.equals(reading)) {
            reading = people.reads(text) ? text : "";
        }
        return !reading.isEmpty();
    }

    void wordsRead(String text) {
        read = text;
        floor.openNext();
    }

    /** Tries again if no turn was allowed when one was to open last. */
    void openRefused() {
        if (refused) {
            floor.openNext();
        }
    }

    private void openFor(List<Said> said) {
        recorder.because(said.getLast().cause());
        String by = Said.speaker(said);
        String text = Said.joined(said);
        OpenTurn turn = admit(text, by);
        if (turn == null) {
            next.refused(said);
            return;
        }
        reading = "";
        read = "";
        Preemption.Prepared prepared = preemption.adopt(text, by);
        people.takesTurn(by);
        Rune words = next.recordWords(turn.id, said);
        HouseSays house = people.said(Said.words(said), by, Said.from(said), words);
        new Manners(people, streams, recorder, floor.tools().questions()).take(text, by, house.dropped(), turn.loop);
        String late = floor.tools().answers().late(text, by, words.eventId());
        String own = late == null && speaksItself() ? house.instead() : late;
        if (own != null) {
            preemption.drop(prepared);
        }
        if (own != null && late == null && house.asks()) {
            ask(turn, own);
        } else if (own != null) {
            turn.loop.tellOnly(own);
        } else {
            turn.loop.begin(prepared == null ? null : prepared.thought(), prepared == null ? null : prepared.voice());
        }
    }

    /** The house asks, in its own words. */
    private void ask(OpenTurn turn, String question) {
        turn.loop.askOnly(question, reply -> people.asks().put(question, reply, asksAloud));
    }

    /** Whether the house says by itself what it has to say, in place of an agent. */
    private boolean speaksItself() {
        return asksAloud && streams.hasSpeaker() && !supervisor.isHumanSpeaking();
    }

    /** The same calls are wished for again, for the person whose they were, and each is asked about in the time it has left. */
    private void openForQuestions(List<LeftQuestion> questions) {
        OpenTurn turn = admit("", questions.getFirst().by());
        if (turn != null) {
            people.asks().interposed();
            next.begun(questions);
            List<Reply.ToolRequest> calls =
                    questions.stream().map(LeftQuestion::wish).toList();
            turn.loop.begin(Thought.known(new Reply("", 0, true, calls, 0)), null);
        }
    }

    private void openToAsk(NextTurn.Unasked unasked) {
        OpenTurn turn = admit("", "");
        if (turn == null) {
            return;
        }
        next.begun(unasked);
        if (streams.hasSpeaker()) {
            ask(turn, unasked.reply().says());
        } else {
            turn.loop.begin(null, null);
        }
    }

    /** A reply that an earlier host left is said once. */
    private void openUnasked(NextTurn.Unasked unasked) {
        recorder.because(unasked.reply().words());
        recorder.because(unasked.of());
        OpenTurn turn = admit("", "");
        if (turn == null) {
            return;
        }
        next.begun(unasked);
        if (!unasked.reply().equals(BargeIn.ASK_AGAIN)) {
            people.asks().interposed();
        }
        if (unasked.of() > 0) {
            recorder.write(new ReplyDelivered(unasked.of()), turn.id);
        }
        turn.loop.begin(Thought.known(unasked.reply()), null);
    }

    private void openForWish() {
        OpenTurn turn = admit("", "");
        if (turn != null) {
            people.asks().interposed();
            next.granted();
            turn.loop.begin(null, null);
        }
    }

    /** Words that are recorded already, and that the agent they were said to has left unanswered. */
    private void openAgain(NextTurn.Unanswered left) {
        OpenTurn turn = admit(left.text(), left.by());
        if (turn != null) {
            next.begun(left);
            recorder.write(new AgentTookOver(turn.agent, left.turn()), turn.id);
            turn.loop.begin(null, null);
        }
    }

    private @Nullable OpenTurn admit(String text, String by) {
        long id = lastTurn() + 1;
        recorder.answering(id, streams.speaker());
        if (!admission.opens(id)) {
            refused = true;
            return null;
        }
        floor.tools().questions().turnOpens();
        OpenTurn turn = factory.build(
                id,
                text,
                by,
                !floor.connection().isConnected(),
                () -> floor.settle(id),
                reason -> floor.failed(id, reason));
        floor.opened(turn);
        return turn;
    }
}
