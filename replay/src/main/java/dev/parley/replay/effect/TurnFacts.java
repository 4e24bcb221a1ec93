package dev.parley.replay.effect;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns: one at a time, numbered upwards, each signal of the turn machine followed by the rune that shows it (X8). */
final class TurnFacts implements Facts {
    private static final String ROOM = "verdict.turn";

    private final Course course;
    private final Owed owed;
    private List<Facts> others = List.of();
    private final FrozenPlans plans = new FrozenPlans();

    TurnFacts(Course course, Owed owed) {
        this.course = course;
        this.owed = owed;
    }

    /** Who is asked whether a turn may end. */
    void ask(List<Facts> all) {
        others = all;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        return switch (moment.kind()) {
            case ROOM -> decided(moment);
            case "turn.drained" -> drained(moment);
            case "session.pipeline" -> {
                plans.share(moment.payload());
                yield null;
            }
            default -> null;
        };
    }

    private @Nullable Fault decided(Moment moment) {
        if (!moment.allows(ROOM)) {
            return null;
        }
        String reason = Moment.text(moment.parameters(), "reason");
        Fault fault = switch (moment.action()) {
            case "commit" -> end(moment.turn(), true, reason);
            case "abort", "cancel", "authority_loss" -> end(moment.turn(), false, reason);
            default -> null;
        };
        if (fault == null) {
            plan(moment, Moment.text(moment.parameters(), "plan"));
        }
        return fault;
    }

    /** Why a proposed turn was not opened is said right after it. */
    private @Nullable Fault drained(Moment moment) {
        boolean unauthorised = moment.text("signal").equals("deauthorized_drain");
        if (!course.isRecovering()) {
            owed.fact(
                    Owed.VIOLATION,
                    () -> Owed.VIOLATION + (unauthorised ? " turn.unauthorised" : ""),
                    why -> !unauthorised || why.text("id").equals("turn.unauthorised"));
        }
        return null;
    }

    private @Nullable Fault end(long turn, boolean committed, String reason) {
        for (Facts each : others) {
            Fault fault = each.turnEnds(turn, committed, reason);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    /** The plan under which a turn was opened is written down right after it. */
    private void plan(Moment opened, String plan) {
        long turn = opened.turn();
        if (opened.action().equals("turn_open") && !plan.isEmpty()) {
            owed.plan(
                    turn,
                    plan,
                    frozen -> frozen.turn() == turn
                            && (!frozen.payload().has("hash")
                                    || frozen.text("hash").equals(plan))
                            && plans.isHashOf(frozen.payload(), plan));
        }
    }

    @Override
    public @Nullable Fault conversationEnds() {
        return course.activeTurn() == 0
                ? null
                : new Fault("the end of turn " + course.activeTurn(), "the end of the conversation");
    }
}
