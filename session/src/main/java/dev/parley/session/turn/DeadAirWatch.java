package dev.parley.session.turn;

import dev.parley.kernel.event.AgentEvents.AgentStateChanged;
import dev.parley.kernel.event.TurnEvents.DeadAirDetected;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.session.record.Recorder;
import dev.parley.session.settings.Settings.DeadAir;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import org.jspecify.annotations.Nullable;

/**
 * Notices when the agent has the floor and the person hears nothing for too long, whatever it waits for: a model, a tool, a
 * voice that is stalled, the next sentence. Once in every silence it leaves a rune, and once in a turn it says a filler word,
 * if there is one and nothing else waits to be said. The rune does not show
 * that the turn goes on, so a stuck turn still ends in its time.
 */
public final class DeadAirWatch {
    private final DeadAir settings;
    private final LoopClock clock;
    private final Recorder recorder;
    private final Floor floor;
    private @Nullable Timer timer;
    /** The turn that is silent now. */
    private long silent;

    private long filled;

    public DeadAirWatch(DeadAir settings, LoopClock clock, Recorder recorder, Floor floor) {
        this.settings = settings;
        this.clock = clock;
        this.recorder = recorder;
        this.floor = floor;
    }

    /** Looks, after whatever has just happened, whether the agent's state has changed, and shows it. */
    public void look() {
        String now = floor.agentState();
        if (!now.equals(recorder.state().shown().state())) {
            recorder.write(new AgentStateChanged(now), 0);
        }
        if (settings.afterMs() > 0 && silent != floor.silentIn()) {
            silent = floor.silentIn();
            count();
        }
    }

    /** Every silence is counted from its own beginning. */
    private void count() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        if (silent != 0) {
            timer = clock.after(settings.afterMs(), Rank.TIMER, this::noticed);
        }
    }

    private void noticed() {
        timer = null;
        OpenTurn turn = floor.open();
        if (turn == null || turn.id != floor.silentIn()) {
            return;
        }
        boolean fills = !settings.filler().isEmpty()
                && turn.id != filled
                && turn.speech.lines().isIdle();
        recorder.write(new DeadAirDetected(settings.afterMs(), fills), turn.id);
        if (fills) {
            filled = turn.id;
            turn.loop.beside(settings.filler(), "dead_air");
        }
    }
}
