package dev.parley.replay.effect;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What was left unsaid is a reply of its turn, and is left once. */
final class CutReplies implements Facts {
    private final Map<Long, Long> turns = new HashMap<>();
    private final Set<Long> cut = new HashSet<>();

    @Override
    public @Nullable Fault accept(Moment moment) {
        switch (moment.kind()) {
            case "turn.started" -> {
                turns.clear();
                cut.clear();
            }
            case "agent.writing", "agent.reply", "agent.sentence" -> {
                turns.put(moment.number("reply"), moment.turn());
                turns.putIfAbsent(moment.number("of"), moment.turn());
            }
            case "speech.cut" -> {
                Long turn = turns.get(moment.number("reply"));
                return turn != null && turn == moment.turn() && cut.add(moment.number("reply"))
                        ? null
                        : new Fault("a reply of turn " + moment.turn() + " that was not cut before", moment.brief());
            }
            default -> {
                // Nothing else is cut.
            }
        }
        return null;
    }

    /** The next runtime ends what the old one has left, and says so whether the old one did or not. */
    @Override
    public void takenOver() {
        cut.clear();
    }
}
