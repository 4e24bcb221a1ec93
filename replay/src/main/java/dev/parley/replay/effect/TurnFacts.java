package dev.parley.replay.effect;

import dev.parley.kernel.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns: one at a time, numbered upwards, each signal of the turn machine followed by the rune that shows it (X8). */
final class TurnFacts implements Facts {
    private static final String ROOM = "verdict.turn";
    private static final String SYSTEM = "system";

    private final Course course;
    private final Owed owed;
    private List<Facts> others = List.of();
    private final FrozenPlans plans = new FrozenPlans();
    private long proposed;
    private long bargedInto;
    private boolean heardSince;
    private long stopped;
    private boolean revoked;

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
            case "control.barge_in" -> bargeIn(moment);
            case "control.cancel" -> stop(moment);
            case "control.lease_revoked" -> {
                revoked = true;
                yield null;
            }
            case "control.lease_rotated" -> {
                revoked = false;
                yield null;
            }
            case "turn.drained" -> drained(moment);
            case "session.pipeline" -> {
                plans.share(moment.payload());
                yield null;
            }
            case "voice.began", "voice.lost", "stt.final", "user.words" -> {
                heardSince = true;
                yield null;
            }
            default -> null;
        };
    }

    private @Nullable Fault decided(Moment moment) {
        String turn = Long.toString(moment.turn());
        if (!moment.actor().equals(SYSTEM) || !moment.target().equals(turn)) {
            return new Fault(
                    ROOM + " of turn " + turn + " by " + SYSTEM,
                    "of turn " + moment.target() + " by " + moment.actor());
        }
        if (!moment.allows(ROOM)) {
            return null;
        }
        Json.Obj parameters = moment.parameters();
        long epoch = moment.rune().envelope().leaseEpoch();
        if (Moment.number(parameters, "epoch") != epoch) {
            return new Fault("epoch " + epoch, "epoch " + Moment.number(parameters, "epoch"));
        }
        String reason = Moment.text(parameters, "reason");
        Fault fault = switch (moment.action()) {
            case "turn_open_proposed" -> propose(moment);
            case "turn_open" -> open(moment);
            case "commit" -> end(moment.turn(), true, reason);
            case "abort", "cancel", "authority_loss" -> end(moment.turn(), false, reason);
            case "close" -> close();
            default -> null;
        };
        if (fault == null) {
            plan(moment, Moment.text(parameters, "plan"));
        }
        return fault;
    }

    private @Nullable Fault propose(Moment moment) {
        long turn = moment.turn();
        if (course.isRecovering()) {
            return new Fault("session.resumed before the next turn", "the proposal of turn " + turn);
        }
        if (course.activeTurn() != 0) {
            return new Fault("the end of turn " + course.activeTurn(), "the proposal of turn " + turn);
        }
        if (turn != course.lastTurn() + 1 && turn != proposed + 1) {
            return new Fault("turn " + (course.lastTurn() + 1), "turn " + turn);
        }
        proposed = turn;
        return course.isHalted() ? new Fault("no turn while the conversation is halted", "turn " + turn) : null;
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

    private @Nullable Fault open(Moment moment) {
        revoked = false;
        course.opened(moment.turn());
        return course.isHalted() ? new Fault("no turn while the conversation is halted", moment.brief()) : null;
    }

    private @Nullable Fault end(long turn, boolean committed, String reason) {
        if (!committed && reason.equals("interrupted") && bargedInto != turn) {
            return new Fault("control.barge_in in turn " + turn + " before it is interrupted", "none");
        }
        if (!committed && reason.equals("cancelled") && stopped != turn) {
            return new Fault("control.cancel of turn " + turn + " before it is cancelled", "none");
        }
        if (!committed && reason.equals("authority_loss") && !revoked && !course.isRecovering()) {
            return new Fault("control.lease_revoked before turn " + turn + " loses its authority", "none");
        }
        if (committed && !course.isActive(turn)) {
            return new Fault("the abort of turn " + turn + ", which its runtime has lost", "its commit");
        }
        for (Facts each : others) {
            Fault fault = each.turnEnds(turn, committed, reason);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private @Nullable Fault close() {
        course.closed();
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

    /** A turn that has given the floor up is not interrupted again before anything was heard, except by another agent. */
    private @Nullable Fault bargeIn(Moment moment) {
        Fault outside = course.outside(moment);
        if (outside != null) {
            return outside;
        }
        if (bargedInto == moment.turn() && !heardSince && moment.text("agent").isEmpty()) {
            return new Fault("something heard since the last barge-in", moment.brief());
        }
        bargedInto = moment.turn();
        heardSince = false;
        return null;
    }

    private @Nullable Fault stop(Moment moment) {
        if (moment.turn() == 0) {
            return null;
        }
        if (stopped == moment.turn()) {
            return new Fault("the abort of turn " + stopped, moment.brief());
        }
        stopped = moment.turn();
        return course.outside(moment);
    }

    @Override
    public void remember(Moment past) {
        proposed = Math.max(proposed, past.turn());
        if (past.kind().equals("turn.started")) {
            course.opened(past.turn());
            course.closed();
        }
        revoked = past.kind().equals("control.lease_revoked")
                || (revoked && !past.kind().equals(Effects.ROTATED));
    }

    @Override
    public void takenOver() {
        revoked = false;
    }

    @Override
    public @Nullable Fault conversationEnds() {
        return course.activeTurn() == 0
                ? null
                : new Fault("the end of turn " + course.activeTurn(), "the end of the conversation");
    }
}
