package dev.parley.session.connect;

import dev.parley.kernel.event.ControlEvents;
import dev.parley.kernel.event.ControlEvents.ClientConnected;
import dev.parley.kernel.event.ControlEvents.ClientDisconnected;
import dev.parley.kernel.event.ControlEvents.MicrophoneMuted;
import dev.parley.kernel.event.ControlEvents.MicrophoneUnmuted;
import dev.parley.kernel.event.ControlEvents.ReconnectAwaited;
import dev.parley.kernel.event.ControlEvents.SilenceDetected;
import dev.parley.kernel.event.ControlEvents.StallReported;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Follows the connection and gives a turn its time of grace when the line drops. */
public final class Connection {
    private final long graceMs;
    private final LoopClock clock;
    private final Recorder recorder;
    private final Line line;
    private State state = State.CONNECTED;
    private boolean muted;
    private long stalledUntilMs;
    private @Nullable Timer grace;

    /** The normalised states of a line. */
    private enum State {
        CONNECTED,
        RECONNECTING,
        DISCONNECTED,
        /** A conversation that goes on here, and nobody has been here yet. */
        AWAITED
    }

    /** What hangs on the line. */
    public interface Line {
        /** What is sent is not taken for now. */
        void dropped();

        void restored();

        /** The time of grace is over and nobody came back. */
        void gone();
    }

    public Connection(long graceMs, LoopClock clock, Recorder recorder, Line line) {
        this.graceMs = graceMs;
        this.clock = clock;
        this.recorder = recorder;
        this.line = line;
    }

    public void opened() {
        recorder.write(new ClientConnected(), 0);
    }

    /**
     * The line is as another runtime recorded it last; one that was gone stays so until the person comes back.
     *
     * @param there false where nobody is at the far end yet, whatever the other runtime knew of it
     */
    public void takeUp(List<Rune> recorded, boolean there) {
        for (Rune rune : recorded) {
            if (EventCatalogue.isAmong(rune, ControlEvents.class)) {
                takeUp(EventCatalogue.read(rune));
            }
        }
        state = there ? state : State.AWAITED;
        recorder.write(isConnected() ? new ClientConnected() : new ClientDisconnected(), 0);
    }

    private void takeUp(Event event) {
        switch (event) {
            case ClientConnected _ -> state = State.CONNECTED;
            case ReconnectAwaited _, ClientDisconnected _ -> state = State.DISCONNECTED;
            case MicrophoneMuted _ -> muted = true;
            case MicrophoneUnmuted _ -> muted = false;
            default -> {
                // Nothing else changes the connection.
            }
        }
    }

    /** Somebody writes: whoever was awaited is there, though there may be no sound. */
    public void written() {
        if (state == State.AWAITED) {
            state = State.CONNECTED;
            recorder.write(new ClientConnected(), 0);
        }
    }

    public void dropped() {
        if (state != State.CONNECTED) {
            return;
        }
        state = State.RECONNECTING;
        line.dropped();
        if (graceMs == 0) {
            giveUp();
            return;
        }
        recorder.write(new ReconnectAwaited(), 0);
        grace = clock.after(graceMs, Rank.TIMER, this::giveUp);
    }

    private void giveUp() {
        state = State.DISCONNECTED;
        grace = null;
        recorder.write(new ClientDisconnected(), 0);
        line.gone();
    }

    /** The person is on a line, in place of any before it. What stalled there does not stall here. */
    public void restored() {
        if (state == State.CONNECTED) {
            if (isStalled()) {
                flowed();
            }
            return;
        }
        stalledUntilMs = 0;
        if (grace != null) {
            grace.cancel();
            grace = null;
        }
        state = State.CONNECTED;
        recorder.write(new ClientConnected(), 0);
        line.restored();
    }

    public void muted(boolean nowMuted) {
        muted = nowMuted;
        recorder.write(nowMuted ? new MicrophoneMuted() : new MicrophoneUnmuted(), 0);
    }

    public void stalled(long forMs) {
        stalledUntilMs = Math.max(stalledUntilMs, clock.nowMs() + forMs);
        recorder.write(new StallReported(forMs), 0);
    }

    /** What stalled flows again, sooner than was thought. */
    public void flowed() {
        stalledUntilMs = Math.min(stalledUntilMs, clock.nowMs());
        recorder.write(new StallReported(0), 0);
    }

    /** The person is quiet though the line is well, and not because they are muted; nothing follows from it by itself. */
    public void fellSilent() {
        if (isAudible()) {
            recorder.write(new SilenceDetected(), 0);
        }
    }

    public boolean isConnected() {
        return state == State.CONNECTED;
    }

    /** Whether nobody is expected back in time for what goes on now. */
    public boolean isGone() {
        return state == State.DISCONNECTED || state == State.AWAITED;
    }

    /** Whether text that the person types reaches us. */
    public boolean isReachable() {
        return isConnected() && !isStalled();
    }

    private boolean isStalled() {
        return clock.nowMs() < stalledUntilMs;
    }

    /** Whether the person's voice reaches us. */
    public boolean isAudible() {
        return isReachable() && !muted;
    }
}
