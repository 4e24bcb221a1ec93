package dev.parley.pipeline.run;

import dev.parley.kernel.rune.Lane;
import dev.parley.pipeline.determinism.DeterminismContext;
import dev.parley.pipeline.edge.Edge;
import dev.parley.pipeline.edge.Ingress;
import dev.parley.pipeline.edge.Offered;
import dev.parley.pipeline.node.Node;
import dev.parley.pipeline.node.NodeExecutionContext.ForeignDoor;
import dev.parley.pipeline.node.Payload;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.plan.TurnInputs;
import dev.parley.pipeline.signal.ControlSignal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of a run. Before every handler it looks for control again, so no data handler stands between a signal and
 * its hearing. Among nodes with data the one nearest to the end goes first: what is inside leaves before more comes in.
 */
final class RunLoop {
    private static final int FOREIGN_MAX = 256;
    private static final int CONTROL_MAX = 64;

    private final RunPorts ports;
    private DeterminismContext determinism;
    private final Edge<ControlSignal> control;
    private final Edge<RunNote.Measured> telemetry;
    /** Made when the first node asks for a door; most have no work outside the loop. */
    private @Nullable Ingress<Foreign> foreign;

    private final List<RunNote> notes = new ArrayList<>(0);
    private NodeSlot[] slots = new NodeSlot[0];
    private long epoch;
    private long now;
    private long withData;
    private long withControl;
    private long keptBack;
    private long spending;
    private boolean stopped;
    private boolean signalled;
    private boolean measured;
    private volatile boolean calledBack;

    private record Foreign(NodeSlot slot, long generation, Payload payload) {}

    RunLoop(RunPorts ports, DeterminismContext determinism, RunEdges edges, long epoch) {
        this.ports = ports;
        this.determinism = determinism;
        this.control = edges.control();
        this.telemetry = edges.telemetry();
        this.epoch = epoch;
    }

    /** The edges of the run itself. */
    record RunEdges(Edge<ControlSignal> control, Edge<RunNote.Measured> telemetry) {}

    void place(NodeSlot[] placed) {
        slots = placed;
    }

    RunPorts ports() {
        return ports;
    }

    DeterminismContext determinism() {
        return determinism;
    }

    /** What may differ from one run to the next stays what it was: it is of the graph. */
    void under(TurnInputs inputs) {
        determinism = determinism.of(inputs.seed());
        epoch = inputs.epoch();
    }

    long now() {
        return now;
    }

    long epoch() {
        return epoch;
    }

    void epoch(long current) {
        epoch = current;
    }

    boolean isStopped() {
        return stopped;
    }

    void stop() {
        stopped = true;
        withData = 0;
        withControl = 0;
        keptBack = 0;
    }

    void at(long nowNanos) {
        now = nowNanos;
    }

    void note(RunNote note) {
        notes.add(note);
    }

    List<RunNote> drainNotes() {
        if (notes.isEmpty()) {
            return List.of();
        }
        List<RunNote> drained = List.copyOf(notes);
        notes.clear();
        return drained;
    }

    Offered give(ControlSignal signal) {
        signalled = true;
        return control.offer(signal, Lane.CONTROL, 1, now);
    }

    void measure(NodeSlot slot, String name, long value) {
        measured = true;
        telemetry.offer(new RunNote.Measured(slot.nodeId(), name, value), Lane.TELEMETRY, 1, now);
    }

    ForeignDoor door(NodeSlot slot) {
        long generation = slot.scope().generation();
        Ingress<Foreign> ingress =
                foreign == null ? new Ingress<>("foreign", FOREIGN_MAX, CONTROL_MAX, () -> {}) : foreign;
        foreign = ingress;
        return payload -> {
            boolean taken = ingress.offer(new Foreign(slot, generation, payload), Lane.DATA);
            calledBack = true;
            ports.wake().run();
            return taken;
        };
    }

    /** Notes what an offer changed about who can run. */
    void offered(EdgeSlot edge, PipelineEvent event, Offered offered) {
        if (offered == Offered.BLOCKED) {
            keptBack |= 1L << edge.from;
        } else if (event.lane() == Lane.CONTROL) {
            withControl |= 1L << edge.to;
        } else {
            withData |= 1L << edge.to;
        }
    }

    /** Runs handlers until nothing can run or the limit is reached, and answers how many ran. */
    int run(int handlersMax) {
        int ran = 0;
        while (ran < handlersMax && runOne()) {
            ran++;
        }
        if (measured) {
            takeMeasurements();
        }
        return ran;
    }

    private void takeMeasurements() {
        measured = false;
        for (RunNote.Measured taken = telemetry.poll(now); taken != null; taken = telemetry.poll(now)) {
            notes.add(taken);
        }
    }

