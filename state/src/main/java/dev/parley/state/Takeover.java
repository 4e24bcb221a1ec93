package dev.parley.state;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.HumanEvents.HumanActed;
import dev.parley.kernel.event.HumanEvents.HumanRefused;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
import dev.parley.kernel.event.VerdictEvents.StreamDecided;
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
    static final String TAKE_OVER = "take_over";
    static final Set<String> ACTS = Set.of(TAKE_OVER, "say", "give_back");
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
        public Takeover takenOver(Takeover before, long lastTurn) {
            return before.notTaking().refused(null);
        }
    }
}
