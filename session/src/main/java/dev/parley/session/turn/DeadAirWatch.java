package dev.parley.session.turn;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.session.Settings.DeadAir;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import org.jspecify.annotations.Nullable;

/**
 * Notices when the agent has the floor and the person hears nothing for too long: a model, a tool or a voice takes its time.
 * Once in every silence it leaves a rune, and once in a turn it says a filler word, if there is one. The rune does not show
 * that the turn goes on, so a stuck turn still ends in its time.
 */
public final class DeadAirWatch {
    /** The rune that is left. */
    public static final String KIND = "turn.dead_air";

    private final DeadAir settings;
    private final LoopClock clock;
    private final Recorder recorder;
    private final Floor floor;
    private @Nullable Timer timer;
    private String shown = "";
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
        if (!now.equals(shown)) {
            shown = now;
            recorder.data("agent.state", 0, Json.Obj.EMPTY.with("state", now));
            saw(now);
        }
    }

    private void saw(String agentState) {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        if (settings.afterMs() > 0 && agentState.equals("thinking")) {
            timer = clock.after(settings.afterMs(), Rank.TIMER, this::silent);
        }
    }

    private void silent() {
        timer = null;
        OpenTurn open = floor.open();
        long turn = open == null ? 0 : open.id;
        if (turn == 0) {
            return;
        }
        boolean fills = !settings.filler().isEmpty() && turn != filled;
        recorder.evidence(
                KIND, turn, Json.Obj.EMPTY.with("silent_ms", settings.afterMs()).with("filled", fills));
        if (fills) {
            filled = turn;
            floor.fill(settings.filler());
        }
    }
}
