package dev.parley.kernel.episode;

import dev.parley.kernel.Machine;
import dev.parley.kernel.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The transition table as a machine that can be walked and drawn. It answers for the table alone: guards are shown on the
 * edges and judged, like the rules E1 to E7, by the {@link EpisodeValidator}, which knows the ledger.
 */
public final class EpisodeMachine implements Machine<EpisodeState, Trigger> {
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
    public Step<EpisodeState> step(EpisodeState state, Trigger trigger) {
        Row row = table.row(state, trigger);
        return row == null
                ? Step.refused(noRow(state), trigger.label() + " has no row in " + state + ".")
                : Step.moved(row.to());
    }

    @Override
    public List<Trigger> alphabet(EpisodeState state) {
        return List.of(Trigger.values());
    }

    @Override
    public String printed(EpisodeState state) {
        return state.name();
    }

    @Override
    public String label(Trigger trigger) {
        return trigger.label();
    }

    /** The edge as it is drawn, with its guard; null where there is none. */
    public @Nullable Row row(EpisodeState state, Trigger trigger) {
        return table.row(state, trigger);
    }

    /** Safe mode has a rule of its own for whatever it does not let through. */
    static String noRow(EpisodeState state) {
        return state == EpisodeState.S9_SAFEMODE ? "E7" : "fsm." + state.code() + ".no-row";
    }
}
