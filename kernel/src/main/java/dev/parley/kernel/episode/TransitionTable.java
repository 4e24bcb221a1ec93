package dev.parley.kernel.episode;

import static dev.parley.kernel.episode.EpisodeState.S0_IDLE;
import static dev.parley.kernel.episode.EpisodeState.S1_SENSE;
import static dev.parley.kernel.episode.EpisodeState.S2_MODEL;
import static dev.parley.kernel.episode.EpisodeState.S3_DECIDE;
import static dev.parley.kernel.episode.EpisodeState.S4_VERIFY;
import static dev.parley.kernel.episode.EpisodeState.S5_AUTHORIZE;
import static dev.parley.kernel.episode.EpisodeState.S6_EXECUTE;
import static dev.parley.kernel.episode.EpisodeState.S7_REVIEW;
import static dev.parley.kernel.episode.EpisodeState.S8_ESCALATED;
import static dev.parley.kernel.episode.EpisodeState.S9_SAFEMODE;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The transition table of one profile, as data. There is at most one row for a state and a trigger.
 *
 * <p>A decision passes through S3 and settles at once by its outcome (ruling C1), so its rows name where it comes to rest.
 */
public final class TransitionTable {
    private static final TransitionTable STRICT = made(Profile.STRICT);
    private static final TransitionTable REFERENCE = made(Profile.REFERENCE);

    private final List<Row> rows;
    private final Map<EpisodeState, Map<Trigger, Row>> index = new EnumMap<>(EpisodeState.class);

    private TransitionTable(List<Row> rows) {
        this.rows = List.copyOf(rows);
        for (EpisodeState state : EpisodeState.values()) {
            index.put(state, new EnumMap<>(Trigger.class));
        }
        for (Row row : rows) {
            index.getOrDefault(row.from(), Map.of()).put(row.trigger(), row);
        }
    }

    public static TransitionTable of(Profile profile) {
        return profile == Profile.REFERENCE ? REFERENCE : STRICT;
    }

    private static TransitionTable made(Profile profile) {
        List<Row> rows = new ArrayList<>();
        senseAndModel(rows);
        decide(rows);
        verify(rows);
        authorizeAndExecute(rows);
        reviewAndEscalate(rows);
        alerts(rows);
        if (profile == Profile.REFERENCE) {
            openingByToken(rows);
        }
        return new TransitionTable(rows);
    }

    /** Every row, in the order of the table. */
    public List<Row> rows() {
        return rows;
    }

    /** The row for this trigger in this state, or null where there is none. */
    public @Nullable Row row(EpisodeState from, Trigger trigger) {
        return index.getOrDefault(from, Map.of()).get(trigger);
    }

    private static void senseAndModel(List<Row> rows) {
        add(rows, S0_IDLE, Trigger.OBSERVATION, S1_SENSE);
        add(rows, S1_SENSE, Trigger.OBSERVATION, S1_SENSE);
        addBeliefs(rows, S1_SENSE, Guard.NONE, S2_MODEL);
        addBeliefs(rows, S2_MODEL, Guard.NONE, S2_MODEL);
        addDecisions(rows, S2_MODEL);
    }

    private static void decide(List<Row> rows) {
        addDecisions(rows, S3_DECIDE);
        add(rows, S3_DECIDE, Trigger.TOKEN, Guard.ACT_GOVERNS, S5_AUTHORIZE);
        // Rule E2 judges the decision behind a directive, so that its number appears.
        add(rows, S3_DECIDE, Trigger.DIRECTIVE_READ, S6_EXECUTE);
        add(rows, S3_DECIDE, Trigger.ESCALATION, Guard.ESCALATE_GOVERNS, S8_ESCALATED);
        addBeliefs(rows, S3_DECIDE, Guard.DEFER_OR_CANCEL_GOVERNS, S7_REVIEW);
    }

    private static void verify(List<Row> rows) {
        add(rows, S4_VERIFY, Trigger.PLAN, S4_VERIFY);
        add(rows, S4_VERIFY, Trigger.DIRECTIVE_READ, S4_VERIFY);
        add(rows, S4_VERIFY, Trigger.RESULT, S4_VERIFY);
        add(rows, S4_VERIFY, Trigger.OBSERVATION, S4_VERIFY);
        addBeliefs(rows, S4_VERIFY, Guard.NONE, S2_MODEL);
        add(rows, S4_VERIFY, Trigger.OVERRUN, S9_SAFEMODE);
    }

