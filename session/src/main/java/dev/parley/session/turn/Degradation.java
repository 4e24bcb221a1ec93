package dev.parley.session.turn;

import dev.parley.kernel.Level;
import dev.parley.kernel.event.ControlEvents.BudgetExhausted;
import dev.parley.kernel.event.ControlEvents.BudgetWarned;
import dev.parley.kernel.event.ControlEvents.DegradationApplied;
import dev.parley.kernel.event.ControlEvents.ProviderSwitched;
import dev.parley.kernel.event.ControlEvents.WatermarkReached;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.port.BudgetHandle.Resource;
import dev.parley.pipeline.budget.BudgetScope;
import dev.parley.pipeline.budget.BudgetSignal;
import dev.parley.pipeline.spec.DegradeRule;
import dev.parley.provider.Modality;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Recorder;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What a turn does when something runs short, as its pipeline says (stream pipeline item 19): go on, do with less, ask another
 * provider, or end. Every outcome is recorded before it counts. What is given up is given up for this turn alone.
 */
final class Degradation {
    private static final String SHORT_OF_BUDGET = "INV-AGENT-BUDGET";
    private static final String SHORTEN = "shorten";
    private static final Set<BudgetScope> OF_ALL = Set.of(BudgetScope.AGENT, BudgetScope.TURN, BudgetScope.PATH);

    private final Recorder recorder;
    private final ProviderDesk desk;
    private final TurnPlans plans;
    private final Runnable terminate;
    private long turn;
    private boolean brief;

    Degradation(Recorder recorder, ProviderDesk desk, TurnPlans plans, Runnable terminate) {
        this.terminate = terminate;
        this.recorder = recorder;
        this.desk = desk;
        this.plans = plans;
        recorder.listen(this::saw);
    }

    private void saw(Event event) {
        if (event instanceof WatermarkReached) {
            brief |= has("watermark", SHORTEN);
        } else if (event instanceof ProviderSwitched) {
            brief |= has("provider_error", SHORTEN);
        }
    }

    /**
     * A turn begins.
     *
     * @param degraded whether it does with less from the start
     */
    void begin(long newTurn, boolean degraded) {
        turn = newTurn;
        brief = degraded
                && plans.degrade().stream().anyMatch(rule -> rule.action().equals(SHORTEN));
    }

    /** The turn is over; what is heard from now on is of none. */
    void over() {
        turn = 0;
    }

    private boolean has(String when, String action) {
        return plans.degrade().stream()
                .anyMatch(rule -> rule.when().equals(when) && rule.action().equals(action));
    }

    /** Whether of every reply only the first sentence is said. */
    boolean isBrief() {
        return brief;
    }

    /**
     * The budget of the turn, or of the agent that answers, says something. Whoever spends tokens or calls beyond a budget that
     * ends the turn or the agent ends it there; time ends the turn from here.
     */
    void heard(BudgetSignal signal) {
        boolean counted = signal.resource() != Resource.WALL_MS;
        boolean elsewhere = counted || signal.scope() == BudgetScope.AGENT;
        heard(signal, turn, counted ? this::askOthers : this::fallBack, elsewhere ? () -> {} : terminate);
    }

    /**
     * The budget of a call says something. What belongs to no turn, because somebody is listened to or thought about ahead, ends
     * alone.
     */
    void heard(BudgetSignal signal, ProviderDesk.Ticket call) {
        boolean counted = signal.resource() != Resource.WALL_MS;
        heard(
                signal,
                call.turn(),
                counted ? this::askOthers : _ -> call.fallBack(),
                call.turn() == 0 ? call::giveUp : terminate);
    }

    private void heard(BudgetSignal signal, long about, Consumer<String> fallBack, Runnable end) {
        String scope = signal.scope().spelled();
        String id = signal.scopeId();
        String resource = signal.resource().name().toLowerCase(Locale.ROOT);
        switch (signal) {
            case BudgetSignal.Warning warning -> {
                recorder.write(new BudgetWarned(scope, id, resource, warning.spent(), warning.limit()), about);
                apply(signal, about, fallBack);
            }
            case BudgetSignal.Exhausted spent -> {
                String outcome = spent.outcome().spelled();
                recorder.write(new BudgetExhausted(scope, id, resource, spent.spent(), spent.limit(), outcome), about);
                switch (spent.outcome()) {
                    case CONTINUE -> goesOn(spent, about);
                    case DEGRADE -> {
                        goesOn(spent, about);
                        apply(spent, about, fallBack);
                    }
                    case FALLBACK -> {
                        goesOn(spent, about);
                        fallBack.accept(worker(spent));
                    }
                    case TERMINATE -> end.run();
                }
            }
        }
    }

    /** What ends says so by its reason; what goes on beyond its budget is a warning (ruling X1). */
    private void goesOn(BudgetSignal.Exhausted spent, long about) {
        recorder.violation(
                SHORT_OF_BUDGET,
                Level.WARN,
                spent.scopeId() + " has spent its " + spent.limit() + " " + unit(spent.resource()),
                about);
    }

    private static String unit(Resource resource) {
        return switch (resource) {
            case WALL_MS -> "ms";
            case TOKENS -> "tokens";
            case TOOL_CALLS -> "calls";
        };
    }

    /** Whether it is the budget of everything that the turn does, not of a part. */
    private static boolean isOfAll(BudgetSignal signal) {
        return OF_ALL.contains(signal.scope());
    }

    private boolean concerns(BudgetSignal signal, String node) {
        return isOfAll(signal)
                || (signal.scope() == BudgetScope.EDGE
                        ? plans.joins(signal.scopeId(), node)
                        : signal.scopeId().equals(node));
    }

    /** The node whose provider is left for another one. */
    private String worker(BudgetSignal signal) {
        if (signal.scope() == BudgetScope.EDGE) {
            return plans.worker(signal.scopeId());
        }
        return isOfAll(signal) ? plans.node(Modality.LLM) : signal.scopeId();
    }

    /** Nothing is said shorter before there is a turn to say it in. */
    private void apply(BudgetSignal signal, long about, Consumer<String> fallBack) {
        List<DegradeRule> rules = plans.degrade().stream()
                .filter(rule -> rule.when().equals(signal.name()))
                .filter(rule -> concerns(signal, rule.node()))
                .filter(rule -> about != 0 || !rule.action().equals(SHORTEN))
                .toList();
        for (DegradeRule rule : rules) {
            recorder.write(new DegradationApplied(rule.node(), rule.action(), rule.when()), about);
            if (rule.action().equals(SHORTEN)) {
                brief = true;
            } else {
                fallBack.accept(rule.node());
            }
        }
    }

    private void fallBack(String node) {
        of(node).forEach(desk::fallBack);
    }

    /** Time is saved by leaving a call, tokens only by asking somebody else next time: what is written is paid for. */
    private void askOthers(String node) {
        of(node).forEach(desk::passOver);
    }

    private List<Modality> of(String node) {
        return Stream.of(Modality.values())
                .filter(modality -> plans.node(modality).equals(node))
                .toList();
    }
}
