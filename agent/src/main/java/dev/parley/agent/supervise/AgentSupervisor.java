package dev.parley.agent.supervise;

import dev.parley.agent.record.Recorder;
import dev.parley.agent.tool.CancelSource;
import dev.parley.agent.tool.Timeline;
import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Timers;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Starts the agents of one conversation and answers for how they end. */
public final class AgentSupervisor implements AutoCloseable {
    private static final int TIMER_RANK = 3;

    static final Invariant<Ending> SUPERVISED = new Invariant<>(
            "INV-AGENT-SUPERVISED",
            Level.REJECT,
            "A failing agent ends alone: neither its parent nor its siblings end with it.",
            ending -> ending.failed() && !ending.others().isEmpty()
                    ? ending.agent() + " failed and would have taken " + String.join(", ", ending.others()) + " along"
                    : null);

    private final String conversation;
    private final Recorder recorder;
    private final Timeline timeline;
    private final Timers timers;
    private final List<Invariant<Ending>> invariants;
    private final Map<String, Running> running = new LinkedHashMap<>();

    /** What an agent does; it ends when this returns. */
    @FunctionalInterface
    public interface Body {
        void run(AgentScope scope) throws Exception;
    }

    /** What an agent is told about itself. */
    public record AgentScope(String agent, String parent, CancelToken cancel) {}

    /** How an agent ended, and whom its end would take along. */
    record Ending(String agent, boolean failed, List<String> others) {}

    /** What a parent is told. */
    public record Down(String agent, String reason, boolean failed) {}

    private record Running(
            String agent,
            String parent,
            CancelSource cancel,
            Thread thread,
            Consumer<Down> onDown,
            CompletableFuture<Down> ended) {}

    public AgentSupervisor(String conversation, Recorder recorder, Timeline timeline, Timers timers) {
        this(conversation, recorder, timeline, timers, List.of(SUPERVISED));
    }

    AgentSupervisor(
            String conversation,
            Recorder recorder,
            Timeline timeline,
            Timers timers,
            List<Invariant<Ending>> invariants) {
        this.conversation = conversation;
        this.recorder = recorder;
        this.timeline = timeline;
        this.timers = timers;
        this.invariants = List.copyOf(invariants);
    }

    /** Starts an agent under a parent (the empty text for none). Its end completes the future, however it came. */
    public CompletableFuture<Down> spawn(
            String agent, String parent, long wallMsMax, Body body, Consumer<Down> onDown) {
        CancelSource cancel = new CancelSource();
        CompletableFuture<Down> ended = new CompletableFuture<>();
        Thread thread = Thread.ofVirtual().name("agent-" + agent).unstarted(() -> live(agent, parent, cancel, body));
        synchronized (this) {
            if (running.containsKey(agent)) {
                throw new IllegalArgumentException("an agent called " + agent + " is already running");
            }
            running.put(agent, new Running(agent, parent, cancel, thread, onDown, ended));
            append("agent.spawning", agent, Json.Obj.EMPTY.with("parent", parent));
        }
        Timers.Timer deadline = timers.at(
                timeline.nanosAt(timeline.nowMs() + wallMsMax),
                TIMER_RANK,
                () -> end(agent, "out of time after " + wallMsMax + " ms", true));
        var _ = ended.whenComplete((_, _) -> deadline.cancel());
        thread.start();
        return ended;
    }

    private void live(String agent, String parent, CancelSource cancel, Body body) {
        append("agent.ready", agent, Json.Obj.EMPTY);
        try {
            body.run(new AgentScope(agent, parent, cancel));
            end(agent, "finished", false);
        } catch (Exception | StackOverflowError | LinkageError | OutOfMemoryError thrown) {
            String message = thrown.getMessage();
            end(agent, message == null ? thrown.getClass().getSimpleName() : message, true);
        }
    }

    /** Ends an agent once: rune, word to the parent, interrupt. What it still does afterwards counts for nothing. */
    private void end(String agent, String reason, boolean failed) {
        List<Running> taken = new ArrayList<>();
        synchronized (this) {
            Running known = running.remove(agent);
            if (known == null) {
                return;
            }
            taken.add(known);
            List<String> others = failed ? List.copyOf(running.keySet()) : List.of();
            if (isAllowed(new Ending(agent, failed, others))) {
                others.forEach(other -> taken.add(running.remove(other)));
            }
            for (Running ended : taken) {
                append(
                        failed ? "agent.failed" : "agent.terminated",
                        ended.agent(),
                        Json.Obj.EMPTY.with("reason", reason));
                append(
                        "agent.down",
                        ended.parent(),
                        Json.Obj.EMPTY.with("agent", ended.agent()).with("reason", reason));
            }
        }
        for (Running ended : taken) {
            Down down = new Down(ended.agent(), reason, failed);
            ended.cancel().cancel();
            ended.thread().interrupt();
            ended.onDown().accept(down);
            ended.ended().complete(down);
        }
    }

    private boolean isAllowed(Ending ending) {
        return invariants.stream().allMatch(invariant -> invariant.check().failure(ending) == null);
    }

    public synchronized List<String> alive() {
        return List.copyOf(running.keySet());
    }

    /** Ends every agent. */
    @Override
    public void close() {
        for (String agent : alive()) {
            end(agent, "the conversation is closing", false);
        }
    }

    private void append(String kind, String agent, Json.Obj payload) {
        recorder.append(List.of(RuneDraft.of(conversation, kind, payload)
                .withAgent(agent)
                .withVisibility(Visibility.INTERNAL)
                .withTimes(timeline.source().monotonicNanos(), timeline.source().wallMillis())));
    }
}
