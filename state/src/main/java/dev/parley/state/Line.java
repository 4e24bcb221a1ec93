package dev.parley.state;

import dev.parley.kernel.event.ControlEvents.ClientConnected;
import dev.parley.kernel.event.ControlEvents.ClientDisconnected;
import dev.parley.kernel.event.ControlEvents.MicrophoneMuted;
import dev.parley.kernel.event.ControlEvents.MicrophoneUnmuted;
import dev.parley.kernel.event.ControlEvents.ReconnectAwaited;
import dev.parley.kernel.event.Event;
import java.util.ArrayList;
import java.util.List;

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

    static final List<Class<? extends Event>> CHANGES =
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
        public Line takenOver(Line before, long lastTurn) {
            return new Line(before.state, false, before.isMuted);
        }
    }

    /** The state that a change leads to. */
    static State after(Class<?> change) {
        return change.equals(ClientConnected.class)
                ? State.CONNECTED
                : change.equals(ReconnectAwaited.class) ? State.AWAITED : State.DISCONNECTED;
    }
}
