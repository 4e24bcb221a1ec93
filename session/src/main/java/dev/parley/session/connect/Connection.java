package dev.parley.session.connect;

import dev.parley.kernel.event.ControlEvents.ClientConnected;
import dev.parley.kernel.event.ControlEvents.ClientDisconnected;
import dev.parley.kernel.event.ControlEvents.MicrophoneMuted;
import dev.parley.kernel.event.ControlEvents.MicrophoneUnmuted;
import dev.parley.kernel.event.ControlEvents.ReconnectAwaited;
import dev.parley.kernel.event.ControlEvents.SilenceDetected;
import dev.parley.kernel.event.ControlEvents.StallReported;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import org.jspecify.annotations.Nullable;

/** Follows the connection and gives a turn its time of grace when the line drops. */
public final class Connection {
    private final long graceMs;
    private final LoopClock clock;
    private final Recorder recorder;
    private final Line line;
    /** Whether the conversation goes on here, and nobody has been here yet. */
    private boolean awaited;

    private long stalledUntilMs;
    private @Nullable Timer grace;

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
     * The line is as another runtime recorded it last. One that was lost stays so until the person comes back.
     *
     * @param there false where nobody is at the far end yet, whatever the other runtime knew of it
     */
    public void takeUp(boolean there) {
        awaited = !there;
        recorder.write(there && isConnected() ? new ClientConnected() : new ClientDisconnected(), 0);
    }

    /** Somebody writes: whoever was awaited is there, though there may be no sound. */
    public void written() {
        if (awaited) {
            awaited = false;
            recorder.write(new ClientConnected(), 0);
        }
    }

    public void dropped() {
        if (!isConnected()) {
            return;
        }
        line.dropped();
        if (graceMs == 0) {
            giveUp();
            return;
        }
        recorder.write(new ReconnectAwaited(), 0);
        grace = clock.after(graceMs, Rank.TIMER, this::giveUp);
    }

    private void giveUp() {
        grace = null;
        recorder.write(new ClientDisconnected(), 0);
        line.gone();
    }

    /** The person is on a line, in place of any before it. What stalled there does not stall here. */
    public void restored() {
        if (isConnected()) {
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
        awaited = false;
        recorder.write(new ClientConnected(), 0);
        line.restored();
    }

    public void muted(boolean nowMuted) {
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
        return recorder.state().line().isConnected();
    }

    /** Whether nobody is expected back in time for what goes on now. */
    public boolean isGone() {
        return recorder.state().line().isDisconnected();
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
        return isReachable() && !recorder.state().line().isMuted();
    }
}
