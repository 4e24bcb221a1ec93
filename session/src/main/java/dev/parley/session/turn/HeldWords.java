package dev.parley.session.turn;

import dev.parley.kernel.json.Json;
import dev.parley.session.connect.Connection;
import dev.parley.session.listen.Ear.Said;
import dev.parley.session.record.Recorder;
import java.util.List;

/** Words that open no turn by themselves: their end of the line says when it wants an answer. */
public final class HeldWords {
    private final Floor floor;
    private final NextTurn next;
    private final Connection connection;
    private final Recorder recorder;

    HeldWords(Floor floor, NextTurn next, Connection connection, Recorder recorder) {
        this.floor = floor;
        this.next = next;
        this.connection = connection;
        this.recorder = recorder;
    }

    /** From now on words wait until an answer is wanted, or are answered by themselves. */
    public void hold(boolean nowHeld) {
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
            floor.typed(Said.joined(added), Said.speaker(added));
        }
    }

    /** Somebody wrote something for the next turn. */
    public void add(String text, String by) {
        if (connection.isReachable()) {
            next.addQuietly(text, by);
        } else {
            recorder.telemetry("text.lost", 0, Json.Obj.EMPTY.with("by", by));
        }
    }

    /** Words that were waited for do not come; an answer that is wanted is given without them. */
    void lost() {
        if (next.isWanted()) {
            floor.openNext();
        }
    }
}
