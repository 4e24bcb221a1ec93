package dev.parley.state;

import dev.parley.kernel.event.HumanEvents.HumanActed;
import dev.parley.kernel.event.HumanEvents.HumanRefused;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
import dev.parley.state.Rule.Mismatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What holds in every record of humans who take over. */
final class TakeoverRules {
    static final List<Rule<?>> ALL = List.of(
            new Rule<>(
                    "takeover.roster",
                    HumanActed.class,
                    "Only a human of the roster takes over and gives back.",
                    TakeoverRules::stranger),
            new Rule<>(
                    "takeover.decided",
                    HumanActed.class,
                    "One wish for the floor is decided about before the next one.",
                    TakeoverRules::undecided),
            new Rule<>(
                    "takeover.refusal",
                    HumanRefused.class,
                    "Each refusal is told by a violation before the next one.",
                    TakeoverRules::untold),
            new Rule<>(
                    "takeover.violation",
                    InvariantViolated.class,
                    "A violation that names a human and an act is the answer to exactly that.",
                    TakeoverRules::otherViolation));

    private TakeoverRules() {}

    private static @Nullable Mismatch stranger(StateView before, HumanActed event, Recorded at) {
        return before.agents().isHuman(event.human()) ? null : new Mismatch("a human of the roster", event.human());
    }

    private static @Nullable Mismatch undecided(StateView before, HumanActed event, Recorded at) {
        Takeover takeover = before.takeover();
        String pending = event.act().equals(Takeover.TAKE_OVER) ? takeover.taking() : takeover.leaving();
        return pending.isEmpty()
                ? null
                : new Mismatch("what was decided about the wish of " + pending + " before", event.act());
    }

    private static @Nullable Mismatch untold(StateView before, HumanRefused event, Recorded at) {
        HumanRefused pending = before.takeover().refused();
        return pending == null
                ? null
                : new Mismatch(
                        "the violation of what " + pending.human() + " wanted",
                        at.rune().kind());
    }

    private static @Nullable Mismatch otherViolation(StateView before, InvariantViolated event, Recorded at) {
        HumanRefused pending = before.takeover().refused();
        String actor = event.actor() == null ? "" : event.actor();
        String act = event.act() == null ? "" : event.act();
        if (pending == null) {
            return before.agents().isHuman(actor) || Takeover.ACTS.contains(act)
                    ? new Mismatch("something that a human wanted and was refused", act + " of " + actor)
                    : null;
        }
        return actor.equals(pending.human()) && act.equals(pending.act())
                ? null
                : new Mismatch("the violation of what " + pending.human() + " wanted", act + " of " + actor);
    }
}