    private boolean runOne() {
        if (signalled && hearNext()) {
            return true;
        }
        if (withControl != 0) {
            return runControl(slots[Long.numberOfTrailingZeros(withControl)]);
        }
        if (calledBack && runNextForeign()) {
            return true;
        }
        long runnable = withData & ~keptBack;
        while (runnable != 0) {
            NodeSlot slot = slots[63 - Long.numberOfLeadingZeros(runnable)];
            if (runData(slot)) {
                return true;
            }
            runnable = withData & ~keptBack;
        }
        return false;
    }

    private boolean hearNext() {
        ControlSignal signal = control.poll(now);
        signalled = signal != null;
        if (signal == null) {
            return false;
        }
        for (NodeSlot slot : slots) {
            guarded(slot, () -> slot.node().onControl(signal, slot));
        }
        return true;
    }

    private boolean runControl(NodeSlot slot) {
        EdgeSlot edge = slot.in.nextControl();
        PipelineEvent event = edge == null ? null : edge.edge.poll(Lane.CONTROL, now);
        if (slot.in.nextControl() == null) {
            withControl &= ~(1L << slot.index);
        }
        if (event != null) {
            handle(slot, event);
        }
        return true;
    }

    /** The mark is taken away before the last look, so an offer in between is either seen or marks anew. */
    private boolean runNextForeign() {
        Ingress<Foreign> ingress = foreign;
        if (ingress == null) {
            calledBack = false;
            return false;
        }
        Foreign back = ingress.poll();
        if (back == null) {
            calledBack = false;
            back = ingress.poll();
        }
        if (back != null) {
            runForeign(back);
        }
        return back != null;
    }

    private void runForeign(Foreign back) {
        NodeSlot slot = back.slot();
        if (stopped || !slot.scope().accepts(back.generation())) {
            note(new RunNote.Late(slot.nodeId(), "foreign"));
            return;
        }
        guarded(slot, () -> slot.node().onForeign(back.payload(), slot));
    }

    private boolean runData(NodeSlot slot) {
        EdgeSlot edge = slot.in.next(now);
        PipelineEvent event = edge == null ? null : edge.edge.pollData(now);
        if (edge == null || event == null) {
            withData &= ~(1L << slot.index);
            return false;
        }
        if ((keptBack & (1L << edge.from)) != 0) {
            release(slots[edge.from]);
        }
        handle(slot, event);
        return true;
    }

    private void handle(NodeSlot slot, PipelineEvent event) {
        if (slot.isOut()) {
            return;
        }
        try {
            slot.node().onEvent(event, slot);
        } catch (RuntimeException e) {
            failed(slot, e);
        }
    }

    /** Offers again what the node's edges kept back; the node may go on when none holds anything any more. */
    void release(NodeSlot slot) {
        boolean free = true;
        for (NodeSlot to : slots) {
            for (EdgeSlot edge : to.in.edges()) {
                if (edge.from == slot.index && edge.isHolding()) {
                    free &= edge.retry(now);
                    withData |= 1L << edge.to;
                }
            }
        }
        if (free) {
            keptBack &= ~(1L << slot.index);
            guarded(slot, () -> slot.node().onReady(slot));
        }
    }

    /** Offers again whatever any edge kept back. */
    void releaseAll() {
        for (long held = keptBack; held != 0; held &= held - 1) {
            release(slots[Long.numberOfTrailingZeros(held)]);
        }
    }

    /** A node that has its budget in hand can spend it from now on. */
    void spends(NodeSlot slot) {
        spending |= 1L << slot.index;
    }

    /** The nodes whose budgets may have something to say. */
    long spending() {
        return spending;
    }

    void guarded(NodeSlot slot, Runnable handler) {
        if (slot.isOut()) {
            return;
        }
        try {
            handler.run();
        } catch (RuntimeException e) {
            failed(slot, e);
        }
    }

    private void failed(NodeSlot slot, RuntimeException e) {
        note(new RunNote.NodeFailed(slot.nodeId(), String.valueOf(e.getMessage())));
        fallBack(slot);
    }

    /** Lets the planned node stand in, once; where there is none the node is out of the run. */
    void fallBack(NodeSlot slot) {
        Node fallback = fallbacks.of(slot);
        if (fallback == null || slot.hasStandIn()) {
            slot.takeOut();
            return;
        }
        slot.standIn(fallback);
        note(new RunNote.FellBack(slot.nodeId(), slot.vertex.spec().fallback().orElse("")));
    }

    /** Who stands in for whom. */
    @FunctionalInterface
    interface Fallbacks {
        @Nullable
        Node of(NodeSlot slot);
    }

    private Fallbacks fallbacks = slot -> null;

    void fallbacks(Fallbacks planned) {
        fallbacks = planned;
    }
}
