package dev.parley.kernel.episode;

import dev.parley.kernel.Machine;
import dev.parley.kernel.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The transition table as a machine that can be walked and drawn. It answers for the table alone: whether a guard holds,
 * and what the rules E1 to E7 say, is judged by the {@link EpisodeValidator}, which knows the ledger.
 */
public final class EpisodeMachine implements Machine<EpisodeState, GuardedTrigger> {
    private final Profile profile;
    private final TransitionTable table;

    public EpisodeMachine(Profile profile) {
        this.profile = profile;
        this.table = TransitionTable.of(profile);
    }

    @Override
    public String name() {
        return profile == Profile.STRICT ? "episode" : "episode-reference";
    }

    @Override
    public EpisodeState initial() {
        return EpisodeState.S0_IDLE;
    }

    @Override
    public Step<EpisodeState> step(EpisodeState state, GuardedTrigger event) {
        Row row = table.row(state, event.trigger());
        boolean present = row != null && (row.guard() == Guard.NONE || row.guard() == event.guard());
        return row != null && present
                ? Step.moved(row.to())
                : Step.refused(refusal(state, row), event.trigger().label() + " does not lead on from " + state + ".");
    }

    /** Every trigger alone, and once more with the guard of its row. */
    @Override
    public List<GuardedTrigger> alphabet(EpisodeState state) {
        List<GuardedTrigger> events = new ArrayList<>();
        for (Trigger trigger : Trigger.values()) {
            events.add(new GuardedTrigger(trigger, Guard.NONE));
            Row row = table.row(state, trigger);
            if (row != null && row.guard() != Guard.NONE) {
                events.add(new GuardedTrigger(trigger, row.guard()));
            }
        }
        return events;
    }

    @Override
    public String printed(EpisodeState state) {
        return state.name();
    }

    @Override
    public String label(GuardedTrigger event) {
        return event.label();
    }

    /** Safe mode has a rule of its own for whatever it does not let through. */
    private static String refusal(EpisodeState state, @Nullable Row row) {
        if (state == EpisodeState.S9_SAFEMODE) {
            return "E7";
        }
        return "fsm." + state.code() + (row != null && row.guard().isCondition() ? ".condition" : ".no-row");
    }
}
