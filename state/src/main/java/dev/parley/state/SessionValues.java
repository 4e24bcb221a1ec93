package dev.parley.state;

import dev.parley.kernel.event.ConversationEvents.SessionStateChanged;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.json.Json;
import java.util.List;

/** The values that a session keeps for good, by key: what the client was told of a halt, and what extensions keep. */
public record SessionValues(Json.Obj kept) {
    /** Whether the conversation is halted, as the client was told. */
    public static final String HALTED = "halted";

    static final Slice<SessionValues> SLICE = new Slice<>() {
        @Override
        public SessionValues initial() {
            return new SessionValues(Json.Obj.EMPTY);
        }

        @Override
        public List<Class<? extends Event>> changedBy() {
            return List.of(SessionStateChanged.class);
        }

        @Override
        public SessionValues apply(SessionValues before, Recorded event) {
            return event.event() instanceof SessionStateChanged(String key, Json value)
                    ? new SessionValues(before.kept.with(key, value))
                    : before;
        }
    };

    /** Whether the client was told that the conversation is halted. */
    public boolean isHalted() {
        return Boolean.TRUE.equals(kept.flag(HALTED));
    }
}
