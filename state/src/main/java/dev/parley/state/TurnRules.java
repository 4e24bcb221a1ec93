package dev.parley.state;

import dev.parley.kernel.event.ControlEvents.BargedIn;
import dev.parley.kernel.event.ControlEvents.TurnCancelled;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.TurnDecided;
import dev.parley.kernel.json.Json;
import dev.parley.state.Rule.Check;
import dev.parley.state.Rule.Mismatch;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What holds of turns in every record. */
final class TurnRules {
    private static final String PROPOSE = "turn_open_proposed";
    private static final String OPEN = "turn_open";
    private static final Set<String> BEGINS = Set.of(PROPOSE, OPEN);

    static final List<Rule<?>> ALL = List.of(
            rule("turns.by_system", "A turn is decided about by the system, in its own events.", TurnRules::byAnother),
            rule(
                    "turns.epoch",
                    "A turn is decided about under the present lease.",
                    allowed(TurnRules::underAnotherLease)),
            rule(
                    "turns.resumed_first",
                    "A runtime goes on before it proposes a turn.",
                    allowed(TurnRules::beforeItResumed)),
            rule("turns.one_open", "A turn is proposed while no other is open.", allowed(TurnRules::besideAnother)),
            rule("turns.number", "Turns are numbered upwards, without a gap.", allowed(TurnRules::outOfOrder)),
            rule("turns.halted", "No turn begins while the conversation is halted.", allowed(TurnRules::whileHalted)),
            rule(
                    "turns.interrupted",
                    "A turn is interrupted after somebody barged in.",
                    allowed(TurnRules::interruptedByNobody)),
            rule(
                    "turns.cancelled",
                    "A turn is cancelled after somebody asked for it.",
                    allowed(TurnRules::cancelledByNobody)),
            rule(
                    "turns.authority",
                    "A turn loses its authority after the lease was revoked.",
                    allowed(TurnRules::lostWithoutReason)),
            rule(
                    "turns.commit",
                    "A turn is committed by the runtime that opened it, and not while the conversation is halted.",
                    allowed(TurnRules::committedByAnother)),
            new Rule<>(
                    "turns.barge_in",
                    BargedIn.class,
                    "Somebody barges into the open turn, and again only after something was heard.",
                    TurnRules::bargedIn),
            new Rule<>(
                    "turns.stop", TurnCancelled.class, "The open turn is stopped, and only once.", TurnRules::stopped));

    private TurnRules() {}

    private static Rule<TurnDecided> rule(String id, String sentence, Check<TurnDecided> check) {
        return new Rule<>(id, TurnDecided.class, sentence, check);
    }

    /** Looks at verdicts that allow something. */
    private static Check<TurnDecided> allowed(Check<TurnDecided> check) {
        return (before, verdict, at) -> verdict.decided().isAllowed() ? check.find(before, verdict, at) : null;
    }

    private static String reason(TurnDecided verdict) {
        Json.Obj parameters = verdict.parameters();
        String reason = parameters == null ? null : parameters.text("reason");
        return reason == null ? "" : reason;
    }

    /** Whether the runtime that ends the turn so can record nothing else. */
    static boolean isRecordLost(TurnDecided verdict) {
        return reason(verdict).equals(Turns.RECORD_LOST);
    }

    private static boolean aborts(TurnDecided verdict, String reason) {
        return Turns.aborts(verdict) && reason(verdict).equals(reason);
    }

    private static @Nullable Mismatch byAnother(StateView before, TurnDecided verdict, Recorded at) {
        Decided decided = verdict.decided();
        String turn = Long.toString(at.turn());
        return decided.actor().equals("system") && decided.target().equals(turn)
                ? null
                : new Mismatch(
                        "a verdict of turn " + turn + " by system",
                        "of turn " + decided.target() + " by " + decided.actor());
    }

    private static @Nullable Mismatch underAnotherLease(StateView before, TurnDecided verdict, Recorded at) {
        Json.Obj parameters = verdict.parameters();
        BigDecimal named = parameters == null ? null : parameters.number("epoch");
        long epoch = named == null ? 0 : named.longValue();
        return epoch == at.epoch() ? null : new Mismatch("epoch " + at.epoch(), "epoch " + epoch);
    }

