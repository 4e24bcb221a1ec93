package dev.parley.bench;

import dev.parley.kernel.port.TimeSource;
import dev.parley.pipeline.budget.BudgetOutcome;
import dev.parley.pipeline.cancel.CancelScope;
import dev.parley.pipeline.cancel.ScopeKind;
import dev.parley.pipeline.graph.GraphDefinition;
import dev.parley.pipeline.graph.NodeCatalogue;
import dev.parley.pipeline.graph.NodeDeclaration;
import dev.parley.pipeline.node.Node;
import dev.parley.pipeline.node.NodeExecutionContext;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.node.Preemptible;
import dev.parley.pipeline.plan.PlanResolution;
import dev.parley.pipeline.plan.PlanTemplate;
import dev.parley.pipeline.plan.ResolvedTurnPlan;
import dev.parley.pipeline.plan.TurnInputs;
import dev.parley.pipeline.run.PipelineRun;
import dev.parley.pipeline.run.RunPorts;
import dev.parley.pipeline.run.SessionState;
import dev.parley.pipeline.spec.PipelineSpec;
import dev.parley.pipeline.time.Timebase;
import dev.parley.provider.AudioFrame;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Five nodes in a row that each look at a frame of audio and pass it on; the last one keeps it. */
final class FramePipeline {
    static final int NODES = 5;
    static final String AUDIO = "audio.pcm";

    private static final AudioFrame SILENCE = AudioFrame.silence(16_000, 0, 20);

    private static final TimeSource SYSTEM = new TimeSource() {
        @Override
        public long monotonicNanos() {
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }
    };

    private static final NodeDeclaration SPEAKER = new NodeDeclaration(
            "speaker",
            NodeDeclaration.Role.SINK,
            List.of(AUDIO),
            List.of(),
            NodeDeclaration.Streaming.INCREMENTAL,
            NodeDeclaration.Cancel.PREEMPTIBLE,
            20,
            List.of(NodeDeclaration.Resource.CPU),
            List.of(),
            true,
            Optional.empty());

    private static final GraphDefinition GRAPH = graph();
    private static final PlanTemplate PLANS = new PlanTemplate(GRAPH);

    private FramePipeline() {}

    static TimeSource time() {
        return SYSTEM;
    }

    static PipelineRun start(String session, Consumer<PipelineEvent> output, Runnable wake) {
        TurnInputs inputs = new TurnInputs(
                session, 1, 1, TurnInputs.Admission.ADMIT, Map.of(), Map.of(), TurnInputs.Posture.FULL, 1);
        ResolvedTurnPlan plan = ((PlanResolution.Resolved) PLANS.resolve(inputs)).plan();
        Map<String, Node> nodes = new LinkedHashMap<>();
        GRAPH.nodes()
                .forEach((id, vertex) -> nodes.put(
                        id,
                        id.equals("out")
                                ? new Speaker(vertex.declaration(), output)
                                : new Stage(vertex.declaration())));
        CancelScope turn = CancelScope.session(session).child(ScopeKind.TURN, "1");
        RunPorts ports = new RunPorts(new Timebase(SYSTEM), turn, SessionState.disposable(), wake);
        return PipelineRun.start(plan, nodes, ports, SYSTEM.monotonicNanos());
    }

    /** A frame of silence that came in, or is due, at this time. */
    static PipelineEvent event(long sequence, long arrivalNanos) {
        return PipelineEvent.data(AUDIO, sequence, 0, arrivalNanos, 1, SILENCE);
    }

    /** What every stage does with a frame, here and in the pipelines it is measured beside. */
    static int look(AudioFrame frame) {
        byte[] pcm = frame.pcm();
        return pcm[0] + pcm[pcm.length - 1];
    }

    static AudioFrame frame(PipelineEvent event) {
        return (AudioFrame) event.payload();
    }

    private static GraphDefinition graph() {
        StringBuilder yaml = new StringBuilder("parley: pipeline/1\nname: frames\nversion: 1.0.0\nprofile: simple\n"
                + "budgets: {turn: {time_ms: 86400000}}\nnodes:\n  - {id: mic, type: microphone}\n");
        StringBuilder edges = new StringBuilder("edges:\n");
        String before = "mic";
        for (int i = 1; i <= NODES; i++) {
            String id = i == NODES ? "out" : "n" + i;
            yaml.append("  - {id: ")
                    .append(id)
                    .append(", type: ")
                    .append(i == NODES ? "speaker" : "gain")
                    .append("}\n");
            edges.append("  - {id: e")
                    .append(i)
                    .append(", from: ")
                    .append(before)
                    .append(", to: ")
                    .append(id)
                    .append("}\n");
            before = id;
        }
        PipelineSpec spec = PipelineSpec.read("frames", yaml.append(edges).toString());
        return GraphDefinition.of(spec, NodeCatalogue.standard().with(List.of(SPEAKER)));
    }

    private static final class Stage implements Node {
        private final NodeDeclaration declaration;

        Stage(NodeDeclaration declaration) {
            this.declaration = declaration;
        }

        @Override
        public NodeDeclaration declaration() {
            return declaration;
        }

        @Override
        public void onEvent(PipelineEvent event, NodeExecutionContext context) {
            if (look(frame(event)) == 0) {
                context.emit(event);
            }
        }
    }

    private static final class Speaker implements Preemptible {
        private final NodeDeclaration declaration;
        private final Consumer<PipelineEvent> output;

        Speaker(NodeDeclaration declaration, Consumer<PipelineEvent> output) {
            this.declaration = declaration;
            this.output = output;
        }

        @Override
        public NodeDeclaration declaration() {
            return declaration;
        }

        @Override
        public void onEvent(PipelineEvent event, NodeExecutionContext context) {
            output.accept(event);
        }

        @Override
        public void onCancel(NodeExecutionContext context) {}

        @Override
        public void onBargeIn(NodeExecutionContext context) {}

        @Override
        public void onBudgetExhausted(BudgetOutcome outcome, NodeExecutionContext context) {}
    }
}
