package dev.parley.session.turn;

import dev.parley.session.connect.Connection;

/** What a line that drops does to the turn that is open. */
record FloorLine(Floor floor) implements Connection.Line {
    @Override
    public void dropped() {
        OpenTurn turn = floor.open();
        if (turn != null) {
            turn.speech.suspend();
        }
    }

    @Override
    public void restored() {
        OpenTurn turn = floor.open();
        if (turn != null) {
            floor.resume(turn);
        }
        floor.openNext();
    }

    @Override
    public void gone() {
        floor.abort("disconnected", "");
    }
}