    private static @Nullable Mismatch beforeItResumed(StateView before, TurnDecided verdict, Recorded at) {
        boolean early =
                verdict.decided().action().equals(PROPOSE) && before.turns().isRecovering();
        return early ? new Mismatch("session.resumed before the next turn", proposal(at)) : null;
    }

    private static String proposal(Recorded at) {
        return "the proposal of turn " + at.turn();
    }

    private static @Nullable Mismatch besideAnother(StateView before, TurnDecided verdict, Recorded at) {
        long open = before.turns().open();
        return verdict.decided().action().equals(PROPOSE) && open != 0
                ? new Mismatch("the end of turn " + open, proposal(at))
                : null;
    }

    /** The number of a turn that did not open is used again, except by another runtime. */
    private static @Nullable Mismatch outOfOrder(StateView before, TurnDecided verdict, Recorded at) {
        if (!verdict.decided().action().equals(PROPOSE)) {
            return null;
        }
        Turns turns = before.turns();
        return at.turn() == turns.last() + 1 || at.turn() == turns.proposed() + 1
                ? null
                : new Mismatch("turn " + (turns.last() + 1), "turn " + at.turn());
    }

    private static @Nullable Mismatch whileHalted(StateView before, TurnDecided verdict, Recorded at) {
        return BEGINS.contains(verdict.decided().action()) && before.halt().isHalted()
                ? new Mismatch("no turn while the conversation is halted", "turn " + at.turn())
                : null;
    }

    private static @Nullable Mismatch interruptedByNobody(StateView before, TurnDecided verdict, Recorded at) {
        return aborts(verdict, "interrupted") && before.turns().bargedInto() != at.turn()
                ? new Mismatch("control.barge_in in turn " + at.turn() + " before it is interrupted", "none")
                : null;
    }

    private static @Nullable Mismatch cancelledByNobody(StateView before, TurnDecided verdict, Recorded at) {
        return aborts(verdict, "cancelled") && before.turns().stopped() != at.turn()
                ? new Mismatch("control.cancel of turn " + at.turn() + " before it is cancelled", "none")
                : null;
    }

    private static @Nullable Mismatch lostWithoutReason(StateView before, TurnDecided verdict, Recorded at) {
        Turns turns = before.turns();
        return aborts(verdict, "authority_loss") && !turns.isRevoked() && !turns.isRecovering()
                ? new Mismatch("control.lease_revoked before turn " + at.turn() + " loses its authority", "none")
                : null;
    }

    private static @Nullable Mismatch committedByAnother(StateView before, TurnDecided verdict, Recorded at) {
        return Turns.commits(verdict) && !before.isActive(at.turn())
                ? new Mismatch("the abort of turn " + at.turn() + ", which its runtime has lost", "its commit")
                : null;
    }

    /** A turn that has given the floor up is interrupted again only by another agent before anything was heard. */
    private static @Nullable Mismatch bargedIn(StateView before, BargedIn event, Recorded at) {
        Mismatch outside = outside(before, at);
        Turns turns = before.turns();
        boolean byAgent = event.agent() != null && !event.agent().isEmpty();
        boolean again = turns.bargedInto() == at.turn() && !turns.isHeardSince() && !byAgent;
        return outside == null && again
                ? new Mismatch("something heard since the last barge-in", "barge-in in turn " + at.turn())
                : outside;
    }

    private static @Nullable Mismatch stopped(StateView before, TurnCancelled event, Recorded at) {
        if (at.turn() == 0) {
            return null;
        }
        return before.turns().stopped() == at.turn()
                ? new Mismatch("the abort of turn " + at.turn(), "another stop of it")
                : outside(before, at);
    }

    /** What is wrong with something new in this turn, or null. */
    static @Nullable Mismatch outside(StateView before, Recorded at) {
        if (before.isActive(at.turn())) {
            return null;
        }
        long open = before.turns().open();
        String expected =
                open == 0 ? "an open turn" : "turn " + open + (before.halt().isHalted() ? ", not halted" : "");
        return new Mismatch(expected, at.rune().kind() + " in turn " + at.turn());
    }
}
