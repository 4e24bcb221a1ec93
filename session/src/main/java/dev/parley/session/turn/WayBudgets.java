package dev.parley.session.turn;

import dev.parley.kernel.event.ControlEvents.FlowPaused;
import dev.parley.kernel.event.ControlEvents.FlowResumed;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.PlaybackEvents.PlaybackStarted;
import dev.parley.pipeline.budget.BudgetScope;
import dev.parley.pipeline.budget.BudgetSignal;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.BudgetWatch;
import dev.parley.session.time.LoopClock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the ways through a pipeline may use. The path of a turn leads from its words to the first that is heard of the answer.
 * An edge uses its time while it holds up what feeds it: from its high mark to its low one.
 */
final class WayBudgets {
    private static final String ANSWER = "answer";

    private final TurnPlans plans;
    private final LoopClock clock;
    private final Consumer<BudgetSignal> listener;
    private final Map<String, BudgetWatch> pressed = new LinkedHashMap<>();
    private @Nullable BudgetWatch path;

    WayBudgets(Recorder recorder, LoopClock clock, TurnPlans plans, Consumer<BudgetSignal> listener) {
        this.plans = plans;
        this.clock = clock;
        this.listener = listener;
        recorder.listen(this::saw);
    }

    private void saw(Event event) {
        switch (event) {
            case FlowPaused(String edge) -> holdsUp(edge);
            case FlowResumed(String edge) -> flows(edge);
            case PlaybackStarted _ -> arrived();
            default -> {}
        }
    }

    /** The path of the turn that opens. */
    BudgetWatch path() {
        BudgetWatch watch = new BudgetWatch(BudgetScope.PATH, ANSWER, plans.budget(BudgetScope.PATH), clock, listener);
        path = watch;
        return watch;
    }

    private void arrived() {
        if (path != null) {
            path.stop();
        }
    }

    private void holdsUp(String edge) {
        BudgetSpec spec = plans.budget(BudgetScope.EDGE);
        if (spec.timeMs() != BudgetSpec.UNLIMITED && !pressed.containsKey(edge)) {
            BudgetWatch watch = new BudgetWatch(BudgetScope.EDGE, plans.edge(edge), spec, clock, listener);
            pressed.put(edge, watch);
            watch.run();
        }
    }

    private void flows(String edge) {
        BudgetWatch watch = pressed.remove(edge);
        if (watch != null) {
            watch.stop();
        }
    }

    /** The turn is over: what was held up in it was its own. */
    void over() {
        arrived();
        pressed.values().forEach(BudgetWatch::stop);
        pressed.clear();
    }
}
