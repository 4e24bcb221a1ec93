package dev.parley.session.turn;

import dev.parley.kernel.event.ConversationEvents.EndpointingSet;
import dev.parley.kernel.event.ConversationEvents.ReplyHoldSet;
import dev.parley.kernel.event.UserEvents.UserDropped;
import dev.parley.kernel.event.UserEvents.UserQueued;
import dev.parley.kernel.event.UserEvents.UserText;
import dev.parley.session.connect.Connection;
import dev.parley.session.event.Masked;
import dev.parley.session.listen.Said;
import dev.parley.session.record.Recorder;
import java.util.List;

/**
 * What somebody writes: a stop, an answer, words that interrupt, or words for the next turn. Where the writer's client says
 * itself when it wants an answer, words wait for that.
 */
public final class WrittenWords {
    private final Floor floor;
    private final NextTurn next;
    private final Connection connection;
    private final Recorder recorder;

    WrittenWords(Floor floor, NextTurn next, Connection connection, Recorder recorder) {
        this.floor = floor;
        this.next = next;
        this.connection = connection;
        this.recorder = recorder;
    }

    /**
     * Whether a stop is among these words. If so the output falls silent before anything else is recorded (ruling X9), whatever
     * the line is like (ruling S30). Whoever writes is there.
     */
    public boolean hushAt(String text) {
        boolean stops = floor.policy().settings().cues().stops(text);
        if (stops) {
            hush();
        } else {
            connection.written();
        }
        return stops;
    }

    /** A stop is among words that are written: the output falls silent, as {@link #hushAt} says. */
    public void hush() {
        connection.written();
        floor.hush();
    }

    /** A stop is among words that a person has written, which enter later and open no turn. */
    public void stop(String by) {
        floor.stopHeard(by);
    }

    /** @param stops whether a stop is among the words, as {@link #hushAt} said of them */
    public void typed(Masked text, String by, boolean stops) {
        if (!stops && !connection.isReachable()) {
            recorder.write(new UserDropped(by), 0);
            return;
        }
        if (!stops && floor.isAnswer(List.of(next.saidNow(text, by)), recorder.nowMs())) {
            return;
        }
        next.addTyped(text, by);
        OpenTurn turn = floor.open();
        if (stops) {
            floor.stopHeard(by);
        } else if (turn == null) {
            floor.openNext();
        } else if (floor.policy().typed(turn.agent()) == InterruptPolicy.Consequence.ABORT) {
            floor.interrupt(turn, by);
        }
        next.keepTyped();
    }

    private long turn() {
        OpenTurn open = floor.open();
        return open == null ? 0 : open.id;
    }

    /** What somebody says has ended after this silence, and interrupts or does not, from now on: their client wants it so. */
    public void listen(long silenceMs, boolean interrupts) {
        recorder.write(new EndpointingSet(silenceMs, interrupts), turn());
        floor.listen(silenceMs, interrupts);
    }

    /** From now on words wait until an answer is wanted, or are answered by themselves. */
    public void hold(boolean nowHeld) {
        recorder.write(new ReplyHoldSet(nowHeld), turn());
        next.hold(nowHeld, false);
        floor.openNext();
    }

    /** An answer is wanted. Words that were added while somebody is asked something are their answer. */
    public void want() {
        boolean asked = floor.open() != null && floor.isWaitingForPerson();
        List<Said> added = asked ? next.takeAdded() : List.of();
        if (added.isEmpty()) {
            next.hold(true, true);
            floor.openNext();
        } else {
            Masked words = Said.words(added);
            typed(words, Said.speaker(added), hushAt(words.text()));
        }
    }

    /** Somebody wrote something for the next turn. It is recorded now, and again with the turn that it belongs to. */
    public void add(Masked text, String by) {
        UserText words = new UserText(text.text(), by, null, null, null, null);
        boolean reached = connection.isReachable();
        recorder.write(new UserQueued(words, null, reached ? null : true), 0);
        if (reached) {
            next.addQuietly(text, by);
        }
    }

    /** Words that were waited for do not come; an answer that is wanted is given without them. */
    void lost() {
        if (next.isWanted()) {
            floor.openNext();
        }
    }
}
