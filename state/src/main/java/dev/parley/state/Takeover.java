package dev.parley.state;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.HumanEvents.HumanActed;
import dev.parley.kernel.event.HumanEvents.HumanRefused;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
import dev.parley.kernel.event.VerdictEvents.StreamDecided;
import dev.parley.state.Rule.Mismatch;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Humans of the roster who take the floor over and give it back.
 *
 * @param taking the human who wants the floor, until the room has decided about it; empty for none
 * @param leaving the human who gives the floor back once everything of theirs was said; empty for none
 * @param holder the human who took the floor over last, empty where it was an agent's again since
 * @param before the agent that had the floor last, empty where it is not known
 * @param isNobodys whether the floor was given up for somebody who has not got it yet
 * @param refused who was refused what, until the violation says so; null for nobody
 */
public record Takeover(
        String taking,
        String leaving,
        String holder,
        String before,
        boolean isNobodys,
        @Nullable HumanRefused refused) {
    private static final String TAKE_OVER = "take_over";
    private static final Set<String> ACTS = Set.of(TAKE_OVER, "say", "give_back");
    private static final String VOICE = "voice";

    static final Slice<Takeover> SLICE = new TakeoverSlice();

    private Takeover acted(HumanActed event) {
        return event.act().equals(TAKE_OVER)
                ? new Takeover(event.human(), leaving, holder, before, isNobodys, refused)
                : new Takeover(taking, event.human(), holder, before, isNobodys, refused);
    }

    private Takeover refused(@Nullable HumanRefused event) {
        return new Takeover(taking, leaving, holder, before, isNobodys, event);
    }

    private Takeover notTaking() {
        return new Takeover("", leaving, holder, before, isNobodys, refused);
    }

    private Takeover decided(Decided verdict) {
        String actor = verdict.actor();
        boolean isRelease = verdict.action().equals("RELEASE");
        boolean isOfFloor = verdict.target().equals(VOICE);
        String stillLeaving = isRelease && actor.equals(leaving) ? "" : leaving;
        if (!verdict.isAllowed()) {
            String stillTaking = actor.equals(taking) ? "" : taking;
            return new Takeover(stillTaking, stillLeaving, holder, before, isNobodys, refused);
        } else if (!isOfFloor) {
            return this;
        } else if (verdict.action().equals("CLAIM")) {
            // Who wanted to give the floor back to an agent does not have it any more.
            return new Takeover("", "", actor.equals(taking) ? actor : "", before, false, refused);
        } else if (isRelease || verdict.action().equals("TRANSFER")) {
            boolean byHuman = actor.equals(holder);
            boolean awaited = isRelease && (byHuman || !taking.isEmpty());
            return new Takeover(
                    taking, stillLeaving, "", byHuman ? before : actor, isRelease ? awaited : isNobodys, refused);
        }
        return this;
    }

    private static @Nullable Mismatch stranger(ConversationState before, HumanActed event, Recorded at) {
        return before.agents().isHuman(event.human()) ? null : new Mismatch("a human of the roster", event.human());
    }

    private static @Nullable Mismatch undecided(ConversationState before, HumanActed event, Recorded at) {
        Takeover takeover = before.takeover();
        String pending = event.act().equals(TAKE_OVER) ? takeover.taking : takeover.leaving;
        return pending.isEmpty()
                ? null
                : new Mismatch("what was decided about the wish of " + pending + " before", event.act());
    }

    private static @Nullable Mismatch untold(ConversationState before, HumanRefused event, Recorded at) {
        HumanRefused pending = before.takeover().refused;
        return pending == null
                ? null
                : new Mismatch(
                        "the violation of what " + pending.human() + " wanted",
                        at.rune().kind());
    }

    private static @Nullable Mismatch otherViolation(ConversationState before, InvariantViolated event, Recorded at) {
        HumanRefused pending = before.takeover().refused;
        String actor = event.actor() == null ? "" : event.actor();
        String act = event.act() == null ? "" : event.act();
        if (pending == null) {
            return before.agents().isHuman(actor) || ACTS.contains(act)
                    ? new Mismatch("something that a human wanted and was refused", act + " of " + actor)
                    : null;
        }
        return actor.equals(pending.human()) && act.equals(pending.act())
                ? null
                : new Mismatch("the violation of what " + pending.human() + " wanted", act + " of " + actor);
    }

    private static final class TakeoverSlice implements Slice<Takeover> {
        @Override
        public Takeover initial() {
            return new Takeover("", "", "", "", false, null);
        }

        @Override
        public List<Class<? extends Event>> changedBy() {
            return List.of(HumanActed.class, HumanRefused.class, InvariantViolated.class, StreamDecided.class);
        }

        @Override
        public Takeover apply(Takeover before, Recorded event) {
            return switch (event.event()) {
                case HumanActed acted -> before.acted(acted);
                case HumanRefused refused -> before.refused(refused);
                case InvariantViolated _ -> before.refused == null ? before : before.refused(null);
                case StreamDecided verdict -> before.decided(verdict.decided());
                default -> before;
            };
        }

        /** What a lost runtime was about to do for a human, its successor does not do. */
        @Override
        public Takeover takenOver(Takeover before, ConversationState state) {
            return before.notTaking().refused(null);
        }

        @Override
        public List<Rule<?>> rules() {
            return List.of(
                    new Rule<>(
                            "takeover.roster",
                            HumanActed.class,
                            "Only a human of the roster takes over and gives back.",
                            Takeover::stranger),
                    new Rule<>(
                            "takeover.decided",
                            HumanActed.class,
                            "One wish for the floor is decided about before the next one.",
                            Takeover::undecided),
                    new Rule<>(
                            "takeover.refusal",
                            HumanRefused.class,
                            "Each refusal is told by a violation before the next one.",
                            Takeover::untold),
                    new Rule<>(
                            "takeover.violation",
                            InvariantViolated.class,
                            "A violation that names a human and an act is the answer to exactly that.",
                            Takeover::otherViolation));
        }
    }
}
