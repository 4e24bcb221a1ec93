package dev.parley.state;

import dev.parley.kernel.Decision;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.VerdictEvents.EpisodeDecided;
import dev.parley.kernel.event.VerdictEvents.HouseholdDecided;
import dev.parley.kernel.event.VerdictEvents.RoomDecided;
import dev.parley.kernel.event.VerdictEvents.StreamDecided;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.event.VerdictEvents.TurnDecided;
import java.util.List;

/** Whether a verdict has halted the conversation and no operator has resumed it (ruling X4). */
public record Halt(boolean isHalted) {
    private static final String RESUME = "RESUME";

    static final Slice<Halt> SLICE = new Slice<>() {
        @Override
        public Halt initial() {
            return new Halt(false);
        }

        @Override
        public List<Class<? extends Event>> changedBy() {
            return List.of(
                    StreamDecided.class,
                    TurnDecided.class,
                    ToolDecided.class,
                    EpisodeDecided.class,
                    HouseholdDecided.class);
        }

        @Override
        public Halt apply(Halt before, Recorded event) {
            if (!(event.event() instanceof RoomDecided verdict)) {
                return before;
            }
            if (verdict.decided().decision().equals(Decision.HALTED.printed())) {
                return new Halt(true);
            }
            boolean resumes = before.isHalted
                    && verdict.decided().action().equals(RESUME)
                    && verdict.decided().isAllowed();
            return resumes ? new Halt(false) : before;
        }
    };
}
