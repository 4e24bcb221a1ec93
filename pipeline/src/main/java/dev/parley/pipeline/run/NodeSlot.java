package dev.parley.pipeline.run;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.BudgetHandle;
import dev.parley.kernel.port.CancelToken;
import dev.parley.pipeline.budget.Budget;
import dev.parley.pipeline.cancel.CancelScope;
import dev.parley.pipeline.cancel.ScopeKind;
import dev.parley.pipeline.determinism.DeterminismContext;
import dev.parley.pipeline.edge.Offered;
import dev.parley.pipeline.graph.GraphDefinition.Vertex;
import dev.parley.pipeline.graph.NodeDeclaration.StateUse;
import dev.parley.pipeline.node.Node;
import dev.parley.pipeline.node.NodeExecutionContext;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.node.StateHandle;
import dev.parley.pipeline.node.TelemetryHandle;
import dev.parley.pipeline.time.Timebase;
import java.util.List;
import java.util.Optional;

/** A node in its place in a run, and the context it is given. */
final class NodeSlot implements NodeExecutionContext, StateHandle, TelemetryHandle {
    final int index;
    final Vertex vertex;
    final InPort in;
    final Budget budget;
    private final RunLoop loop;
    private final OutPort[] outs;
    private CancelScope scope;
    private Node node;
    private boolean isOut;
    private boolean hasStandIn;
    private boolean working;

    NodeSlot(RunLoop loop, int index, Vertex vertex, Node node, InPort in, List<OutPort> outs, Scope scope) {
        this.loop = loop;
        this.index = index;
        this.vertex = vertex;
        this.node = node;
        this.in = in;
        this.outs = outs.toArray(OutPort[]::new);
        this.scope = scope.cancel();
        this.budget = scope.budget();
    }

    /** What bounds the node. */
    record Scope(CancelScope cancel, Budget budget) {}

    Node node() {
        return node;
    }

    /** Whether the node failed and has nobody to stand in for it. */
    boolean isOut() {
        return isOut;
    }

    void takeOut() {
        isOut = true;
    }

    /** What the node before still has under way is of an older generation, and therefore late. */
    void standIn(Node fallback) {
        scope.cancel("fallback", loop.now());
        scope = loop.ports().turn().child(ScopeKind.NODE, nodeId());
        node = fallback;
        hasStandIn = true;
    }

    CancelScope scope() {
        return scope;
    }

    boolean hasStandIn() {
        return hasStandIn;
    }

    boolean isWorking() {
        return working;
    }

    @Override
    public String nodeId() {
        return vertex.spec().id();
    }

    @Override
    public CancelToken cancel() {
        return scope;
    }

    @Override
    public BudgetHandle budget() {
        loop.spends(this);
        return budget;
    }

    @Override
    public Timebase timebase() {
        return loop.ports().timebase();
    }

    @Override
    public StateHandle state() {
        return this;
    }

    @Override
    public TelemetryHandle telemetry() {
        return this;
    }

    @Override
    public DeterminismContext determinism() {
        return loop.determinism();
    }

    @Override
    public long nowNanos() {
        return loop.now();
    }

    @Override
    public long epoch() {
        return loop.epoch();
    }

    @Override
    public Offered emit(PipelineEvent event) {
        if (loop.isStopped() || scope.isCancelled()) {
            loop.note(new RunNote.Late(nodeId(), event.type()));
            return Offered.DROPPED;
        }
        for (OutPort out : outs) {
            if (out.carries(event.type())) {
                return out.emit(event, loop, loop.now());
            }
        }
        if (!vertex.declaration().emits().contains(event.type())) {
            throw new IllegalArgumentException(nodeId() + " did not declare that it emits " + event.type());
        }
        return Offered.ACCEPTED;
    }

    @Override
    public void workBegan() {
        working = true;
        loop.spends(this);
        budget.resume(loop.now());
    }

    @Override
    public void workEnded() {
        working = false;
        budget.pause(loop.now());
    }

    @Override
    public ForeignDoor door() {
        return loop.door(this);
    }

    @Override
    public Optional<Json> read(StateUse use, String key) {
        declared(use);
        return loop.ports().state().read(use, nodeId() + "/" + key);
    }

    @Override
    public void write(StateUse use, String key, Json value) {
        declared(use);
        loop.ports().state().write(use, nodeId() + "/" + key, value);
    }

    @Override
    public void measure(String name, long value) {
        loop.measure(this, name, value);
    }

    private void declared(StateUse use) {
        if (!vertex.declaration().state().contains(use)) {
            throw new IllegalArgumentException(nodeId() + " did not declare that it uses " + use);
        }
    }
}
