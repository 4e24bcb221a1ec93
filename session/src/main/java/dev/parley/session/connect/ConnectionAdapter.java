package dev.parley.session.connect;

import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.time.Rank;

/**
 * Turns what one transport notices into the events of a session (pipeline item 32), so that a person who is quiet, one who
 * is muted, a line that stalls and a line that is gone are told apart in one place, the same for every transport. It knows
 * signs of life and nothing of media, rooms or sockets. On the loop's thread.
 */
public final class ConnectionAdapter {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Patience patience;
    private final TimeSource time;
    private final Timers timers;
    private final Line line;
    private State state = State.FLOWING;
    private long lastSignMs;
    private long quietSinceMs;
    private boolean quiet;
    private boolean toldSilence;
    private boolean muted;

    /** Something that shows that the line is alive. */
    public enum Sign {
        /** Audio with something in it. */
        AUDIO,
        /** Audio that says of itself that it is silent, or a frame that stands for such audio. */
        QUIET,
        /** An answer to a probe, a keepalive, anything else. */
        PROBE
    }

    /**
     * How long is waited for what.
     *
     * @param silenceMs quiet that lasts so long is told as silence
     * @param stallMs without any sign for so long the transport counts as stalled
     * @param lossMs and after so long the connection as lost
     */
    public record Patience(long silenceMs, long stallMs, long lossMs) {
        public Patience {
            if (silenceMs < 1 || stallMs < 1 || lossMs <= stallMs) {
                throw new IllegalArgumentException("A line is stalled before it is lost, and neither at once.");
            }
        }
    }

    /** The session behind the adapter. */
    public interface Line {
        void offer(SessionEvent event);

        /** The person has hung up. */
        void end();
    }

    private enum State {
        FLOWING,
        STALLED,
        LOST,
        ENDED
    }

    public ConnectionAdapter(Patience patience, TimeSource time, Timers timers, Line line) {
        this.patience = patience;
        this.time = time;
        this.timers = timers;
        this.line = line;
        this.lastSignMs = nowMs();
        lookAfter(patience.stallMs);
    }

    /** The transport shows that it is alive. A line that was given up comes back by this. */
    public void alive(Sign sign) {
        lastSignMs = nowMs();
        switch (state) {
            case FLOWING -> {}
            case STALLED -> line.offer(new SessionEvent.TransportFlowed());
            case LOST -> line.offer(new SessionEvent.Reconnected());
            case ENDED -> {
                return;
            }
        }
        if (state == State.LOST || state == State.STALLED) {
            state = State.FLOWING;
            lookAfter(patience.stallMs);
        }
        listen(sign);
    }

    /** Quiet of a muted person says nothing about them. */
    private void listen(Sign sign) {
        if (sign == Sign.PROBE) {
            return;
        }
        if (sign == Sign.AUDIO || muted) {
            quiet = false;
            toldSilence = false;
            return;
        }
        quietSinceMs = quiet ? quietSinceMs : nowMs();
        quiet = true;
        if (!toldSilence && nowMs() - quietSinceMs >= patience.silenceMs) {
            toldSilence = true;
            line.offer(new SessionEvent.FellSilent());
        }
    }

    /** The transport says itself that the connection is gone. */
    public void dropped() {
        if (state == State.FLOWING || state == State.STALLED) {
            state = State.LOST;
            line.offer(new SessionEvent.Disconnected());
        }
    }

    public void muted(boolean nowMuted) {
        if (muted != nowMuted && state != State.ENDED) {
            muted = nowMuted;
            line.offer(nowMuted ? new SessionEvent.Muted() : new SessionEvent.Unmuted());
        }
    }

    /** The person has hung up: nothing more comes from this line. */
    public void ended() {
        if (state != State.ENDED) {
            state = State.ENDED;
            line.end();
        }
    }

    private void look() {
        long idleMs = nowMs() - lastSignMs;
        switch (state) {
            case FLOWING -> {
                if (idleMs < patience.stallMs) {
                    lookAfter(patience.stallMs - idleMs);
                } else {
                    state = State.STALLED;
                    line.offer(new SessionEvent.Stalled(patience.lossMs - patience.stallMs));
                    lookAfter(patience.lossMs - idleMs);
                }
            }
            case STALLED -> {
                if (idleMs < patience.lossMs) {
                    lookAfter(patience.lossMs - idleMs);
                } else {
                    dropped();
                }
            }
            case LOST, ENDED -> {
                // Nobody looks until there is a sign again.
            }
        }
    }

    private void lookAfter(long delayMs) {
        timers.at(time.monotonicNanos() + delayMs * NANOS_PER_MILLI, Rank.TIMER.order(), this::look);
    }

    private long nowMs() {
        return time.monotonicNanos() / NANOS_PER_MILLI;
    }
}
