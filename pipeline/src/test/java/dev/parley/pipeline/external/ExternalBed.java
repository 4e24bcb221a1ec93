package dev.parley.pipeline.external;

import dev.parley.kernel.port.TimeSource;
import dev.parley.pipeline.budget.BudgetOutcome;
import dev.parley.pipeline.cancel.CancelScope;
import dev.parley.pipeline.cancel.ScopeKind;
import dev.parley.pipeline.graph.GraphDefinition;
import dev.parley.pipeline.graph.NodeCatalogue;
import dev.parley.pipeline.graph.NodeDeclaration;
import dev.parley.pipeline.loop.TimerWheel;
import dev.parley.pipeline.node.Node;
import dev.parley.pipeline.node.NodeExecutionContext;
import dev.parley.pipeline.node.Payload;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.node.Preemptible;
import dev.parley.pipeline.plan.PlanResolution;
import dev.parley.pipeline.plan.ResolvedTurnPlan;
import dev.parley.pipeline.plan.TurnInputs;
import dev.parley.pipeline.run.PipelineRun;
import dev.parley.pipeline.run.RunNote;
import dev.parley.pipeline.run.RunPorts;
import dev.parley.pipeline.run.SessionState;
import dev.parley.pipeline.spec.PipelineSpec;
import dev.parley.pipeline.time.Timebase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** A run on the test's own thread with a foreign process in the middle and a spare node behind it. */
final class ExternalBed implements AutoCloseable {

    private final Semaphore woken = new Semaphore(0);
    private final TimerWheel timers = new TimerWheel(System.nanoTime());
    private final List<String> heard = new ArrayList<>();
    private final List<RunNote> notes = new ArrayList<>();
    private final ExternalNode external;
    private final PipelineRun run;
    private long sequence;

    static ExternalBed child(String mode) {
        return childThatMustStartWithin(mode, 30_000);
    }

    static ExternalBed childThatMustStartWithin(String mode, long startMs) {
        String java = ProcessHandle.current().info().command().orElseThrow();
        return new ExternalBed(
                "command: "
                        + quoted(List.of(
                                java,
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Child.class.getName(),
                                mode)),
                startMs,
                mode.equals("silent") ? 400 : 30_000);
    }

    static ExternalBed command(List<String> command) {
        return new ExternalBed("command: " + quoted(command), 30_000, 30_000);
    }

    static ExternalBed socket(int port) {
        return new ExternalBed("port: " + port, 30_000, 30_000);
    }

    private static String quoted(List<String> words) {
        return words.stream().map(word -> '"' + word + '"').collect(Collectors.joining(", ", "[", "]"));
    }

    private ExternalBed(String reach, long startMs, long answerMs) {
        String yaml = """
                parley: pipeline/1
                name: t
                version: 1.0.0
                profile: advanced
                budgets: {turn: {time_ms: 600000}}
                nodes:
                  - {id: kb, type: keyboard}
                  - id: far
                    type: external
                    fallback: spare
                    budget: {time_ms: 600000}
                    external: {%s, accepts: [text.final], emits: [text.final], start_ms: %d, timeout_ms: %d, cancel_within_ms: 200, line_bytes_max: 4096}
                  - {id: out, type: screen}
                  - {id: spare, type: redact}
                edges:
                  - {id: e1, from: kb, to: far}
                  - {id: e2, from: far, to: out}
                """.formatted(reach, startMs, answerMs);
        GraphDefinition graph = GraphDefinition.of(PipelineSpec.read("t", yaml), NodeCatalogue.standard());
        external = new ExternalNode(
                graph.node("far").declaration(),
                graph.node("far").spec().external().orElseThrow(),
                timers);
        Map<String, Node> nodes = Map.of(
                "kb", new Simple(graph.node("kb").declaration(), (event, context) -> {}),
                "far", external,
                "out", new Simple(graph.node("out").declaration(), (event, context) -> heard.add(text(event))),
                "spare",
                        new Simple(
                                graph.node("spare").declaration(),
                                (event, context) -> context.emit(
                                        event.with("text.final", new Payload.Text(text(event) + ", from the spare")))));
        TurnInputs inputs =
                new TurnInputs("c", 1, 1, TurnInputs.Admission.ADMIT, Map.of(), Map.of(), TurnInputs.Posture.FULL, 7);
        ResolvedTurnPlan plan = ((PlanResolution.Resolved) ResolvedTurnPlan.resolve(graph, inputs)).plan();
        CancelScope turn = CancelScope.session("s").child(ScopeKind.TURN, "1");
        RunPorts ports = new RunPorts(new Timebase(new SystemTime()), turn, SessionState.disposable(), woken::release);
        run = PipelineRun.start(plan, nodes, ports, System.nanoTime());
    }

    void say(String text) {
        PipelineEvent event =
                PipelineEvent.data("text.final", ++sequence, 0, System.nanoTime(), 1, new Payload.Text(text));
        run.offer("kb", event, System.nanoTime());
    }

    void cancel() {
        run.cancel("interrupted", System.nanoTime());
    }

    /** Runs as a loop would: until something wakes it or a timer is due. */
    void runUntil(BooleanSupplier done) throws InterruptedException {
        while (true) {
            timers.advanceTo(System.nanoTime());
            run.run(System.nanoTime());
            notes.addAll(run.drainNotes());
            if (done.getAsBoolean()) {
                return;
            }
            woken.tryAcquire(5, TimeUnit.MILLISECONDS);
            woken.drainPermits();
        }
    }

    List<String> heard() {
        return heard;
    }

    List<RunNote> notes() {
        return notes;
    }

    boolean hasFailed() {
        return notes.stream().anyMatch(RunNote.NodeFailed.class::isInstance);
    }

    RunNote failure() {
        return notes.stream()
                .filter(RunNote.NodeFailed.class::isInstance)
                .findFirst()
                .orElseThrow();
    }

    boolean hasStarted() {
        return children() > 0;
    }

    boolean processIsGone() {
        return children() == 0;
    }

    private static long children() {
        return ProcessHandle.current().children().filter(ProcessHandle::isAlive).count();
    }

    @Override
    public void close() {
        external.end();
    }

    private static String text(PipelineEvent event) {
        return event.payload() instanceof Payload.Text text ? text.text() : "";
    }

    private static final class SystemTime implements TimeSource {
        @Override
        public long monotonicNanos() {
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }
    }

    private record Simple(NodeDeclaration declaration, BiConsumer<PipelineEvent, NodeExecutionContext> handler)
            implements Preemptible {
        @Override
        public void onEvent(PipelineEvent event, NodeExecutionContext context) {
            handler.accept(event, context);
        }

        @Override
        public void onCancel(NodeExecutionContext context) {}

        @Override
        public void onBargeIn(NodeExecutionContext context) {}

        @Override
        public void onBudgetExhausted(BudgetOutcome outcome, NodeExecutionContext context) {}
    }
}
