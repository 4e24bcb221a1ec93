package dev.parley.session.recover;

import dev.parley.kernel.event.AgentEvents;
import dev.parley.kernel.event.AgentEvents.AgentStateChanged;
import dev.parley.kernel.event.ControlEvents.ConversationDrained;
import dev.parley.kernel.event.ConversationEvents.SessionCreated;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.HumanEvents.HumanActed;
import dev.parley.kernel.event.HumanEvents.HumanRefused;
import dev.parley.kernel.event.HumanEvents.HumanSpoke;
import dev.parley.kernel.event.UserEvents.UserAnswered;
import dev.parley.kernel.event.UserEvents.UserQueued;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.record.Past;
import dev.parley.session.turn.LeftWords;
import dev.parley.state.ConversationState;
import java.util.List;
import java.util.Set;

/**
 * Whether nothing is left to do in a recorded conversation until somebody comes: its record ends after it began, was left or
 * kept a snapshot, with nothing since then that a person or an agent did, no question is open and it is not halted. In doubt
 * it is not at rest.
 */
public final class AtRest {
    private static final Set<Class<? extends Event>> RESTS = Set.of(ConversationDrained.class, SessionCreated.class);

    private static final Set<Class<? extends Event>> BY_PEOPLE = Set.of(
            UserSpoke.class,
            UserQueued.class,
            UserAnswered.class,
            HumanActed.class,
            HumanRefused.class,
            HumanSpoke.class);

    private AtRest() {}

    public static boolean in(Past past) {
        List<Rune> tail = past.tail();
        boolean isAtRest = past.rooms() != null;
        for (Rune rune : tail) {
            if (RESTS.contains(EventCatalogue.recordOf(rune))) {
                isAtRest = true;
            } else if (isDone(rune)) {
                isAtRest = false;
            }
        }
        return isAtRest && isNothingLeft(past);
    }

    private static boolean isNothingLeft(Past past) {
        ConversationState state = past.state();
        LeftWords words = LeftWords.in(state.words(), past.after());
        return words.said().isEmpty()
                && words.unasked().isEmpty()
                && state.unansweredQuestions().open().isEmpty()
                && !state.values().isHalted();
    }

    private static boolean isDone(Rune rune) {
        Class<? extends Event> done = EventCatalogue.recordOf(rune);
        boolean isAgents = AgentEvents.class.isAssignableFrom(done) && done != AgentStateChanged.class;
        return rune.turn() > 0 || isAgents || BY_PEOPLE.contains(done);
    }
}
