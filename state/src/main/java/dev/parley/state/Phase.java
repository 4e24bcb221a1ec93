package dev.parley.state;

import dev.parley.kernel.event.ControlEvents.SessionEnded;
import dev.parley.kernel.event.ConversationEvents.SessionCreated;
import dev.parley.kernel.event.Event;
import java.util.List;

/** Whether a conversation has begun and ended. The kind of the event counts, whatever fields another version gave it. */
public enum Phase {
    UNBEGUN,
    OPEN,
    ENDED;

    static final Slice<Phase> SLICE = new Slice<>() {
        @Override
        public Phase initial() {
            return UNBEGUN;
        }

        @Override
        public List<Class<? extends Event>> changedBy() {
            return List.of(SessionCreated.class, SessionEnded.class);
        }

        @Override
        public boolean readsFields(Class<? extends Event> event) {
            return false;
        }

        @Override
        public Phase apply(Phase before, Recorded event) {
            boolean ends = before == ENDED || event.type().equals(SessionEnded.class);
            return ends ? ENDED : OPEN;
        }
    };
}
