package dev.parley.pipeline.run;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.BudgetHandle.Resource;
import dev.parley.kernel.rune.Lane;
import dev.parley.pipeline.budget.Budget;
import dev.parley.pipeline.budget.BudgetOutcome;
import dev.parley.pipeline.budget.BudgetSignal;
import dev.parley.pipeline.cancel.CancelScope;
import dev.parley.pipeline.edge.EdgeSignal;
import dev.parley.pipeline.edge.Offered;
import dev.parley.pipeline.node.Node;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.node.Preemptible;
import dev.parley.pipeline.plan.ResolvedTurnPlan;
import dev.parley.pipeline.signal.ControlSignal;
import dev.parley.pipeline.signal.Signal;
import dev.parley.pipeline.signal.SignalOwner;
import java.util.List;
import java.util.Map;

/**
 * One turn's plan at work. The loop that owns it offers events at the sources, lets it run, and takes its notes away.
 * Nothing in here starts a thread or reads a clock.
 */
public final class PipelineRun {
    private static final int HANDLERS_MAX = 1 << 20;

    private ResolvedTurnPlan plan;
    private final RunLoop loop;
    private final Budget turn;
    private final NodeSlot[] slots;
    private final EdgeSlot[] edges;
    private final Map<String, NodeSlot> byId;

    PipelineRun(ResolvedTurnPlan plan, RunLoop loop, Budget turn, RunAssembly.Parts parts) {
        this.plan = plan;
        this.loop = loop;
        this.turn = turn;
        this.byId = parts.slots();
        this.slots = byId.values().toArray(NodeSlot[]::new);
        this.edges = parts.edges().toArray(EdgeSlot[]::new);
    }

    /** Puts a plan to work with these nodes; every node of the plan must be there and be what the plan says it is. */
    public static PipelineRun start(ResolvedTurnPlan plan, Map<String, Node> nodes, RunPorts ports, long nowNanos) {
        return new RunAssembly(plan, plan.graph(), nodes, ports, nowNanos).assemble();
    }

    /**
     * Puts to work that part of a plan which carries events of such types. It goes on from turn to turn, for somebody is
     * listened to before there is a turn; so the budget of a turn stands still in it.
     */
    public static PipelineRun carry(
            ResolvedTurnPlan plan, String typePrefix, Map<String, Node> nodes, RunPorts ports, long nowNanos) {
        PipelineRun run = new RunAssembly(plan, plan.graph().carrying(typePrefix), nodes, ports, nowNanos).assemble();
        run.turn.pause(nowNanos);
        return run;
    }

    public ResolvedTurnPlan plan() {
        return plan;
    }

    /** Goes on under another plan of the same graph, whose chance and epoch count from now on. What is on its way goes on. */
    public void under(ResolvedTurnPlan next) {
        if (!next.graph().equals(plan.graph())) {
            throw new IllegalArgumentException("another graph is another run");
        }
        plan = next;
        loop.under(next.inputs());
    }

    /** Brings an event in at a source. Events of another epoch, or after a cancel, go nowhere. */
    public Offered offer(String source, PipelineEvent event, long nowNanos) {
        loop.at(nowNanos);
        NodeSlot slot = slot(source);
        if (event.epoch() != loop.epoch()) {
            loop.note(new RunNote.StaleEpoch(source, event));
            return Offered.DROPPED;
        }
        return slot.emit(event);
    }

    /** Gives a signal to every node. A sender that does not own it is refused, and no node hears of it. */
    public ControlSignal.Given signal(Signal signal, SignalOwner sender, Json.Obj details, long nowNanos) {
        loop.at(nowNanos);
        ControlSignal.Given given = ControlSignal.give(signal, sender, nowNanos, details);
        if (given instanceof ControlSignal.Admitted admitted && loop.give(admitted.signal()) == Offered.OVERFLOW) {
            throw new IllegalStateException("the control lane of the run is full");
        }
        return given;
    }

    /** Lets handlers run until nothing is left to do, and answers how many ran. */
    public int run(long nowNanos) {
        return run(nowNanos, HANDLERS_MAX);
    }

