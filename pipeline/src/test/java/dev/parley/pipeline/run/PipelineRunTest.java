package dev.parley.pipeline.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Lane;
import dev.parley.pipeline.budget.BudgetOutcome;
import dev.parley.pipeline.budget.BudgetSignal;
import dev.parley.pipeline.edge.EdgeSignal;
import dev.parley.pipeline.edge.Offered;
import dev.parley.pipeline.graph.NodeDeclaration;
import dev.parley.pipeline.graph.NodeDeclaration.StateUse;
import dev.parley.pipeline.node.Node;
import dev.parley.pipeline.node.NodeExecutionContext;
import dev.parley.pipeline.node.NodeExecutionContext.ForeignDoor;
import dev.parley.pipeline.node.Payload;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.plan.ResolvedTurnPlan;
import dev.parley.pipeline.signal.ControlSignal;
import dev.parley.pipeline.signal.Signal;
import dev.parley.pipeline.signal.SignalOwner;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Items 9, 11, 12, 13, 20 and 33, the lane rules 4.2.2 and 4.2.3, lane priority and cancellation scope of 4.3. */
class PipelineRunTest {
    private static final long MS = 1_000_000L;
    private static final String LINE = """
            nodes:
              - {id: kb, type: keyboard}
              - {id: redact, type: redact}
              - {id: out, type: screen}
            edges:
              - {id: e1, from: kb, to: redact}
              - {id: e2, from: redact, to: out, buffer: {max_items: 2, strategy: block, max_block_ms: 50, high: 2, low: 0}}
            """;

    @Test
    void eventsRunThroughInOrderAndNothingIsLeftBehind() {
        Bed bed = new Bed(LINE);
        PipelineRun run = bed.start();
        for (String text : List.of("a", "b", "c")) {
            run.offer("kb", bed.text(text), 0);
        }
        assertEquals(6, run.run(0));
        assertEquals(List.of("a", "b", "c"), bed.node("out").heard);
        assertEquals(List.of(), run.drainNotes());
    }

    @Test
    void controlIsHeardBeforeDataThatCameEarlier() {
        Bed bed = new Bed(LINE);
        PipelineRun run = bed.start();
        run.offer("kb", bed.text("a"), 0);
        run.signal(Signal.BARGE_IN, SignalOwner.INTERRUPTION, Json.Obj.EMPTY, 0);
        run.run(0);
        assertEquals(List.of("barge_in", "a"), bed.node("redact").heard);
        assertEquals(List.of("barge_in", "a"), bed.node("out").heard);
    }

    @Test
    void aSignalGivenInsideAHandlerIsHeardBeforeTheNextDataHandler() {
        Bed bed = new Bed(LINE);
        PipelineRun[] run = new PipelineRun[1];
        bed.node("redact", (event, context) -> {
            run[0].signal(Signal.STOP, SignalOwner.INTERRUPTION, Json.Obj.EMPTY, 0);
            context.emit(event);
        });
        run[0] = bed.start();
        run[0].offer("kb", bed.text("a"), 0);
        run[0].offer("kb", bed.text("b"), 0);
        run[0].run(0);
        assertEquals(List.of("a", "stop", "b", "stop"), bed.node("redact").heard);
        assertEquals(List.of("stop", "a", "stop", "b"), bed.node("out").heard);
    }

    @Test
    void aSignalFromAnyoneButItsOwnerIsRefusedAndNotHeard() {
        Bed bed = new Bed(LINE);
        PipelineRun run = bed.start();
        ControlSignal.Given given = run.signal(Signal.COMMIT, SignalOwner.EDGE, Json.Obj.EMPTY, 0);
        assertEquals(
                "signal.owner",
                assertInstanceOf(ControlSignal.Refused.class, given).rule());
        run.run(0);
        assertEquals(List.of(), bed.node("out").heard);
    }