    private static void authorizeAndExecute(List<Row> rows) {
        add(rows, S5_AUTHORIZE, Trigger.TOKEN, S5_AUTHORIZE);
        add(rows, S5_AUTHORIZE, Trigger.DIRECTIVE_WRITE, S6_EXECUTE);
        add(rows, S6_EXECUTE, Trigger.DIRECTIVE_READ, S6_EXECUTE);
        add(rows, S6_EXECUTE, Trigger.DIRECTIVE_WRITE, S6_EXECUTE);
        add(rows, S6_EXECUTE, Trigger.RESULT, S6_EXECUTE);
        add(rows, S6_EXECUTE, Trigger.OBSERVATION, S6_EXECUTE);
        add(rows, S6_EXECUTE, Trigger.BELIEF, S7_REVIEW);
        add(rows, S6_EXECUTE, Trigger.BELIEF_PARTIAL, S2_MODEL);
        add(rows, S3_DECIDE, Trigger.OVERRUN, S9_SAFEMODE);
        add(rows, S5_AUTHORIZE, Trigger.OVERRUN, S9_SAFEMODE);
        add(rows, S6_EXECUTE, Trigger.OVERRUN, S9_SAFEMODE);
    }

    private static void reviewAndEscalate(List<Row> rows) {
        addBeliefs(rows, S7_REVIEW, Guard.NONE, S7_REVIEW);
        add(rows, S7_REVIEW, Trigger.OBSERVATION, S1_SENSE);
        add(rows, S7_REVIEW, Trigger.EPISODE_CLOSE, S0_IDLE);
        add(rows, S8_ESCALATED, Trigger.ESCALATION, S8_ESCALATED);
        add(rows, S8_ESCALATED, Trigger.USER_INPUT, S3_DECIDE);
        addBeliefs(rows, S9_SAFEMODE, Guard.NONE, S9_SAFEMODE);
    }

    private static void alerts(List<Row> rows) {
        for (EpisodeState state : EpisodeState.values()) {
            boolean halted = state == S9_SAFEMODE;
            add(rows, state, Trigger.ALERT, state);
            add(rows, state, Trigger.ALERT_HALT, S9_SAFEMODE);
            add(rows, state, Trigger.ALERT_CLEAR, halted ? S7_REVIEW : state);
            add(rows, state, Trigger.ALERT_RECOVERED, halted ? S0_IDLE : state);
        }
    }

    private static void openingByToken(List<Row> rows) {
        add(rows, S0_IDLE, Trigger.TOKEN, S5_AUTHORIZE);
        add(rows, S5_AUTHORIZE, Trigger.DECISION_ACT, Guard.OPENED_BY_TOKEN_UNDECIDED, S3_DECIDE);
        add(rows, S3_DECIDE, Trigger.DIRECTIVE_WRITE, Guard.OPENED_BY_TOKEN, S6_EXECUTE);
    }

    private static void addDecisions(List<Row> rows, EpisodeState from) {
        add(rows, from, Trigger.DECISION_VERIFY_FIRST, S4_VERIFY);
        add(rows, from, Trigger.DECISION_ACT, S3_DECIDE);
        add(rows, from, Trigger.DECISION_ESCALATE, S8_ESCALATED);
        add(rows, from, Trigger.DECISION_DEFER, S7_REVIEW);
        add(rows, from, Trigger.DECISION_CANCEL, S7_REVIEW);
    }

    /** Only S6 tells a partial execution from a complete one (ruling C5). */
    private static void addBeliefs(List<Row> rows, EpisodeState from, Guard guard, EpisodeState to) {
        add(rows, from, Trigger.BELIEF, guard, to);
        add(rows, from, Trigger.BELIEF_PARTIAL, guard, to);
    }

    private static void add(List<Row> rows, EpisodeState from, Trigger trigger, EpisodeState to) {
        add(rows, from, trigger, Guard.NONE, to);
    }

    private static void add(List<Row> rows, EpisodeState from, Trigger trigger, Guard guard, EpisodeState to) {
        rows.add(new Row(from, trigger, guard, to));
    }
}
