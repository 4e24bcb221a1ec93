package dev.parley.pipeline.external;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Timers;
import dev.parley.pipeline.budget.BudgetOutcome;
import dev.parley.pipeline.graph.NodeDeclaration;
import dev.parley.pipeline.node.NodeExecutionContext;
import dev.parley.pipeline.node.NodeExecutionContext.ForeignDoor;
import dev.parley.pipeline.node.Payload;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.node.Preemptible;
import dev.parley.pipeline.spec.ExternalSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The near side of a node in another process. It counts what is out, gives every event a deadline, passes a cancel on and
 * ends a process that does not obey it in time. When the process dies, breaks the protocol or is too slow, the handler
 * throws, and the run takes this node out or lets its fallback stand in; nothing else is touched.
 */
public final class ExternalNode implements Preemptible {
    private static final int RANK = 2;
    private static final long NANOS_PER_MS = 1_000_000L;
    private static final long RETRY_NANOS = 1_000_000L;

    private final NodeDeclaration declaration;
    private final ExternalSpec spec;
    private final Timers timers;
    private final Map<Long, Out> out = new LinkedHashMap<>();
    private final List<PipelineEvent> waiting = new ArrayList<>(0);
    private final Tether tether = new Tether();
    private State state = State.NEW;
    private long nextId;
    private long startedNanos;

    private enum State {
        NEW,
        STARTING,
        READY,
        CANCELLED,
        GONE
    }

    /** An event that is out, and since when. */
    private record Out(PipelineEvent event, long sentNanos) {}

    public ExternalNode(NodeDeclaration declaration, ExternalSpec spec, Timers timers) {
        this.declaration = declaration;
        this.spec = spec;
        this.timers = timers;
    }

    @Override
    public NodeDeclaration declaration() {
        return declaration;
    }

    @Override
    public void onEvent(PipelineEvent event, NodeExecutionContext context) {
        switch (state) {
            case NEW -> {
                start(context);
                waiting.add(event);
            }
            case STARTING -> keep(event, context);
            case READY -> send(event, context);
            case CANCELLED, GONE -> context.telemetry().measure("external.refused", 1);
        }
    }

    @Override
    public void onForeign(Payload foreign, NodeExecutionContext context) {
        switch ((Inbound) foreign) {
            case Inbound.Opened _ -> tether.send(ExternalEncoder.hello(context.nodeId(), context.epoch()));
            case Inbound.Line line -> answered(line.message(), context);
            case Inbound.Gone gone -> throw failed(gone.reason());
            case Inbound.Tick _ -> checkTime(context);
        }
    }

    @Override
    public void onCancel(NodeExecutionContext context) {
        out.clear();
        waiting.clear();
        if (state != State.READY || !tether.send(ExternalEncoder.cancel())) {
            end();
            return;
        }
        state = State.CANCELLED;
        timers.at(context.nowNanos() + spec.cancelWithinMs() * NANOS_PER_MS, RANK, tether::end);
    }

    @Override
    public void onBargeIn(NodeExecutionContext context) {
        if (state == State.READY) {
            tether.send(ExternalEncoder.bargeIn());
        }
    }

    @Override
    public void onBudgetExhausted(BudgetOutcome outcome, NodeExecutionContext context) {
        if (outcome == BudgetOutcome.FALLBACK || outcome == BudgetOutcome.TERMINATE) {
            end();
        }
    }

    /** Ends the process; for the session, when the node is no longer needed. */
    public void end() {
        state = State.GONE;
        tether.end();
    }

    private void start(NodeExecutionContext context) {
        state = State.STARTING;
        startedNanos = context.nowNanos();
        context.workBegan();
        ForeignDoor door = context.door();
        Thread.ofVirtual().name("external-start").start(() -> open(door));
        tickAt(context, startedNanos + spec.startMs() * NANOS_PER_MS);
    }

    private void open(ForeignDoor door) {
        try {
            tether.attach(Links.open(spec, listener(door)));
            offer(door, new Inbound.Opened());
        } catch (IOException e) {
            offer(door, new Inbound.Gone("could not be started: " + e.getMessage()));
        }
    }