    @Test
    void afterACancelNothingIsAcceptedAndWhatComesBackIsLate() {
        List<ForeignDoor> doors = new ArrayList<>();
        List<NodeExecutionContext> contexts = new ArrayList<>();
        Bed bed = new Bed(LINE).node("redact", (event, context) -> {
            doors.add(context.door());
            contexts.add(context);
        });
        PipelineRun run = bed.start();
        run.offer("kb", bed.text("a"), 0);
        run.run(0);
        doors.getFirst().offer(new Payload.Text("in time"));
        run.run(0);
        assertTrue(run.cancel("interrupted", 1));
        assertFalse(run.cancel("again", 2));
        doors.getFirst().offer(new Payload.Text("too late"));
        assertEquals(Offered.DROPPED, run.offer("kb", bed.text("b"), 2));
        assertEquals(Offered.DROPPED, contexts.getFirst().emit(bed.text("c")));
        run.run(3);
        assertEquals(List.of("a", "foreign in time", "onCancel"), bed.node("redact").heard);
        assertEquals(List.of("onCancel"), bed.node("out").heard);
        assertEquals(
                List.of(
                        new RunNote.Late("kb", "text.final"),
                        new RunNote.Late("redact", "text.final"),
                        new RunNote.Late("redact", "foreign")),
                run.drainNotes());
        assertTrue(contexts.getFirst().cancel().isCancelled());
    }

    @Test
    void aBargeInFlushesWhatWasNotHeardAndLetsTheTurnGoOn() {
        Bed bed = new Bed(LINE);
        PipelineRun run = bed.start();
        run.offer("kb", bed.text("a"), 0);
        run.run(0, 1);
        assertEquals(1, run.queued("e2", Lane.DATA));
        run.bargeIn(0);
        run.run(0);
        assertEquals(List.of("onBargeIn"), bed.node("out").heard);
        assertInstanceOf(EdgeSignal.Discontinuity.class, pressure(run).getFirst());
        run.offer("kb", bed.text("b"), 0);
        run.run(0);
        assertEquals(List.of("onBargeIn", "b"), bed.node("out").heard);
    }

    @Test
    void backPressureHoldsTheProducerAndLosesNothing() {
        List<String> emitted = new ArrayList<>();
        Bed bed = new Bed(LINE).node("redact", (event, context) -> {
            for (int i = 1; i <= 3; i++) {
                emitted.add(context.emit(event.with("text.final", new Payload.Text(TestNode.text(event) + i)))
                        .name());
            }
        });
        PipelineRun run = bed.start();
        run.offer("kb", bed.text("a"), 0);
        run.run(0);
        assertEquals(List.of("ACCEPTED", "ACCEPTED", "BLOCKED"), emitted);
        assertEquals(List.of("a1", "a2", "a3"), bed.node("out").heard);
        assertEquals(List.of("a", "ready"), bed.node("redact").heard);
        assertEquals(
                List.of("watermark", "flow_xoff", "flow_xon"),
                pressure(run).stream().map(EdgeSignal::name).limit(3).toList());
    }

    @Test
    void anEventOfAnotherEpochGoesNowhere() {
        Bed bed = new Bed(LINE);
        PipelineRun run = bed.start();
        PipelineEvent stale = bed.event("text.final", "old", 0, Bed.EPOCH - 1);
        assertEquals(Offered.DROPPED, run.offer("kb", stale, 0));
        assertEquals(List.of(new RunNote.StaleEpoch("kb", stale)), run.drainNotes());
        run.rotate(Bed.EPOCH + 1);
        assertEquals(Offered.DROPPED, run.offer("kb", bed.text("then old too"), 0));
        assertEquals(Offered.ACCEPTED, run.offer("kb", bed.event("text.final", "new", 0, Bed.EPOCH + 1), 0));
    }

    @Test
    void aRunGoesOnUnderThePlanOfTheNextTurn() {
        List<Long> seeds = new ArrayList<>();
        Bed bed = new Bed(LINE).node("redact", (event, context) -> {
            seeds.add(context.determinism().seed());
            context.emit(event);
        });
        PipelineRun run = bed.start();
        run.offer("kb", bed.text("one"), 0);
        run.run(0);
        ResolvedTurnPlan next = bed.plan(2, Bed.EPOCH + 1, 8);
        run.under(next);
        assertEquals(next, run.plan());
        assertEquals(Offered.DROPPED, run.offer("kb", bed.text("of the epoch before"), 0));
        run.offer("kb", bed.event("text.final", "two", 0, Bed.EPOCH + 1), 0);
        run.run(0);
        assertEquals(List.of(7L, 8L), seeds);
        ResolvedTurnPlan other = new Bed(LINE.replace("max_items: 2", "max_items: 3")).plan(3, Bed.EPOCH, 9);
        assertThrows(IllegalArgumentException.class, () -> run.under(other));
    }

