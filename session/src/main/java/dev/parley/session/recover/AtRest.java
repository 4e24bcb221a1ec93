package dev.parley.session.recover;

import dev.parley.kernel.rune.Rune;
import dev.parley.session.record.DurableState;
import dev.parley.session.record.Past;
import dev.parley.session.tool.LeftQuestion;
import dev.parley.session.turn.LeftWords;
import java.util.List;

/**
 * Whether nothing is left to do in a recorded conversation until somebody comes: its record ends after it began, was left or
 * kept a snapshot, with nothing since then that a person or an agent did, no question is open and it is not halted. In doubt
 * it is not at rest.
 */
public final class AtRest {
    private AtRest() {}

    public static boolean in(Past past) {
        List<Rune> tail = past.tail();
        boolean isAtRest = past.rooms() != null;
        for (Rune rune : tail) {
            if (rune.kind().equals("control.drained") || rune.kind().equals("session.created")) {
                isAtRest = true;
            } else if (isDone(rune)) {
                isAtRest = false;
            }
        }
        LeftWords words = LeftWords.in(tail);
        return isAtRest
                && words.said().isEmpty()
                && words.unasked().isEmpty()
                && LeftQuestion.in(tail).isEmpty()
                && !Boolean.TRUE.equals(DurableState.in(past.runes()).flag("halted"));
    }

    private static boolean isDone(Rune rune) {
        String kind = rune.kind();
        boolean isAgents = kind.startsWith("agent.") && !kind.equals("agent.state");
        return rune.turn() > 0 || isAgents || kind.startsWith("user.") || kind.startsWith("human.");
    }
}
