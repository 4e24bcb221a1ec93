package dev.parley.session.connect;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.kernel.rune.Lane;
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
        recorder.control("connected", 0);
    }

    /**
     * The line is as another runtime recorded it last; one that was gone stays so until the person comes back.
     *
     * @param there false where nobody is at the far end yet, whatever the other runtime knew of it
     */
    public void takeUp(List<Rune> recorded, boolean there) {
        for (Rune rune : recorded) {
            String signal = rune.lane() == Lane.CONTROL ? rune.payload().text("signal") : null;
            switch (signal) {
                case "connected" -> state = State.CONNECTED;
                case "reconnecting", "disconnected" -> state = State.DISCONNECTED;
                case "muted" -> muted = true;
                case "unmuted" -> muted = false;
                case null, default -> {}
            }
        }
        state = there ? state : State.AWAITED;
        recorder.control(isConnected() ? "connected" : "disconnected", 0);
    }

    /** Somebody writes: whoever was awaited is there, though there may be no sound. */
    public void written() {
        if (state == State.AWAITED) {
            state = State.CONNECTED;
            recorder.control("connected", 0);
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
        recorder.control("reconnecting", 0);
        grace = clock.after(graceMs, Rank.TIMER, this::giveUp);
    }

    private void giveUp() {
        state = State.DISCONNECTED;
        grace = null;
        recorder.control("disconnected", 0);
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
        recorder.control("connected", 0);
        line.restored();
    }

    public void muted(boolean nowMuted) {
        muted = nowMuted;
        recorder.control(nowMuted ? "muted" : "unmuted", 0);
    }

    public void stalled(long forMs) {
        stalledUntilMs = Math.max(stalledUntilMs, clock.nowMs() + forMs);
        recorder.control("stall", 0, Json.Obj.EMPTY.with("for_ms", forMs));
    }

    /** What stalled flows again, sooner than was thought. */
    public void flowed() {
        stalledUntilMs = Math.min(stalledUntilMs, clock.nowMs());
        recorder.control("stall", 0, Json.Obj.EMPTY.with("for_ms", 0));
    }

    /** The person is quiet though the line is well, and not because they are muted; nothing follows from it by itself. */
    public void fellSilent() {
        if (isAudible()) {
            recorder.control("silence", 0);
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