    private Link.Listener listener(ForeignDoor door) {
        return new Link.Listener() {
            @Override
            public void onLine(String line) {
                offer(
                        door,
                        LineDecoder.decode(line)
                                .<Inbound>map(Inbound.Line::new)
                                .orElseGet(() -> new Inbound.Gone("sent something that is no JSON object")));
            }

            @Override
            public void onClosed(String reason) {
                offer(door, new Inbound.Gone(reason));
            }
        };
    }

    /** The loop's door is bounded: a reader that finds it full stops reading, and the process feels it. */
    private void offer(ForeignDoor door, Inbound inbound) {
        while (!door.offer(inbound) && !tether.isEnded()) {
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    private void answered(Json.Obj message, NodeExecutionContext context) {
        String op = message.text("op");
        switch (op == null ? "" : op) {
            case "ready" -> ready(context);
            case "emit" -> emit(message, context);
            case "done" -> done(message, context);
            case "measure" -> measure(message, context);
            case "error" -> throw failed("reported: " + message.text("reason"));
            default -> throw failed("sent the unknown operation '" + op + "'");
        }
    }

    private void ready(NodeExecutionContext context) {
        state = State.READY;
        List<PipelineEvent> kept = List.copyOf(waiting);
        waiting.clear();
        kept.forEach(event -> send(event, context));
    }

    private void keep(PipelineEvent event, NodeExecutionContext context) {
        if (waiting.size() >= spec.inFlightMax()) {
            context.telemetry().measure("external.refused", 1);
            return;
        }
        waiting.add(event);
    }

    private void send(PipelineEvent event, NodeExecutionContext context) {
        if (out.size() >= spec.inFlightMax()) {
            context.telemetry().measure("external.refused", 1);
            return;
        }
        long id = ++nextId;
        if (!tether.send(ExternalEncoder.event(id, event))) {
            throw failed("does not read what it is sent");
        }
        out.put(id, new Out(event, context.nowNanos()));
        context.workBegan();
        tickAt(context, context.nowNanos() + spec.timeoutMs() * NANOS_PER_MS);
    }

    private void emit(Json.Obj message, NodeExecutionContext context) {
        Out source = out.get(id(message));
        String type = message.text("type");
        if (source == null || type == null || !declaration.emits().contains(type)) {
            throw failed("emitted something that it was not asked for or did not declare");
        }
        context.emit(source.event().with(type, ExternalEncoder.payload(message)));
    }

    private void done(Json.Obj message, NodeExecutionContext context) {
        Out answered = out.remove(id(message));
        if (answered == null) {
            throw failed("answered an event that was not out");
        }
        long tookMs = (context.nowNanos() - answered.sentNanos()) / NANOS_PER_MS;
        context.telemetry().measure("external.rtt_ms", tookMs);
        if (out.isEmpty()) {
            context.workEnded();
        }
    }

    private static void measure(Json.Obj message, NodeExecutionContext context) {
        String name = message.text("name");
        Json value = message.get("value");
        if (name != null && value instanceof Json.Num number) {
            context.telemetry().measure("external." + name, number.value().longValue());
        }
    }

    private void checkTime(NodeExecutionContext context) {
        long now = context.nowNanos();
        if (state == State.STARTING && now - startedNanos >= spec.startMs() * NANOS_PER_MS) {
            throw failed("was not ready within " + spec.startMs() + " ms");
        }
        for (Out open : out.values()) {
            if (now - open.sentNanos() >= spec.timeoutMs() * NANOS_PER_MS) {
                throw failed("did not answer within " + spec.timeoutMs() + " ms");
            }
        }
    }

    private void tickAt(NodeExecutionContext context, long atNanos) {
        ForeignDoor door = context.door();
        timers.at(atNanos, RANK, () -> door.offer(new Inbound.Tick()));
    }

    private IllegalStateException failed(String reason) {
        end();
        return new IllegalStateException("the process of the node " + reason);
    }

    private static long id(Json.Obj message) {
        return message.get("id") instanceof Json.Num number ? number.value().longValue() : -1;
    }
}
