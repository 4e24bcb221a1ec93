package dev.parley.state;

import dev.parley.kernel.event.AgentEvents.AgentStateChanged;
import dev.parley.kernel.event.ControlEvents.ClientConnected;
import dev.parley.kernel.event.ControlEvents.ClientDisconnected;
import dev.parley.kernel.event.ControlEvents.MicrophoneMuted;
import dev.parley.kernel.event.ControlEvents.MicrophoneUnmuted;
import dev.parley.kernel.event.ControlEvents.ReconnectAwaited;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.PlaybackEvents.PlaybackResumed;
import dev.parley.state.Rule.Mismatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The line to the client.
 *
 * @param state how it is, or how the runtime before knew it last
 * @param isTold whether the present runtime has recorded how it is
 * @param isMuted whether the user has muted the microphone
 */
public record Line(State state, boolean isTold, boolean isMuted) {
    /** The normalised states of a line. */
    public enum State {
        CONNECTED,
        /** It was lost, and for some time the client may come back. */
        AWAITED,
        DISCONNECTED
    }

    static final Slice<Line> SLICE = new LineSlice();

    private static final List<Class<? extends Event>> CHANGES =
            List.of(ClientConnected.class, ReconnectAwaited.class, ClientDisconnected.class);

    public boolean isConnected() {
        return state == State.CONNECTED;
    }

    public boolean isDisconnected() {
        return state == State.DISCONNECTED;
    }

    private static final class LineSlice implements Slice<Line> {
        @Override
        public Line initial() {
            return new Line(State.CONNECTED, false, false);
        }

        @Override
        public List<Class<? extends Event>> changedBy() {
            List<Class<? extends Event>> all = new ArrayList<>(CHANGES);
            all.add(MicrophoneMuted.class);
            all.add(MicrophoneUnmuted.class);
            return all;
        }

        @Override
        public boolean readsFields(Class<? extends Event> event) {
            return false;
        }

        @Override
        public Line apply(Line before, Recorded event) {
            Class<?> type = event.type();
            if (CHANGES.contains(type)) {
                return new Line(after(type), true, before.isMuted);
            }
            return new Line(before.state, before.isTold, type.equals(MicrophoneMuted.class));
        }

        @Override
        public Line takenOver(Line before, ConversationState state) {
            return new Line(before.state, false, before.isMuted);
        }

        @Override
        public List<Rule<?>> rules() {
            List<Rule<?>> all = new ArrayList<>(
                    Rule.forEach(CHANGES, "line.change", "Only a change of the line is recorded.", Line::unchanged));
            all.add(new Rule<>(
                    "line.known",
                    AgentStateChanged.class,
                    "The client is connected, or known not to be, before the agent shows anything.",
                    Line::unknown));
            all.add(new Rule<>(
                    "line.resume",
                    PlaybackResumed.class,
                    "A reply goes on only while the client is connected.",
                    Line::unheard));
            return all;
        }
    }

    private static State after(Class<?> change) {
        return change.equals(ClientConnected.class)
                ? State.CONNECTED
                : change.equals(ReconnectAwaited.class) ? State.AWAITED : State.DISCONNECTED;
    }

    private static @Nullable Mismatch unchanged(ConversationState before, Event event, Recorded at) {
        State now = after(at.type());
        Line line = before.line();
        boolean isChange = line.isTold ? now != line.state : now != State.AWAITED;
        return isChange ? null : new Mismatch("a change of the line", event.kind());
    }

    private static @Nullable Mismatch unknown(ConversationState before, AgentStateChanged event, Recorded at) {
        return before.line().isTold ? null : new Mismatch("the line before the agent's state", event.state());
    }

    private static @Nullable Mismatch unheard(ConversationState before, PlaybackResumed event, Recorded at) {
        return before.line().isConnected()
                ? null
                : new Mismatch("a connected client before reply " + event.reply() + " goes on", "none");
    }
}