    /** Lets at most this many handlers run, for a loop that has others to serve. */
    public int run(long nowNanos, int handlersMax) {
        loop.at(nowNanos);
        spend(nowNanos);
        loop.releaseAll();
        int ran = loop.run(handlersMax);
        for (EdgeSlot slot : edges) {
            if (slot.edge.hasSignals()) {
                for (EdgeSignal signal : slot.edge.drainSignals()) {
                    loop.note(new RunNote.Pressure(signal));
                }
            }
        }
        return ran;
    }

    /** What happened since the last call, for the record, oldest first. */
    public List<RunNote> drainNotes() {
        return loop.drainNotes();
    }

    /** Someone speaks: output that was made and not yet heard goes, the turn goes on until its arbiter says otherwise. */
    public void bargeIn(long nowNanos) {
        loop.at(nowNanos);
        for (NodeSlot slot : slots) {
            if (slot.node() instanceof Preemptible preemptible) {
                loop.guarded(slot, () -> preemptible.onBargeIn(slot));
            }
        }
        for (NodeSlot slot : slots) {
            if (plan.graph().outOf(slot.nodeId()).isEmpty()) {
                for (EdgeSlot into : slot.in.edges()) {
                    into.flush(nowNanos);
                }
            }
        }
    }

    /** Stops everything. After this nothing is accepted or emitted, and what still comes back is late. */
    public boolean cancel(String reason, long nowNanos) {
        loop.at(nowNanos);
        if (!turnScope().cancel(reason, nowNanos)) {
            return false;
        }
        for (NodeSlot slot : slots) {
            if (slot.node() instanceof Preemptible preemptible) {
                loop.guarded(slot, () -> preemptible.onCancel(slot));
            }
        }
        loop.stop();
        for (EdgeSlot edge : edges) {
            edge.flush(nowNanos);
        }
        return true;
    }

    /** The lease moved on and this runtime kept it: what comes in from now on must show the new epoch. */
    public void rotate(long epoch) {
        loop.epoch(epoch);
    }

    /** When the run wants to be woken by itself; the largest number when never. */
    public long nextWakeNanos() {
        long next = turn.exhaustedAtNanos();
        for (NodeSlot slot : slots) {
            if (slot.isWorking()) {
                next = Math.min(next, slot.budget.exhaustedAtNanos());
            }
        }
        for (EdgeSlot edge : edges) {
            next = Math.min(next, edge.edge.blockedUntilNanos());
        }
        return next;
    }

    public int queued(String edge, Lane lane) {
        for (EdgeSlot slot : edges) {
            if (slot.edge.id().equals(edge)) {
                return slot.edge.items(lane);
            }
        }
        throw new IllegalArgumentException("there is no edge '" + edge + "'");
    }

    private CancelScope turnScope() {
        return loop.ports().turn();
    }

    private NodeSlot slot(String id) {
        NodeSlot slot = byId.get(id);
        if (slot == null) {
            throw new IllegalArgumentException("there is no node '" + id + "'");
        }
        return slot;
    }

    private void spend(long nowNanos) {
        turn.advanceTo(nowNanos);
        if (turn.hasSignals()) {
            turn.drainSignals().forEach(signal -> loop.note(new RunNote.Spending(signal)));
        }
        for (long spending = loop.spending(); spending != 0; spending &= spending - 1) {
            NodeSlot slot = slots[Long.numberOfTrailingZeros(spending)];
            if (slot.isWorking() || slot.budget.hasSignals()) {
                slot.budget.advanceTo(nowNanos);
                slot.budget.drainSignals().forEach(signal -> spent(slot, signal));
            }
        }
    }

    private void spent(NodeSlot slot, BudgetSignal signal) {
        loop.note(new RunNote.Spending(signal));
        if (!(signal instanceof BudgetSignal.Exhausted exhausted)) {
            return;
        }
        if (slot.node() instanceof Preemptible preemptible) {
            loop.guarded(slot, () -> preemptible.onBudgetExhausted(exhausted.outcome(), slot));
        }
        if (exhausted.outcome() == BudgetOutcome.FALLBACK && exhausted.resource() == Resource.WALL_MS) {
            loop.fallBack(slot);
        }
    }
}