    @Test
    void aNodeThatThrowsIsOutAndTheOthersGoOn() {
        Bed bed = new Bed(LINE).node("redact", (event, context) -> {
            throw new IllegalStateException("broken");
        });
        PipelineRun run = bed.start();
        run.offer("kb", bed.text("a"), 0);
        run.offer("kb", bed.text("b"), 0);
        run.run(0);
        assertEquals(List.of(new RunNote.NodeFailed("redact", "broken")), run.drainNotes());
        assertEquals(List.of("a"), bed.node("redact").heard);
    }

    @Test
    void aNodeThatBreaksItsDeclarationIsOut() {
        Bed bed = new Bed(LINE)
                .node("redact", (event, context) -> context.emit(event.with("audio.pcm", event.payload())));
        PipelineRun run = bed.start();
        run.offer("kb", bed.text("a"), 0);
        run.run(0);
        assertInstanceOf(RunNote.NodeFailed.class, run.drainNotes().getFirst());
        Bed state = new Bed(LINE)
                .node("redact", (event, context) -> context.state().write(StateUse.SESSION_DURABLE, "k", Json.of(1)));
        PipelineRun second = state.start();
        second.offer("kb", state.text("a"), 0);
        second.run(0);
        assertInstanceOf(RunNote.NodeFailed.class, second.drainNotes().getFirst());
    }

    @Test
    void aBudgetThatRunsOutCallsTheHookAndFallsBackAsPlanned() {
        Bed bed = new Bed("""
                nodes:
                  - {id: kb, type: keyboard}
                  - {id: llm, type: llm, providers: [a], fallback: spare, budget: {time_ms: 100, on_exhausted: fallback}}
                  - {id: out, type: screen}
                  - {id: spare, type: llm, providers: [b]}
                edges:
                  - {id: e1, from: kb, to: llm}
                  - {id: e2, from: llm, to: out}
                """);
        bed.node("llm", (event, context) -> context.workBegan());
        bed.node("spare", (event, context) -> context.emit(event.with("text.delta", new Payload.Text("spare"))));
        PipelineRun run = bed.start();
        run.offer("kb", bed.text("a"), 0);
        run.run(0);
        assertEquals(100 * MS, run.nextWakeNanos());
        run.run(100 * MS);
        assertEquals(List.of("a", "onBudgetExhausted fallback"), bed.node("llm").heard);
        List<RunNote> notes = run.drainNotes();
        assertEquals(
                BudgetOutcome.FALLBACK,
                assertInstanceOf(
                                BudgetSignal.Exhausted.class,
                                assertInstanceOf(RunNote.Spending.class, notes.getFirst())
                                        .signal())
                        .outcome());
        assertEquals(new RunNote.FellBack("llm", "spare"), notes.getLast());
        run.offer("kb", bed.text("b"), 101 * MS);
        run.run(101 * MS);
        assertEquals(List.of("spare"), bed.node("out").heard);
    }

    @Test
    void measurementsComeLastAndNeverBeforeData() {
        Bed bed = new Bed(LINE).node("redact", (event, context) -> {
            context.telemetry().measure("words", 1);
            context.emit(event);
        });
        PipelineRun run = bed.start();
        run.offer("kb", bed.text("a"), 0);
        run.run(0);
        assertEquals(List.of(new RunNote.Measured("redact", "words", 1)), run.drainNotes());
    }

    @Test
    void aPlanRunsOnlyWithTheNodesItNames() {
        Bed wrong = new Bed(LINE);
        wrong.node("redact", new TestNode(wrong.node("out").declaration(), (event, context) -> {}));
        assertThrows(IllegalArgumentException.class, wrong::start);
        Bed hookless = new Bed(LINE);
        Node plain = new Node() {
            @Override
            public NodeDeclaration declaration() {
                return hookless.node("kb").declaration();
            }

            @Override
            public void onEvent(PipelineEvent event, NodeExecutionContext context) {}
        };
        hookless.node("out", plain);
        assertThrows(IllegalArgumentException.class, hookless::start);
    }

    private static List<EdgeSignal> pressure(PipelineRun run) {
        return run.drainNotes().stream()
                .filter(RunNote.Pressure.class::isInstance)
                .map(note -> ((RunNote.Pressure) note).signal())
                .toList();
    }
}
