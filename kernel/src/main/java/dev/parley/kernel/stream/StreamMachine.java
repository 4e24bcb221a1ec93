package dev.parley.kernel.stream;

import dev.parley.kernel.Machine;
import dev.parley.kernel.Step;
import dev.parley.kernel.stream.StreamEvent.Action;
import dev.parley.kernel.stream.StreamEvent.Lifecycle;
import dev.parley.kernel.stream.StreamState.Compiling;
import dev.parley.kernel.stream.StreamState.Failed;
import dev.parley.kernel.stream.StreamState.Idle;
import dev.parley.kernel.stream.StreamState.Interrupting;
import dev.parley.kernel.stream.StreamState.Playing;
import dev.parley.kernel.stream.StreamState.Stopped;
import dev.parley.kernel.stream.StreamState.Synthesizing;
import java.util.ArrayList;
import java.util.List;

/** The stream machine: 7 states, 17 actions (stream model 1.3 and 2). Who may act is not its business. */
public final class StreamMachine implements Machine<StreamState, Action> {
    private static final AccessibilityState ANY_OVERRIDE = new AccessibilityState(Scope.SESSION, null, null, false);

    private static final List<Action> AFTER_A_MUTATION = List.of(
            Lifecycle.START,
            Lifecycle.COMPILE,
            Lifecycle.SYNTHESIZE,
            Lifecycle.PLAY,
            StreamEvent.Interrupt.PLAIN,
            StreamEvent.Stop.REQUESTED,
            StreamEvent.Stop.BY_SYSTEM,
            Lifecycle.FAIL,
            Lifecycle.RESTART,
            new StreamEvent.Claim(Ownership.DEFAULT_PRIORITY),
            StreamEvent.Release.RELEASE,
            new StreamEvent.Transfer("agent_b"),
            new StreamEvent.EnableOverride(ANY_OVERRIDE),
            new StreamEvent.UpdateOverride(new StreamEvent.UpdateOverride.Changes(null, null, null, null)),
            StreamEvent.DisableOverride.DISABLE,
            StreamEvent.Commit.COMMIT,
            new StreamEvent.Rollback(null));
    private static final List<Action> ALL = withAMutation();

    private static List<Action> withAMutation() {
        List<Action> all = new ArrayList<>(AFTER_A_MUTATION);
        all.add(StreamEvent.MutateGraph.MUTATE);
        return List.copyOf(all);
    }

    @Override
    public String name() {
        return "stream";
    }

    @Override
    public StreamState initial() {
        return Idle.IDLE;
    }

    @Override
    public Step<StreamState> step(StreamState state, Action action) {
        return action instanceof StreamEvent.OfGraph ofGraph && StreamRules.isFrozen(state)
                ? Step.refused(StreamRules.ofFrozen(ofGraph), StreamRules.tooLate(ofGraph))
                : propose(state, action);
    }

    /** The step as far as the rows go; that a committed graph stays as it is, the room's invariants say. */
    Step<StreamState> propose(StreamState state, Action action) {
        return switch (action) {
            case Lifecycle lifecycle -> lifecycle(state, lifecycle);
            case StreamEvent.Stop stop -> stop(state, stop);
            case StreamEvent.Interrupt _ ->
                state instanceof Playing(Graph graph) ? Step.moved(new Interrupting(graph)) : refused(state, action);
            case StreamEvent.OfGraph ofGraph -> graph(state, ofGraph);
            case StreamEvent.Claim _ -> Step.moved(state);
            case StreamEvent.Release _ -> Step.moved(state);
            case StreamEvent.Transfer _ -> Step.moved(state);
            case StreamEvent.Delegate _ -> Step.moved(state);
            case StreamEvent.OfOverride _ -> Step.moved(state);
        };
    }

    private static Step<StreamState> lifecycle(StreamState state, Lifecycle action) {
        StreamState next = switch (action) {
            case START -> state instanceof Idle ? Compiling.FIRST : null;
            case COMPILE -> state instanceof Compiling(Graph graph) ? new Synthesizing(graph.frozen()) : null;
            case SYNTHESIZE, PLAY -> state instanceof Synthesizing(Graph graph) ? new Playing(graph) : null;
            case FAIL -> state.isTerminal() ? null : new Failed(state.graph());
            case RESTART -> state.isTerminal() ? Idle.IDLE : null;
        };
        return next == null ? refused(state, action) : Step.moved(next);
    }

    private static Step<StreamState> stop(StreamState state, StreamEvent.Stop stop) {
        return switch (state) {
            case Playing(Graph graph) -> Step.moved(new Stopped(graph));
            case Interrupting(Graph graph) ->
                stop.bySystem()
                        ? Step.moved(new Stopped(graph))
                        : Step.refused(
                                StreamRules.VALID_TRANSITION, "the flush of an interrupt is ended by system alone");
            case Idle _, Compiling _, Synthesizing _, Stopped _, Failed _ -> refused(state, stop);
        };
    }

    private static Step<StreamState> graph(StreamState state, StreamEvent.OfGraph action) {
        Graph present = state.graph();
        boolean fixed = !(state instanceof Compiling) && (present == null || !present.committed());
        if (present == null || fixed) {
            return refused(state, action);
        }
        Graph next = switch (action) {
            case StreamEvent.Commit _ -> present.frozen();
            case StreamEvent.Rollback(Integer toRevision) -> present.back(toRevision);
            case StreamEvent.MutateGraph _ -> present.mutated();
        };
        if (next == null && !present.committed()) {
            return Step.refused(StreamRules.VALID_TRANSITION, "the graph has no such earlier revision");
        }
        return Step.moved(next == null ? state : with(state, next));
    }

    private static StreamState with(StreamState state, Graph graph) {
        return switch (state) {
            case Idle idle -> idle;
            case Compiling _ -> new Compiling(graph);
            case Synthesizing _ -> new Synthesizing(graph);
            case Playing _ -> new Playing(graph);
            case Interrupting _ -> new Interrupting(graph);
            case Stopped _ -> new Stopped(graph);
            case Failed _ -> new Failed(graph);
        };
    }

    private static Step<StreamState> refused(StreamState state, Action action) {
        return Step.refused(
                StreamRules.VALID_TRANSITION,
                "a stream that is " + state.code() + " does not take " + StreamRules.name(action));
    }

    /** One mutation is enough to show the edge; more would only count revisions. */
    @Override
    public List<Action> alphabet(StreamState state) {
        Graph graph = state.graph();
        return graph != null && !graph.committed() && graph.newest() > 0 ? AFTER_A_MUTATION : ALL;
    }

    @Override
    public String printed(StreamState state) {
        return state.code();
    }

    @Override
    public String label(Action action) {
        String name = StreamRules.name(action);
        return action.equals(StreamEvent.Stop.BY_SYSTEM) ? name + " by system" : name;
    }
}
